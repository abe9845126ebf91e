/** Builds what is installed from npm and runs in a page or beside the pane: `@cardpane/browser` and `@cardpane/host`. */
import { rm, writeFile } from "node:fs/promises";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { build } from "vite";
import { readElements } from "./custom-elements.ts";
import { root } from "./run.ts";

/** Where the manifest of the elements is written. */
export const manifestPath = `${root}packages/browser/dist/custom-elements.json`;

interface Library {
  readonly folder: string;
  /** Name of the built file to its source. */
  readonly entries: Readonly<Record<string, string>>;
  /** The same of what is run and never imported: it has no declarations. */
  readonly programs?: Readonly<Record<string, string>>;
  /** Modules that stay imports. */
  readonly external: readonly (string | RegExp)[];
}

const libraries: readonly Library[] = [
  {
    folder: "packages/browser/",
    entries: {
      index: "src/index.ts",
      define: "src/define.ts",
      jsx: "src/jsx.ts",
      "next-action": "src/next-action.ts",
      "return-page": "src/return-page.ts",
    },
    external: [],
  },
  {
    folder: "packages/host/",
    entries: { index: "src/index.ts", worker: "src/worker.ts" },
    programs: { cli: "src/cli.ts" },
    external: [/^node:/, "@hono/node-server", "tldts"],
  },
];

/** Writes each library's `dist`: ES modules, declarations with the contract's types inside, and what its elements are. */
export async function buildLibraries(): Promise<void> {
  await Promise.all(libraries.map(buildLibrary));
  await writeFile(manifestPath, JSON.stringify(readElements(), null, 2));
}

async function buildLibrary({ folder, entries, programs = {}, external }: Library): Promise<void> {
  const out = `${root}${folder}dist`;
  const paths = (files: Library["entries"]) =>
    Object.fromEntries(Object.entries(files).map(([name, file]) => [name, `${root}${folder}${file}`]));
  const built = paths({ ...entries, ...programs });
  await Promise.all(Object.keys(built).map((name) => rm(`${out}/${name}.js`, { force: true })));
  await build({
    configFile: false,
    logLevel: "warn",
    root: `${root}${folder}`,
    resolve: { conditions: ["source"] },
    build: {
      outDir: out,
      emptyOutDir: false,
      target: "es2022",
      minify: false,
      lib: { entry: built, formats: ["es"] },
      rollupOptions: { external: [...external] },
    },
  });
  const bundle = await rollup({
    input: paths(entries),
    external: [...external],
    plugins: [dts({ tsconfig: `${root}${folder}tsconfig.json`, includeExternal: ["@cardpane/contract"] })],
  });
  await bundle.write({ dir: out, format: "es" });
  await bundle.close();
}
