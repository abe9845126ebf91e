/** Builds the demo shop's small page scripts, each into one file, to `apps/demo/dist`. */
import { build, type Rolldown } from "vite";
import { root } from "../run/run.ts";
import { writeFiles } from "./write-files.ts";

const entries = [
  "web/checkout",
  "web/order",
  "web/plain-form",
  "web/qa/qa",
  "web/wallet",
  "gallery/web/gallery-knobs",
  "gallery/web/gallery-theme",
  "gallery/web/gallery-wall",
] as const;

/** Builds them; what was there before and is none of them goes. */
export async function buildDemo(): Promise<void> {
  const demo = `${root}apps/demo/`;
  const files: Record<string, string> = {};
  for (const entry of entries) {
    const result = await build({
      configFile: false,
      root: demo,
      logLevel: "warn",
      resolve: { conditions: ["source"] },
      build: {
        write: false,
        target: "es2022",
        modulePreload: false,
        rollupOptions: {
          input: `${demo}${entry}.ts`,
          output: { format: "iife", entryFileNames: "[name].js" },
        },
      },
    });
    for (const { output } of [result].flat() as readonly Rolldown.RolldownOutput[]) {
      for (const file of output)
        files[file.fileName] = file.type === "chunk" ? file.code : String(file.source);
    }
  }
  await writeFiles(`${demo}dist`, files);
}
