/** Generates pages of the site, and parts of pages, from the repository's sources, before a build. They are not committed. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { testCardSections } from "../reference/test-cards.ts";
import { root } from "../run/program.ts";
import { errorsPage } from "./errors-page.ts";
import { headingLines, rewriteLinks, section, slugOf, splitFile, wholeFiles } from "./sources.ts";

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
]);

/** Sections of READMEs that pages include, so that each text exists only once. */
const parts = {
  "packages/browser/README.md": [
    "HTML only",
    "The height before the script has run",
    "Promise API",
    "npm",
    "Options",
    "Methods",
    "Frameworks",
    "Tests",
    "A strict page",
    "What it cannot do",
  ],
  "packages/node/README.md": ["Install", "Declines and unknown outcomes", "Notifications", "Testing"],
  "packages/svelte/README.md": ["Attachments"],
  "apps/sandbox/README.md": ["Start"],
} as const;

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
  for (const [file, headings] of Object.entries(parts)) {
    const text = read(file);
    const name = file.split("/").at(-2);
    for (const heading of headings) {
      files[`parts/${name}/${partName(heading)}.md`] = `${section(text, heading, file)}\n`;
    }
  }
  return files;
}

/** Writes the generated files. */
export function writeGenerated(): void {
  rmSync(`${pagesFolder}parts`, { recursive: true, force: true });
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

const partName = (heading: string) => heading.toLowerCase().replaceAll("`", "").replaceAll(" ", "-");

const read = (path: string) => readFileSync(root + path, "utf8");
