import { defineConfig, type MarkdownRenderer } from "vitepress";
import { slugOf } from "../../../packages/tools/src/docs/sources.ts";
import { sidebar } from "./sidebar.ts";

// The base path of the site, for example DOCS_BASE=/docs/.
const base = process.env["DOCS_BASE"] ?? "/";
const hostedPane = await findPane(process.env["PANE_ORIGIN"]);

export default defineConfig({
  title: "Cardpane",
  description: "Hosted card fields: the card never touches the merchant's page or server",
  lang: "en",
  head: [["link", { rel: "icon", href: `${base}mark.svg` }]],
  base,
  // packages/tools/src/docs/site.ts copies the pages there.
  srcDir: ".site",
  outDir: "dist",
  cacheDir: ".cache",
  vite: { define: { hostedPane: JSON.stringify(hostedPane) } },
  markdown: {
    anchor: { slugify: slugOf },
    config: (md) => {
      labelCells(md);
      addCopyButtons(md);
    },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  themeConfig: {
    logo: "/mark.svg",
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

/** The script of a deployed pane's host, for the home page (theme/live-pane.vue), or null without one. */
async function findPane(origin: string | undefined) {
  if (!origin) return null;
  const url = `${origin}/manifest.json`;
  const response = await fetch(url);
  const { script, integrity } = response.ok ? await response.json() : {};
  if (!script || !integrity) throw new Error(`PANE_ORIGIN: ${url} is not the manifest of a pane's host.`);
  return { script: new URL(script, origin).href, integrity };
}

/**
 * Adds the column's head to each cell of a table. style.css shows it on narrow screens, where the cells are stacked. A head without
 * text becomes a usual cell, because screen readers announce an empty head.
 */
function labelCells(md: MarkdownRenderer): void {
  md.core.ruler.push("cell-labels", ({ tokens }) => {
    let heads: string[] = [];
    let column = 0;
    for (const [index, token] of tokens.entries()) {
      if (token.type === "table_open") heads = [];
      if (token.type === "tr_open") column = 0;
      if (token.type === "th_open") {
        const [text, close] = tokens.slice(index + 1);
        // Without the marks of code and links.
        const head = text?.children?.map(({ content }) => content).join("") ?? "";
        heads.push(head);
        if (!head && close) token.tag = close.tag = "td";
      }
      if (token.type === "td_open") token.attrSet("data-label", heads[column++] ?? "");
    }
  });
}

/** Adds a button that copies it to each card number in a table. theme/index.ts has the click. */
function addCopyButtons(md: MarkdownRenderer): void {
  const rule = md.renderer.rules.code_inline;
  md.renderer.rules.code_inline = (tokens, index, options, env, self) => {
    const code = rule?.(tokens, index, options, env, self) ?? "";
    const text = tokens[index]?.content ?? "";
    if (!/^\d{12,19}$/.test(text) || env.relativePath !== "test-cards.md") return code;
    return `${code}<button class="copy-card" type="button" data-copy="${text}" aria-label="Copy ${text}">Copy</button>`;
  };
}
