/**
 * `npm run nightly -- bench`: the measured promises, each against a yardstick of the same run on the same machine. Prints a table
 * and fails if a budget is exceeded; a goal that is not reached yet is printed beside its budget.
 *
 *   painted    script tag to last input painted, in empty cross-site iframes: with the script tag and with the iframe in the
 *              HTML; unshaped, on fast and slow 4G (link.ts), on a slow processor, warm; one frame per field      see load.ts
 *   ready      after painted                                                        at most 10 ms
 *   tokenize   pane.tokenize() over a bare fetch of the same request                at most 15 ms more
 *   key press  main thread of the frame, median                                     at most 4 ms
 *   slow 4G    layout shift of page and frame, script and frame coming late         none
 *              the longest task of either                                           at most 100 ms
 *   wallet     a filtered page of 100,000 transactions over one of 1,000            at most 10 times
 *
 *   npm run nightly -- bench --pane        the pane alone
 */
import { parseArgs } from "node:util";
import { makeDatabase, testServerUrl } from "../../../apps/sandbox/src/testing/databases.ts";
import { buildDemo } from "../../../packages/tools/src/bundle/build-demo.ts";
import { buildRelease } from "../../../packages/tools/src/bundle/build-release.ts";
import { ensureChromium } from "../../../packages/tools/src/env/chromium.ts";
import type { Measurement } from "./measurement.ts";
import { benchPane } from "./pane.ts";
import { benchWallet } from "./wallet.ts";

await Promise.all([buildRelease(), buildDemo()]);
const { values: options } = parseArgs({ options: { pane: { type: "boolean" } } });
let ok = true;
for await (const rows of benchPane(await ensureChromium())) show(rows);
if (options.pane) process.exit(ok ? 0 : 1);
show(await benchWallet("PGlite", undefined));
if (testServerUrl) {
  const database = await makeDatabase(testServerUrl);
  try {
    show(await benchWallet("PostgreSQL", database.url));
  } finally {
    await database.drop();
  }
} else console.log("PostgreSQL is not measured: set TEST_DATABASE_URL to one.");
process.exit(ok ? 0 : 1);

/** Prints rows at once, because a later measurement may throw. */
function show(rows: readonly Measurement[]): void {
  for (const row of rows) {
    const { what, measured, budget } = row;
    ok &&= row.ok;
    console.log(`${row.ok ? "ok  " : "OVER"} ${what.padEnd(58)}  ${measured.padEnd(48)} ${budget}`);
  }
}
