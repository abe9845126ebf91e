import { defineConfig, type MarkdownRenderer } from "vitepress";
import { sidebar } from "./sidebar.ts";

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="2" y="6" width="28" height="20" rx="4" fill="#3451b2"/><rect x="2" y="11" width="28" height="4" fill="#fff"/></svg>';

// Of a site below a path, DOCS_BASE=/docs/ for example.
const base = process.env["DOCS_BASE"] ?? "/";

export default defineConfig({
  title: "Cardpane",
  description: "Hosted card fields: the card never touches the merchant's page or server",
  lang: "en",
  head: [["link", { rel: "icon", href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  base,
  srcDir: "pages",
  // Pages include them.
  srcExclude: ["parts/**"],
  outDir: "dist",
  cacheDir: ".cache",
  markdown: {
    config: labelCells,
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  themeConfig: {
    nav: [
      { text: "Quick start", link: "/start/first-payment" },
      { text: "Errors", link: "/errors" },
      { text: "Reference", link: "/reference/browser" },
      // By typedoc, beside the pages.
      { text: "API", link: `${base}api/`, target: "_self" },
    ],
    sidebar: sidebar.map(({ text, items }) => ({ text, items: [...items] })),
    outline: [2, 3],
    search: { provider: "local" },
    docFooter: { prev: "Previous", next: "Next" },
  },
});

/** Gives each cell of a table its column's head, which style.css shows where a narrow screen stacks the cells. */
function labelCells(md: MarkdownRenderer): void {
  md.core.ruler.push("cell-labels", ({ tokens }) => {
    let heads: string[] = [];
    let column = 0;
    for (const [index, token] of tokens.entries()) {
      if (token.type === "table_open") heads = [];
      if (token.type === "tr_open") column = 0;
      if (token.type === "th_open") heads.push(tokens[index + 1]?.content ?? "");
      if (token.type === "td_open") token.attrSet("data-label", heads[column++] ?? "");
    }
  });
}
