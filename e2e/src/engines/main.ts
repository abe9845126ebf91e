/**
 * `npm run nightly -- engines`: shoppers' scenarios in other engines than Chromium: Firefox (Debian's firefox-esr) and WebKit (Debian's
 * webkit2gtk-driver, on Xvfb). Prints a table, and fails if a scenario fails. For a missing engine it prints how to install it;
 * with no engine at all it fails.
 *
 *   npm run nightly -- engines                        all scenarios in all engines
 *   npm run nightly -- engines webkit              in one
 *   npm run nightly -- engines firefox "the caret" scenarios whose title contains this text
 */

import { buildRelease } from "@cardpane/tools/bundle/build-release";
import { findTool, systemTool } from "@cardpane/tools/env/system-tool";
import { type Stack, startStack } from "../support/stack/start.ts";
import type { Engine } from "./engine.ts";
import { startFirefox } from "./firefox.ts";
import { form } from "./scenarios/form.ts";
import { keyboard } from "./scenarios/keyboard.ts";
import { loading } from "./scenarios/loading.ts";
import { look } from "./scenarios/look.ts";
import { typing } from "./scenarios/typing.ts";
import { wiped } from "./scenarios/wiped.ts";
import { type Scenarios, Shopper } from "./shopper.ts";
import { startWebKit } from "./webkit.ts";

const scenarios = { ...loading, ...typing, ...keyboard, ...form, ...look, ...wiped };

interface EngineOffer {
  readonly name: string;
  /** The Debian packages to install. */
  readonly packages: string;
  /** Starts the engine; `undefined` if it is missing and could not be installed. */
  start(): Promise<Engine | undefined>;
}

const offers: readonly EngineOffer[] = [
  {
    name: "Firefox",
    packages: "firefox-esr",
    async start() {
      const program = findTool("firefox") ?? (await systemTool("firefox-esr", "firefox-esr"));
      return program ? startFirefox(program) : undefined;
    },
  },
  {
    name: "WebKit",
    packages: "webkit2gtk-driver and xvfb",
    async start() {
      const driver = await systemTool("WebKitWebDriver", "webkit2gtk-driver");
      const display = await systemTool("Xvfb", "xvfb");
      return driver && display ? startWebKit({ driver, display }) : undefined;
    },
  },
];

/** The outcome of each scenario in an engine: `null` if it passed, otherwise why it failed. */
interface Result {
  readonly engine: string;
  readonly outcomes: ReadonlyMap<string, string | null>;
}

await buildRelease();
const [only, part = ""] = process.argv.slice(2);
const { stack, close } = await startStack();
const results: Result[] = [];
for (const offer of offers.filter(({ name }) => !only || name.toLowerCase() === only)) {
  const result = await tryEngine(offer, stack, part);
  if (result) results.push(result);
}
await close();
report(results);
const outcomes = results.flatMap(({ outcomes }) => [...outcomes.values()]);
process.exit(outcomes.length > 0 && outcomes.every((why) => why === null) ? 0 : 1);

async function tryEngine(offer: EngineOffer, stack: Stack, part: string): Promise<Result | undefined> {
  const engine = await offer.start();
  if (!engine) {
    console.log(
      `${offer.name} is not there, and could not be installed: install Debian's ${offer.packages}, or your system's.`,
    );
    return undefined;
  }
  const outcomes = new Map<string, string | null>();
  try {
    for (const [sentence, scenario] of Object.entries(scenarios)) {
      if (!sentence.includes(part)) continue;
      const why = await outcomeOf(scenario, new Shopper(engine, stack));
      outcomes.set(sentence, why);
      if (why) console.log(`${offer.name}: ${sentence}\n${why}\n`);
    }
  } finally {
    await engine.close();
  }
  return { engine: `${offer.name} ${engine.version}`, outcomes };
}

/** Why a scenario failed; `null` if it passed. Errors that the documents recorded meanwhile count as failures. */
async function outcomeOf(scenario: Scenarios[string], shopper: Shopper): Promise<string | null> {
  try {
    await scenario(shopper);
    const wrongs = await shopper.wrongs();
    return wrongs.length === 0 ? null : `Went wrong beside it: ${wrongs.join("; ")}`;
  } catch (error) {
    await shopper.wrongs().catch(() => {});
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

function report(results: readonly Result[]): void {
  console.log(["", ...results.map(({ engine }) => engine)].join("  "));
  const sentences = new Set(results.flatMap(({ outcomes }) => [...outcomes.keys()]));
  for (const sentence of sentences) {
    const cells = results.map(({ engine, outcomes }) =>
      (outcomes.get(sentence) === null ? "ok" : "FAILS").padEnd(engine.length),
    );
    console.log(["", ...cells, sentence].join("  "));
  }
}
