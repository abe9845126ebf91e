/**
 * `npm run hosting`: nginx and Caddy, installed from Debian's packages where they are missing, serve the static build, and are
 * held against `cardpane serve` (hosting.test.ts).
 */
import { run } from "./run.ts";
import { missingTool, systemTool } from "./system-tool.ts";

for (const program of ["nginx", "caddy"]) {
  if (!(await systemTool(program, program))) throw new Error(missingTool(program, program));
}
const config = ["--root", ".", "--config", "packages/tools/vitest.config.ts"];
const { code } = await run("vitest", ["run", ...config, "packages/tools/src/hosting.test.ts"], {
  env: { CARDPANE_HOSTING: "1" },
});
process.exitCode = code;
