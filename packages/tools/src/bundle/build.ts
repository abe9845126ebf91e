/**
 * Builds all deliverables.
 *
 *   npm run build                  everything
 *   npm run build -- --to-run      only the files that `npm start` serves
 */

import { run } from "../process/program.ts";
import { buildDemo } from "./build-demo.ts";
import { buildLibraries } from "./build-libraries.ts";
import { buildRelease } from "./build-release.ts";

/** With the limit of this process, in package.json, the build fits into 2.5 GB. */
const heapLimit = "--max-old-space-size=900";

const startedAt = performance.now();
await Promise.all([buildRelease(), buildDemo()]);
if (!process.argv.includes("--to-run")) {
  // Declarations take most of the time, on one thread: a second process for @cardpane/node uses the other core.
  const [node] = await Promise.all([
    run("node", [
      heapLimit,
      "--conditions=source",
      "--import",
      "tsx",
      "packages/tools/src/bundle/build-node.ts",
    ]),
    buildLibraries(),
  ]);
  if (node.code !== 0) process.exit(node.code);
}
console.error(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
