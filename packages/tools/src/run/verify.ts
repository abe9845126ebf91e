/**
 * `npm test` and `npm run check`.
 *
 *   npm test                          lint, types, build, sizes, unit tests, browser tests: what a change must pass
 *   npm test -- --databases           and then the suites of the databases, on PostgreSQL and MariaDB
 *   npm test -- --only build,browser  the named steps
 *   npm run check                     types, and the lint and the unit tests of what changed since the main branch: under a minute
 *   npm run check -- --all            lint, types and all unit tests
 *
 * `npm run nightly` runs everything (nightly.ts).
 */
import { parseArgs } from "node:util";
import { isStepName, runSteps, type StepName, steps } from "./steps.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    databases: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    all: { type: "boolean", default: false },
  },
});

await runSteps(values.only === undefined ? usual() : named(values.only));

/** Groups of steps that run at the same time: a check on one thread would leave the other core idle. */
function usual(): readonly (readonly StepName[])[] {
  if (values.check) {
    // Types and lint take seconds: tests wait for them, and their errors are not lost above the tests' output.
    return values.all ? [["lint", "types"], ["unit"]] : [["lint-changed", "types"], ["unit-changed"]];
  }
  // Unit tests wait for servers and timers: types fill the time.
  const change = [["lint", "build-to-run"], ["size-to-run", "types", "unit"], ["browser"]] as const;
  return values.databases ? [...change, ["databases"]] : change;
}

function named(list: string): readonly (readonly StepName[])[] {
  return list.split(",").map((name) => {
    if (isStepName(name)) return [name];
    throw new Error(`No step is named ${name}. There are: ${Object.keys(steps).join(", ")}.`);
  });
}
