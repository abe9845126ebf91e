/** The repository's own texts on the site: maps files to pages, and rewrites their links. */
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { root } from "../process/program.ts";

/** Files of the repository that are whole pages of the site, each with its path on the site. */
export const wholeFiles: Readonly<Record<string, string>> = {
  "packages/host/README.md": "/hosting",
  "packages/host/THREATS.md": "/threats",
  "SECURITY.md": "/security",
  "CHANGELOG.md": "/changelog",
  "packages/browser/REFERENCE.md": "/reference/browser",
  "packages/host/REFERENCE.md": "/reference/host",
  "packages/node/REFERENCE.md": "/reference/node",
  "apps/sandbox/REFERENCE.md": "/reference/sandbox",
};

/** Sections of a whole file that are pages of their own: by the page's path, its title and its headings of the second level. */
const splitPages: Readonly<
  Record<string, Readonly<Record<string, { readonly title: string; readonly headings: readonly string[] }>>>
> = {
  "packages/node/REFERENCE.md": {
    "/reference/node-fields": {
      title: "@cardpane/node: fields",
      headings: ["Fields of a payment", "Fields of the other calls", "Fields of a result"],
    },
    "/reference/node-api": {
      title: "@cardpane/node: functions and types",
      headings: ["Functions, classes and values", "Types"],
    },
  },
};

/** Splits a file into its pages: the text of each, by its path. */
export function splitFile(markdown: string, file: string): Readonly<Record<string, string>> {
  const lines = markdown.split("\n");
  const isHeading = headingLines(lines);
  const own = wholeFiles[file] ?? "";
  const texts: Record<string, string[]> = { [own]: [] };
  for (const [path, { title }] of Object.entries(splitPages[file] ?? {})) texts[path] = [`# ${title}`, ""];
  let page = own;
  for (const [index, line] of lines.entries()) {
    if (isHeading[index] && line.startsWith("## ")) page = pageOfHeading(file, line.slice(3)) ?? own;
    texts[page]?.push(line);
  }
  return Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, text.join("\n")]));
}

function pageOfHeading(file: string, heading: string): string | undefined {
  return Object.entries(splitPages[file] ?? {}).find(([, { headings }]) => headings.includes(heading))?.[0];
}

/** The page with this anchor, if the file is split and the anchor is not on its own page. */
function splitPageOf(file: string, anchor: string): string | undefined {
  if (!splitPages[file]) return undefined;
  const pagesOfFile = splitFile(readFileSync(root + file, "utf8"), file);
  return Object.keys(splitPages[file]).find((path) => {
    return anchorsOf(pagesOfFile[path] ?? "").includes(anchor);
  });
}

/** The page for links to a file: the one that contains it, or the guide that its README points to. */
const pages: Readonly<Record<string, string>> = {
  ...wholeFiles,
  "packages/browser/README.md": "/start/html",
  "packages/node/README.md": "/server/express",
  "packages/react/README.md": "/start/react",
  "packages/vue/README.md": "/start/vue",
  "packages/svelte/README.md": "/start/svelte",
  "packages/angular/README.md": "/start/angular",
  "apps/sandbox/README.md": "/sandbox/guide",
};

/** Sections, by anchor, that are on another page than the rest of their file. */
const sections: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "packages/node/REFERENCE.md": { "payment-codes": "/errors#payment-codes" },
};

/**
 * Rewrites the links of a file: to the page that contains the target, or to the target's path as text if it is not on the site.
 * Code is not changed.
 *
 * @param file path of the Markdown file in the repository
 */
export function rewriteLinks(markdown: string, file: string): string {
  return outsideCode(markdown, (text) =>
    text.replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, (whole, label: string, target: string) => {
      if (/^[a-z]+:/.test(target)) return whole;
      const [path = "", anchor] = target.split("#");
      const found = path === "" ? file : posix.join(posix.dirname(file), path);
      const page = pages[found] ?? writtenPage(found);
      if (!page) return label.includes(posix.basename(path)) ? label : `${label} (\`${found}\`)`;
      if (anchor === undefined) return `[${label}](${page})`;
      const split = splitPageOf(found, anchor);
      return `[${label}](${sections[found]?.[anchor] ?? `${split ?? page}#${anchor}`})`;
    }),
  );
}

/** The file with a page's text, relative to the folder of the guides. */
export function fileOf(page: string): string {
  const whole = Object.entries(wholeFiles).find(([, path]) => path === page)?.[0];
  const split = Object.entries(splitPages).find(([, pagesOfFile]) => page in pagesOfFile)?.[0];
  return whole || split ? `../../../${whole ?? split}` : `${page.slice(1)}.md`;
}

/** The path of a page that is written for the site. */
function writtenPage(path: string): string | undefined {
  return /^apps\/docs\/pages(\/.+)\.md$/.exec(path)?.[1];
}

/** Whether each line is a heading: a `#` in a fenced block is not. */
export function headingLines(lines: readonly string[]): readonly boolean[] {
  let isCode = false;
  return lines.map((line) => {
    if (/^\s*```/.test(line)) isCode = !isCode;
    return !isCode && /^#{1,6} /.test(line);
  });
}

/** The id that GitHub gives to a heading, and the site with it: so a link with an anchor leads there on both. */
export function slugOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}

/** The ids of a page's headings: the one that an `<a id>` in it sets, or the heading's own. */
export function anchorsOf(markdown: string): readonly string[] {
  const lines = markdown.split("\n");
  const isHeading = headingLines(lines);
  return lines
    .filter((_, index) => isHeading[index])
    .map((line) => /<a id="([\w-]+)">/.exec(line)?.[1] ?? slugOf(line.replace(/^#+ /, "")));
}

/** Applies a change to the text outside fenced blocks. */
function outsideCode(markdown: string, change: (text: string) => string): string {
  return markdown
    .split(/^(\s*```[\s\S]*?^\s*```\s*?)$/m)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join("");
}
