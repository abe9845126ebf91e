/** Pages and parts of the site that come from the repository's sources. They are written before a build and not committed. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { root } from "../run.ts";
import { errorsPage } from "./errors-page.ts";
import { nodeReference } from "./node-reference.ts";
import { headingLines, rewriteLinks, section, slugOf } from "./sources.ts";
import { testCardsPage } from "./test-cards-page.ts";

/** The folder of the site's pages, with a slash at its end. */
export const pagesFolder = `${root}apps/docs/pages/`;

/** Whole files of the repository that are a page. */
const wholeFiles = {
  "hosting.md": "packages/host/README.md",
  "security.md": "SECURITY.md",
  "changelog.md": "CHANGELOG.md",
  "reference/browser.md": "packages/browser/REFERENCE.md",
  "reference/react.md": "packages/react/README.md",
  "reference/vue.md": "packages/vue/README.md",
  "reference/svelte.md": "packages/svelte/README.md",
  "reference/angular.md": "packages/angular/README.md",
  "reference/sandbox.md": "apps/sandbox/README.md",
} as const;

/** What a page says in place of a line that is written for readers of the repository. */
const replacements: Readonly<Record<string, readonly [RegExp, string]>> = {
  "hosting.md": [/^# .*/, "# Hosting the pane"],
  "reference/browser.md": [
    /^Generated from .*$/m,
    "Generated from the code. The guide begins with [HTML only](/start/html).",
  ],
};

/** Pages of wide tables: they take the room of the outline, and have their contents above. */
const wide = new Set(["reference/browser.md", "reference/sandbox.md", "security.md"]);

/** Sections of the READMEs that pages include: the README stays the one place of each text. */
const parts = {
  "packages/browser/README.md": [
    "HTML only",
    "The height before the script has run",
    "Promise API",
    "npm",
    "Each field in its own place",
    "Options",
    "Look",
    "Languages",
    "Methods",
    "An error summary",
    "Cards that networks share",
    "Frameworks",
    "Vue",
    "Svelte",
    "Angular",
    "Tests",
    "Next actions",
    "A strict page",
    "Engines",
    "What it cannot do",
  ],
  "packages/node/README.md": [
    "Install",
    "Declines and unknown outcomes",
    "3D Secure",
    "Notifications",
    "Refunds",
    "Subscriptions and saved cards",
    "The wallet",
    "Going live",
    "Testing",
    "Options of `createClient`",
    "Options of `createNotifications`",
  ],
  "packages/svelte/README.md": ["Attachments"],
  "apps/sandbox/README.md": ["Start"],
} as const;

/** Path below the pages' folder to text. */
export function generatedFiles(): Readonly<Record<string, string>> {
  const files: Record<string, string> = {
    "errors.md": errorsPage(),
    "test-cards.md": testCardsPage(),
    "reference/node.md": nodeReference(),
  };
  for (const [page, file] of Object.entries(wholeFiles)) {
    const [line, instead] = replacements[page] ?? ["", ""];
    const text = rewriteLinks(read(file), file).replace(line, instead);
    files[page] = wide.has(page) ? widePage(text) : text;
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
