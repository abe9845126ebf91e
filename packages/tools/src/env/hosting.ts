/**
 * `npm run hosting`: nginx and Caddy, installed from Debian's packages where they are missing, and workerd from npm, which
 * stays in npx's own cache, serve what `cardpane build` writes for each, and are held against `cardpane serve` (hosting.test.ts).
 */
import { execFileSync } from "node:child_process";
import { readManifest, root, run } from "../run/run.ts";
import { missingTool, systemTool } from "./system-tool.ts";

for (const program of ["nginx", "caddy"]) {
  if (!(await systemTool(program, program))) throw new Error(missingTool(program, program));
}
const config = ["--root", ".", "--config", "packages/tools/vitest.config.ts"];
const { code } = await run("vitest", ["run", ...config, "packages/tools/src/env/hosting.test.ts"], {
  env: { CARDPANE_HOSTING: "1", CARDPANE_WORKERD: installWorkerd() },
});
process.exitCode = code;

/** The path of workerd, of the version that the example for workers has. */
function installWorkerd(): string {
  const { devDependencies } = readManifest(`${root}apps/examples/hono-worker/`);
  const workerd = `--package=workerd@${devDependencies?.["workerd"]}`;
  const args = ["-y", "--ignore-scripts", workerd, "--", "sh", "-c", "command -v workerd"];
  return execFileSync("npx", args, { cwd: root, encoding: "utf8" }).trim();
}
