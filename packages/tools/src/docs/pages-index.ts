/** Generates the list of the guides that GitHub shows in their folder, from the site's sidebar. */
import { sidebar } from "../../../../apps/docs/.vitepress/sidebar.ts";
import { fileOf } from "./sources.ts";

/** The list as Markdown. */
export function pagesIndex(): string {
  const groups = sidebar.map(({ text, items }) => {
    const links = items.map((item) => `- [${item.text}](${fileOf(item.link)})`);
    return `## ${text}\n\n${[...new Set(links)].join("\n")}`;
  });
  return `${["# Guides", ...groups].join("\n\n")}\n`;
}
