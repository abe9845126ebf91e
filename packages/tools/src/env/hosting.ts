/**
 * `npm run nightly -- hosting`: runs hosting.test.ts, which compares other servers with `cardpane serve`. nginx, Caddy and workerd each
 * serve the files that `cardpane build` writes for them. nginx and Caddy are installed from Debian's packages if they are
 * missing; workerd comes from npm and stays in npx's cache.
 */
import { execFileSync } from "node:child_process";
import { readManifest, root, run } from "../process/program.ts";
import { missingTool, systemTool } from "./system-tool.ts";

for (const program of ["nginx", "caddy"]) {
  if (!(await systemTool(program, program))) throw new Error(missingTool(program, program));
}
const config = ["--root", ".", "--config", "packages/tools/vitest.config.ts"];
const { code } = await run("vitest", ["run", ...config, "packages/tools/src/env/hosting.test.ts"], {
  env: { CARDPANE_HOSTING: "1", CARDPANE_WORKERD: installWorkerd() },
});
process.exitCode = code;

/** The path of workerd, in the version of the example for workers. */
function installWorkerd(): string {
  const { devDependencies } = readManifest(`${root}apps/examples/hono-worker/`);
  const workerd = `--package=workerd@${devDependencies?.["workerd"]}`;
  const args = ["-y", "--ignore-scripts", workerd, "--", "sh", "-c", "command -v workerd"];
  return execFileSync("npx", args, { cwd: root, encoding: "utf8" }).trim();
}
