/** Builds the demo shop's page scripts into `apps/demo/dist`, one file each. */
import { build, type Rolldown } from "vite";
import { root } from "../process/program.ts";
import { writeFiles } from "./write-files.ts";

const entries = ["web/checkout", "web/order", "web/qa/qa", "web/wallet", "gallery/gallery"] as const;

/** Builds the scripts, and removes all other files from the folder. */
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
