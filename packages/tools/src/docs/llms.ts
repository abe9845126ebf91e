/** For agents that read the site: each page as Markdown beside its HTML, and `llms.txt`, the list of them. */
import { sidebar } from "../../../../apps/docs/.vitepress/sidebar.ts";
import { readManifest, root } from "../process/program.ts";
import { sitePages } from "./site.ts";

const { homepage = "" } = readManifest(root);

/** Files by their path on the site. Links lead to the Markdown of a page. */
export function agentFiles(): Readonly<Record<string, string>> {
  const pages = Object.entries(sitePages()).filter(([path]) => path !== "index.md");
  const texts = pages.map(([path, text]) => [path, asMarkdown(text)]);
  return { ...Object.fromEntries(texts), "llms.txt": list() };
}

function list(): string {
  const groups = sidebar.map(({ text, items }) => {
    const links = items.map((item) => `- [${item.text}](${homepage}${item.link.slice(1)}.md)`);
    return `## ${text}\n\n${links.join("\n")}`;
  });
  const about = `# Cardpane

> Hosted card fields: a shopper types a card into a pane on the merchant's page, and the page gets a one-time token. \`@cardpane/node\` pays with it
> on the server, \`@cardpane/sandbox\` is a gateway for tests, offline. Each npm package has an AGENTS.md.`;
  return `${[about, ...groups].join("\n\n")}\n`;
}

/** Without the site's own head, with links that lead somewhere outside of it. */
function asMarkdown(text: string): string {
  return text
    .replace(/^---\n[\s\S]*?\n---\n+/, "")
    .replaceAll(
      /\]\(\/([\w/-]+)(#[\w-]+)?\)/g,
      (_, page, anchor = "") => `](${homepage}${page}.md${anchor})`,
    );
}
