/** Compiles Svelte for the unit tests, as a merchant's bundler does for a browser. */
import { fileURLToPath } from "node:url";
import { compile, compileModule } from "svelte/compiler";
import type { Plugin } from "vite";

/** What a browser gets of Svelte: Node finds the server's. */
export const svelteAlias = {
  find: /^svelte$/,
  replacement: fileURLToPath(new URL("./index-client.js", import.meta.resolve("svelte"))),
};

/** Components, and modules with runes once their types are gone; one that is imported with `?server` for a server. */
export function sveltePlugin(): Plugin {
  return {
    name: "svelte",
    transform(code, id) {
      const [filename = "", query] = id.split("?");
      const generate = query === "server" ? "server" : "client";
      if (filename.endsWith(".svelte")) return compile(code, { filename, generate }).js;
      if (/\.svelte\.[jt]s$/.test(filename)) return compileModule(code, { filename, generate }).js;
      return undefined;
    },
  };
}
