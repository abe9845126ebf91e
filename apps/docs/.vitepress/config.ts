import { defineConfig, type MarkdownRenderer } from "vitepress";
import { sidebar } from "./sidebar.ts";

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="2" y="6" width="28" height="20" rx="4" fill="#3451b2"/><rect x="2" y="11" width="28" height="4" fill="#fff"/></svg>';

// The base path of the site, for example DOCS_BASE=/docs/.
const base = process.env["DOCS_BASE"] ?? "/";

export default defineConfig({
  title: "Cardpane",
  description: "Hosted card fields: the card never touches the merchant's page or server",
  lang: "en",
  head: [["link", { rel: "icon", href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  base,
  srcDir: "pages",
  // Parts are included by pages and are not pages themselves.
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
      // Typedoc generates the API reference, outside the pages.
      { text: "API", link: `${base}api/`, target: "_self" },
    ],
    sidebar: sidebar.map(({ text, items }) => ({ text, items: [...items] })),
    outline: [2, 3],
    search: { provider: "local" },
    docFooter: { prev: "Previous", next: "Next" },
  },
});

/** Adds the column's head to each cell of a table. style.css shows it on narrow screens, where the cells are stacked. */
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
