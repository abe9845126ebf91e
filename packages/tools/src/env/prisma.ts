/**
 * `npm run prisma`: the recipe of @cardpane/node for Prisma on Prisma itself (apps/prisma), which is outside the workspace's own
 * install. Compiles it against the client that Prisma generates, then runs it.
 */
import { pnpm } from "../run/pnpm.ts";
import { mustRun, root } from "../run/run.ts";

const folder = "apps/prisma";
const bin = `${root}${folder}/node_modules/.bin/`;

await mustRun("npx", [...pnpm, "--dir", folder, "install", "--frozen-lockfile"]);
// Generating needs no schema engine. Named, so that Prisma does not download one.
await mustRun(`${bin}prisma`, ["generate", "--config", `${folder}/prisma.config.ts`], {
  env: { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath },
});
await mustRun(process.execPath, ["packages/tools/node_modules/typescript-7/bin/tsc", "-p", folder]);
await mustRun(process.execPath, ["--conditions=source", "--import", "tsx", "--test", `${folder}/test.ts`]);
