/**
 * `npm run docs`: installs, checks and builds the documentation site (apps/docs), which is outside the workspace's own install.
 *
 *   --axe         then checks every page with axe (e2e/src/site)
 *   --serve       then serves the site on http://localhost:4173 until Ctrl-C; DOCS_PORT sets another port
 *   DOCS_BASE     base path of the site, for example `/docs/`
 *   PANE_ORIGIN   a deployed pane's host, whose pane the home page then shows instead of a picture. It must list the site's origin in
 *                 `parents`, and an environment `sandbox`. With --axe and --serve, a host on this machine
 */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { openApiDocument } from "../../../../apps/sandbox/src/openapi.ts";
import { startHost } from "../../../host/src/serve.ts";
import { buildRelease } from "../bundle/build-release.ts";
import { readElements } from "../bundle/custom-elements.ts";
import { pnpm } from "../process/pnpm.ts";
import { mustRun, root } from "../process/program.ts";
import { readPages, siteProblems } from "./check-site.ts";
import { agentFiles } from "./llms.ts";
import { writeSite } from "./site.ts";

const site = "apps/docs";
const programs = `${root}${site}/node_modules/.bin/`;
const vitepress = `${programs}vitepress`;
const port = process.env["DOCS_PORT"] ?? "4173";
const siteOrigin = `http://localhost:${port}`;
const checks = process.argv.includes("--axe");
const serves = process.argv.includes("--serve");

const problems = siteProblems(readPages());
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
writeSite();
await mustRun("npx", [...pnpm, "--dir", site, "install", "--frozen-lockfile"]);
const paneHost = checks || serves ? await startPaneHost() : undefined;
// VitePress fails at a dead link.
await mustRun(vitepress, ["build", site], { env: paneHost ? { PANE_ORIGIN: paneHost.url } : {} });
// In addition to the pages: every type of every package, the custom elements manifest for editors, the gateway's interface, and the
// pages for agents.
await mustRun(`${programs}typedoc`, ["--options", `${site}/typedoc.config.js`, "--treatWarningsAsErrors"]);
writeFileSync(`${root}${site}/dist/custom-elements.json`, JSON.stringify(readElements(), null, 2));
const openApi = openApiDocument("http://127.0.0.1:4002");
writeFileSync(`${root}${site}/dist/openapi.json`, JSON.stringify(openApi, null, 2));
for (const [path, text] of Object.entries(agentFiles())) writeFileSync(`${root}${site}/dist/${path}`, text);
console.log(`The site is in ${site}/dist.`);
if (checks)
  await mustRun("node", ["--conditions=source", "--import", "tsx", "e2e/src/site/main.ts", siteOrigin]);
if (serves) servePreview();
else await paneHost?.close();

/** The pane refuses the site's own origin, so it has a host of its own. No page sends a card to the gateway of its configuration. */
async function startPaneHost() {
  await buildRelease();
  const environments = { sandbox: "http://127.0.0.1:4002" };
  return startHost({ port: 0, environments, parents: [siteOrigin], caching: "development" });
}

/** Serves the site until a signal, which must be forwarded: npm does not send it to the child process. */
function servePreview(): void {
  const preview = spawn(vitepress, ["preview", site, "--port", port], { cwd: root, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => preview.kill(signal));
  preview.once("close", (code) => process.exit(code ?? 0));
}
