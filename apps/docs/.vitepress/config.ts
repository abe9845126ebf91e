import { defineConfig } from "vitepress";
import { sidebar } from "./sidebar.ts";

export default defineConfig({
  title: "Cardpane",
  description: "Hosted card fields: the card never touches the merchant's page or server",
  lang: "en",
  // Of a site below a path, DOCS_BASE=/docs/ for example.
  base: process.env["DOCS_BASE"] ?? "/",
  srcDir: "pages",
  // Pages include them.
  srcExclude: ["parts/**"],
  outDir: "dist",
  cacheDir: ".cache",
  markdown: {
    // Svelte's and Angular's templates are shown as they are.
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  themeConfig: {
    nav: [
      { text: "Quick start", link: "/start/html" },
      { text: "Errors", link: "/errors" },
      { text: "Reference", link: "/reference/browser" },
    ],
    sidebar: sidebar.map(({ text, items }) => ({ text, items: [...items] })),
    outline: [2, 3],
    search: { provider: "local" },
    docFooter: { prev: "Previous", next: "Next" },
  },
});
