/** Checks the site's pages without building them. */
import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { sidebar } from "../../../../apps/docs/.vitepress/sidebar.ts";
import { root } from "../process/program.ts";
import { generatedFiles } from "./generated.ts";
import { markdownFiles } from "./markdown-files.ts";
import { headingLines, slugOf } from "./sources.ts";

/** Markdown by the path in the pages' folder, for example `start/html.md`. */
export type Pages = ReadonlyMap<string, string>;

/** The written and the generated pages, without a build. Git does not track files that an earlier build generated. */
export function readPages(): Pages {
  const folder = "apps/docs/pages/";
  const written = markdownFiles().filter((file) => file.startsWith(folder));
  return new Map([
    ...written.map((file) => [file.slice(folder.length), readFileSync(root + file, "utf8")] as const),
    ...Object.entries(generatedFiles()),
  ]);
}

/** The problems of the pages, as sentences that name the page and the place. */
export function siteProblems(pages: Pages, links: readonly string[] = sidebarLinks): readonly string[] {
  const problems = [...pages].flatMap(([path, text]) => missingFiles(path, text));
  const texts = new Map([...pages].map(([path, text]) => [addressOf(path), text] as const));
  const anchors = new Map([...texts].map(([address, text]) => [address, anchorsOf(text)]));

  for (const address of texts.keys()) {
    if (address !== "/" && !links.includes(address)) problems.push(`${address} is not in the sidebar.`);
  }
  for (const link of links) if (!texts.has(link)) problems.push(`The sidebar names ${link}: no such page.`);
  for (const [address, text] of texts) {
    const own = anchors.get(address) ?? [];
    for (const anchor of new Set(own.filter((it, index) => own.indexOf(it) !== index))) {
      problems.push(`${address} has the anchor #${anchor} more than once.`);
    }
    for (const target of linksOf(text)) {
      const [page = "", anchor] = target.split("#");
      const found = page === "" ? address : posix.join(posix.dirname(address), page);
      const at = anchors.get(page.startsWith("/") ? page : found);
      if (!at) problems.push(`${address} links to ${target}: no such page.`);
      else if (anchor !== undefined && !at.includes(anchor))
        problems.push(`${address} links to ${target}: no such heading.`);
    }
  }
  return problems;
}

const sidebarLinks = sidebar.flatMap(({ items }) => items.map(({ link }) => link));

const addressOf = (path: string) => `/${path.replace(/\.md$/, "").replace(/(^|\/)index$/, "$1")}`;

/** The snippets and images of a page that do not exist. */
function missingFiles(path: string, text: string): readonly string[] {
  const problems: string[] = [];
  for (const [, target = ""] of text.matchAll(/^<<< (\S+)/gm)) {
    const [file = "", region] = target.replace(/\{.*$/, "").split("#");
    const found = posix.join("apps/docs/pages", posix.dirname(path), file);
    if (!existsSync(root + found)) problems.push(`${path} shows ${found}: no such file.`);
    else if (region && !readFileSync(root + found, "utf8").includes(`// #region ${region}\n`))
      problems.push(`${path} shows #${region} of ${found}: no such region.`);
  }
  for (const [, target = ""] of text.matchAll(image)) {
    const found = posix.join("apps/docs/pages", posix.dirname(path), target);
    if (!existsSync(root + found)) problems.push(`${path} shows ${found}: no such file.`);
  }
  return problems;
}

const image = /!\[[^\]]*\]\(([^)\s]+)\)/g;

/** The targets of links within this site, without those in code. */
function linksOf(text: string): readonly string[] {
  const prose = text
    .replaceAll(/^\s*```[\s\S]*?^\s*```/gm, "")
    .replaceAll(/`[^`\n]*`/g, "")
    .replaceAll(image, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)|^\s*link: (\S+)$/gm)]
    .map(([, inText, inFront]) => inText ?? inFront ?? "")
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** The ids that VitePress gives to a page's headings. */
function anchorsOf(text: string): readonly string[] {
  const lines = text.split("\n");
  const isHeading = headingLines(lines);
  return lines
    .filter((_, index) => isHeading[index])
    .map((line) => /\{#([\w-]+)\}\s*$/.exec(line)?.[1] ?? slugOf(line.replace(/^#+ /, "")));
}
