/** Builds one page, which the variable PAGE names: its file in src, after `@` its version of React. */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const src = fileURLToPath(new URL("./src/", import.meta.url));
const page = process.env.PAGE ?? "";
const [name, react] = page.split("@");
const file = readdirSync(src).find((it) => it.startsWith(`${name}.`) && !/server|svelte$/.test(it));
if (!file) throw new Error(`PAGE is ${page}, and src has no such file.`);

const react18 = ["react", "react-dom"].map((it) => ({
  find: new RegExp(`^${it}(?=/|$)`),
  replacement: fileURLToPath(new URL(`./node_modules/${it}-18`, import.meta.url)),
}));

export default defineConfig({
  base: "./",
  plugins: [svelte()],
  define: { "process.env.NODE_ENV": '"development"' },
  resolve: { alias: [{ find: "page", replacement: src + file }, ...(react === "18" ? react18 : [])] },
  build: { outDir: `dist/${page}${process.env.VITE_EARLY ? "@early" : ""}`, minify: false },
});
