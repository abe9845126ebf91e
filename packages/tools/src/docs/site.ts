/**
 * Copies the site's pages from the repository's texts, before a build. In the copy, links lead to pages of the site. It is not
 * committed.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { root } from "../process/program.ts";
import { markdownFiles } from "./markdown-files.ts";
import { headingLines, rewriteLinks, slugOf, splitFile, wholeFiles } from "./sources.ts";

const docs = `${root}apps/docs/`;
const written = "apps/docs/pages/";

/** Lines for readers of the repository, with their replacements on the site. */
const replacements: Readonly<Record<string, readonly [RegExp, string]>> = {
  "hosting.md": [/^# .*/, "# Hosting the pane"],
  "reference/browser.md": generatedFrom("[HTML only](/start/html)"),
  "reference/host.md": generatedFrom("[hosting the pane](/hosting)"),
  "reference/node.md": generatedFrom("[Express and Node](/server/express)"),
  "reference/sandbox.md": generatedFrom("[sandbox and tests](/testing)"),
};

/** Pages with wide tables: they use the space of the outline, and list their contents at the top. */
const wide = new Set([
  ...["browser", "host", "node", "sandbox"].map((name) => `reference/${name}.md`),
  "security.md",
  "threats.md",
]);

/** Texts by the path on the site, for example `start/html.md`. */
export function sitePages(): Readonly<Record<string, string>> {
  const files: Record<string, string> = { "index.md": read("apps/docs/.vitepress/home.md") };
  for (const file of markdownFiles()) {
    // The list of the pages is for readers on GitHub; the site has its sidebar.
    if (!file.startsWith(written) || file === `${written}README.md`) continue;
    files[file.slice(written.length)] = rewriteLinks(read(file), file);
  }
  for (const [file, path] of Object.entries(wholeFiles)) {
    const page = `${path.slice(1)}.md`;
    const [line, instead] = replacements[page] ?? ["", ""];
    for (const [address, part] of Object.entries(splitFile(read(file), file))) {
      const text = rewriteLinks(part, file).replace(line, instead);
      files[`${address.slice(1)}.md`] = wide.has(page) ? widePage(text) : text;
    }
  }
  return files;
}

/** Writes the copy: pages and public files. */
export function writeSite(): void {
  rmSync(`${docs}.site`, { recursive: true, force: true });
  for (const [path, text] of Object.entries(sitePages())) {
    mkdirSync(dirname(`${docs}.site/${path}`), { recursive: true });
    writeFileSync(`${docs}.site/${path}`, text);
  }
  cpSync(`${docs}pages/public`, `${docs}.site/public`, { recursive: true });
  cpSync(`${root}apps/demo/picture.png`, `${docs}.site/public/checkout.png`);
}

function generatedFrom(guide: string): readonly [RegExp, string] {
  return [/^Generated from .*$/m, `Generated from the code. The guide begins with ${guide}.`];
}

function widePage(text: string): string {
  const lines = text.split("\n");
  const isHeading = headingLines(lines);
  const contents = lines
    .filter((line, index) => isHeading[index] && line.startsWith("## "))
    .map((line) => `[${line.slice(3)}](#${slugOf(line.slice(3))})`);
  const [title, ...rest] = lines;
  return ["---\naside: false\n---\n", title, "", contents.join(" · "), ...rest].join("\n");
}

const read = (path: string) => readFileSync(root + path, "utf8");
