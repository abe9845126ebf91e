/** Generates pages of the site from the repository's sources, before a build. They are not committed. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { root } from "../process/program.ts";
import { testCardSections } from "../reference/test-cards.ts";
import { errorsPage } from "./errors-page.ts";
import { headingLines, rewriteLinks, slugOf, splitFile, wholeFiles } from "./sources.ts";

/** The folder of the site's pages, with a trailing slash. */
export const pagesFolder = `${root}apps/docs/pages/`;

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

/** Texts by the path in the pages' folder. */
export function generatedFiles(): Readonly<Record<string, string>> {
  const files: Record<string, string> = {
    "errors.md": errorsPage(),
    "test-cards.md": `${["# Test cards", "For the [sandbox](/testing).", ...testCardSections("/errors#payment-codes")].join("\n\n").replaceAll(/^### /gm, "## ")}\n`,
  };
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

/** Writes the generated files. */
export function writeGenerated(): void {
  for (const [path, text] of Object.entries(generatedFiles())) {
    mkdirSync(dirname(pagesFolder + path), { recursive: true });
    writeFileSync(pagesFolder + path, text);
  }
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
