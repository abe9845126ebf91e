/** Compiles Svelte for the unit tests, as a merchant's bundler does for a browser. */
import { fileURLToPath } from "node:url";
import { compile, compileModule } from "svelte/compiler";
import type { Plugin } from "vite";

/** Resolves Svelte to its browser build; Node.js would resolve it to the server build. */
export const svelteAlias = {
  find: /^svelte$/,
  replacement: fileURLToPath(new URL("./index-client.js", import.meta.resolve("svelte"))),
};

/** Compiles components, and modules with runes (their types are already removed); with `?server` in an import, for a server. */
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
