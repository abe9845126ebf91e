/** Builds the page that the variable PAGE names: its file in src, and after `@` the version of its framework. */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const src = fileURLToPath(new URL("./src/", import.meta.url));
const page = process.env.PAGE ?? "";
const [name, version] = page.split("@");
const file = readdirSync(src).find((it) => it.startsWith(`${name}.`) && !/server|svelte$/.test(it));
if (!file) throw new Error(`PAGE is ${page}, and src has no such file.`);

/** The packages of a framework's other version have aliases here; every import of the framework resolves to them. */
const others = {
  18: (id) => id.replace(/^(react|react-dom)(?=\/|$)/, "$1-18"),
  22: (id) =>
    id.replace(/^@angular\/(common|compiler|core|platform-browser|platform-server)(?=\/|$)/, "angular-22-$1"),
};
const nameOf = others[version] ?? ((id) => id);

const otherVersion = {
  name: "other-version",
  enforce: "pre",
  resolveId(id, _importer, options) {
    const name = nameOf(id);
    return name === id ? null : this.resolve(name, src + file, { ...options, skipSelf: true });
  },
};

export default defineConfig({
  base: "./",
  plugins: [otherVersion, svelte()],
  define: {
    "process.env.NODE_ENV": '"development"',
    // Vue's build warns if these flags are not set.
    __VUE_OPTIONS_API__: "true",
    __VUE_PROD_DEVTOOLS__: "false",
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "true",
  },
  resolve: { alias: { page: src + file } },
  build: { outDir: `dist/${page}${process.env.VITE_EARLY ? "@early" : ""}`, minify: false },
});
