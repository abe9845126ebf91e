/** Builds the demo shop's small page scripts, each into one file, to `apps/demo/dist`. */
import { build } from "vite";
import { root } from "./run.ts";

const entries = [
  "checkout",
  "order",
  "qa",
  "wallet",
  "gallery-knobs",
  "gallery-theme",
  "gallery-wall",
] as const;

/** Builds them; what was there before is replaced. */
export async function buildDemo(): Promise<void> {
  const demo = `${root}apps/demo/`;
  for (const [index, name] of entries.entries()) {
    await build({
      configFile: false,
      root: demo,
      logLevel: "warn",
      resolve: { conditions: ["source"] },
      build: {
        target: "es2022",
        outDir: "dist",
        emptyOutDir: index === 0,
        modulePreload: false,
        rollupOptions: {
          input: `${demo}web/${name}.ts`,
          output: { format: "iife", entryFileNames: `${name}.js` },
        },
      },
    });
  }
}
