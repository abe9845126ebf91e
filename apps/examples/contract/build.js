/** Builds each page into its own folder. A page with server rendering also gets the server's markup. */
import { readFileSync, writeFileSync } from "node:fs";
import { build } from "vite";

process.env.NODE_ENV = "development";
const folder = import.meta.dirname;
const { pages } = JSON.parse(readFileSync(`${folder}/pages.json`, "utf8"));
for (const { page, isEarly = false } of pages) {
  const options = { root: folder, logLevel: "warn", mode: "development" };
  process.env.PAGE = page;
  process.env.VITE_EARLY = isEarly ? "1" : "";
  await build(options);
  if (!isEarly) continue;
  const ssr = `src/${page.split("@")[0]}.server.ts`;
  const outDir = `dist/${page}@server`;
  await build({ ...options, build: { ssr, outDir }, ssr: { noExternal: true } });
  const { html, page: render } = await import(`${folder}/${outDir}/${ssr.slice(4, -3)}.js`);
  const file = `${folder}/dist/${page}@early/index.html`;
  const text = readFileSync(file, "utf8");
  writeFileSync(file, render ? await render(text) : text.replace("></main>", `>${await html()}</main>`));
}
