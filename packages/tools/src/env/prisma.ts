/**
 * `npm run nightly -- prisma`: tests the recipe of @cardpane/node for Prisma with the real Prisma (apps/examples/prisma), which is not
 * part of the workspace. Compiles the recipe against the client that Prisma generates, then runs it.
 */
import { pnpm } from "../process/pnpm.ts";
import { mustRun, root } from "../process/program.ts";

const folder = "apps/examples/prisma";
const bin = `${root}${folder}/node_modules/.bin/`;

await mustRun("npx", [...pnpm, "--dir", folder, "install", "--frozen-lockfile"]);
// `generate` does not need a schema engine. The variable names a program, so that Prisma does not download the engine.
await mustRun(`${bin}prisma`, ["generate", "--config", `${folder}/prisma.config.ts`], {
  env: { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath },
});
await mustRun(process.execPath, ["packages/tools/node_modules/typescript-7/bin/tsc", "-p", folder]);
await mustRun(process.execPath, ["--conditions=source", "--import", "tsx", "--test", `${folder}/test.ts`]);
