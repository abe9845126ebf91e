/** Checks the site's pages without building them. */
import { posix } from "node:path";
import { sidebar } from "../../../../apps/docs/.vitepress/sidebar.ts";
import { sitePages } from "./site.ts";
import { anchorsOf } from "./sources.ts";

/** Markdown by the path in the pages' folder, for example `start/html.md`. */
export type Pages = ReadonlyMap<string, string>;

/** The pages of the site, without a build. */
export function readPages(): Pages {
  return new Map(Object.entries(sitePages()));
}

/** The problems of the pages, as sentences that name the page and the place. */
export function siteProblems(pages: Pages, links: readonly string[] = sidebarLinks): readonly string[] {
  const problems: string[] = [];
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
