/**
 * Builds what is installed from npm and runs in a page or beside the pane: `@cardpane/browser`, `@cardpane/react` and
 * `@cardpane/host`.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
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
  /** Modules that stay imports. */
  readonly external: readonly (string | RegExp)[];
  /** Beside the ES modules, for Jest, which loads no other: CommonJS in a folder of its own. */
  readonly commonJs?: true;
  /** First line of each module. */
  readonly banner?: string;
}

const libraries: readonly Library[] = [
  {
    folder: "packages/browser/",
    entries: {
      index: "src/index.ts",
      define: "src/define.ts",
      jsx: "src/jsx.ts",
      react: "src/react.ts",
      react18: "src/react18.ts",
      vue: "src/vue.ts",
      svelte: "src/svelte.ts",
      testing: "src/testing.ts",
      "next-action": "src/next-action.ts",
      "return-page": "src/return-page.ts",
    },
    // Of the types alone, which a framework's user has.
    external: ["react", "vue", "svelte/elements"],
    commonJs: true,
  },
  {
    folder: "packages/react/",
    entries: { index: "src/index.ts" },
    external: ["react", /^@cardpane\/browser/],
    commonJs: true,
    // For Next: a server component may import it.
    banner: '"use client";',
  },
  {
    folder: "packages/host/",
    entries: { index: "src/index.ts" },
    external: [/^node:/, "@hono/node-server"],
  },
];

/** Writes each library's `dist`: ES modules, declarations with the contract's types inside, and what its elements are. */
export async function buildLibraries(): Promise<void> {
  await Promise.all(libraries.map(buildLibrary));
  await writeFile(manifestPath, JSON.stringify(readElements(), null, 2));
}

async function buildLibrary({ folder, entries, external, commonJs, banner = "" }: Library): Promise<void> {
  const out = `${root}${folder}dist`;
  const input = Object.fromEntries(
    Object.entries(entries).map(([name, file]) => [name, `${root}${folder}${file}`]),
  );
  await Promise.all(Object.keys(entries).map((name) => rm(`${out}/${name}.js`, { force: true })));
  const kinds = commonJs ? (["es", "cjs"] as const) : (["es"] as const);
  const folderOf = (kind: "es" | "cjs") => (kind === "es" ? out : `${out}/cjs`);
  for (const kind of kinds) {
    await build({
      configFile: false,
      logLevel: "warn",
      root: `${root}${folder}`,
      resolve: { conditions: ["source"] },
      build: {
        outDir: folderOf(kind),
        emptyOutDir: false,
        target: "es2022",
        minify: false,
        lib: { entry: input, formats: [kind], fileName: (_, name) => `${name}.js` },
        rollupOptions: { external: [...external], output: { banner, chunkFileNames: "[name]-[hash].js" } },
      },
    });
  }
  const bundle = await rollup({
    input,
    external: [...external],
    plugins: [dts({ tsconfig: `${root}${folder}tsconfig.json`, includeExternal: ["@cardpane/contract"] })],
  });
  // Declarations are of the kind of module that the nearest package.json names.
  for (const kind of kinds) await bundle.write({ dir: folderOf(kind), format: "es" });
  await bundle.close();
  if (!commonJs) return;
  await mkdir(folderOf("cjs"), { recursive: true });
  await writeFile(`${folderOf("cjs")}/package.json`, '{ "type": "commonjs" }\n');
}
