/**
 * Builds everything that is delivered.
 *
 *   npm run build                  all of it
 *   npm run build -- --to-run      only what `npm start` serves
 */
import { buildDemo } from "./build-demo.ts";
import { buildLibraries } from "./build-libraries.ts";
import { buildNode } from "./build-node.ts";
import { buildRelease } from "./build-release.ts";

const startedAt = performance.now();
await Promise.all([buildRelease(), buildDemo()]);
if (!process.argv.includes("--to-run")) {
  await buildLibraries();
  await buildNode();
}
console.error(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
