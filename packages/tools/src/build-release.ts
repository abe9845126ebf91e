/** Builds what a pane's host serves: the page's script, the frame's document and script, the locales. */

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { build, type Rolldown } from "vite";
import { locales } from "../../frame/src/locale/index.ts";
import { root } from "./run.ts";

const out = `${root}packages/frame/dist/release/`;

/** Writes `packages/frame/dist/release` afresh. The same sources give the same bytes. */
export async function buildRelease(): Promise<void> {
  const { version } = JSON.parse(await readFile(`${root}packages/frame/package.json`, "utf8")) as {
    version: string;
  };
  const [frame, page] = await Promise.all([
    bundle("packages/frame/src/main.ts"),
    bundle("packages/browser/src/script.ts"),
  ]);
  await rm(out, { recursive: true, force: true });
  await mkdir(`${out}locale`, { recursive: true });
  await Promise.all([
    writeFile(`${out}frame.js`, frame),
    writeFile(`${out}cardpane.js`, page),
    writeFile(`${out}frame.html`, await readFile(`${root}packages/frame/src/document.html`, "utf8")),
    writeFile(`${out}licences.txt`, await licences()),
    writeFile(`${out}release.json`, `${JSON.stringify({ version })}\n`),
    ...Object.entries(locales).map(([tag, texts]) =>
      writeFile(`${out}locale/${tag}.json`, JSON.stringify(texts)),
    ),
  ]);
}

/** What is bundled into the frame's script; minified, it no longer carries its own notices. */
const bundled = [
  "lit",
  "lit-html",
  "lit-element",
  "@lit/reactive-element",
  "card-validator",
  "credit-card-type",
];

/** The licence texts of what is bundled: they must go along with it. */
async function licences(): Promise<string> {
  const fromFrame = createRequire(`${root}packages/frame/package.json`);
  const fromLit = createRequire(fromFrame.resolve("lit"));
  const texts = bundled.map(async (name) => {
    const require = name === "lit" || name.startsWith("c") ? fromFrame : fromLit;
    const entry = require.resolve(name);
    const folder = entry.slice(
      0,
      entry.lastIndexOf(`node_modules/${name}/`) + `node_modules/${name}/`.length,
    );
    const { version } = JSON.parse(await readFile(`${folder}package.json`, "utf8")) as { version: string };
    return `${name} ${version}\n\n${(await readFile(`${folder}LICENSE`, "utf8")).trim()}\n`;
  });
  return (await Promise.all(texts)).join(`\n${"-".repeat(80)}\n\n`);
}

/** One classic script, minified, that defines nothing global but what it sets itself. */
async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "warn",
    root,
    resolve: { conditions: ["source"] },
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      write: false,
      target: "es2022",
      lib: { entry: `${root}${entry}`, formats: ["iife"], name: "cardpaneBundle" },
      rollupOptions: { output: { extend: false } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result as Rolldown.RolldownOutput];
  const chunk = output?.output[0];
  if (chunk?.type !== "chunk" || output?.output.length !== 1)
    throw new Error(`${entry} did not become one script`);
  // An inlined script must not close its own element.
  return chunk.code.trim().replaceAll("</script", "<\\/script");
}
