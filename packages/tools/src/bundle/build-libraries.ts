/**
 * Builds the npm packages, except for `@cardpane/node`: `@cardpane/browser`, the adapters of frameworks, `@cardpane/host` and
 * `@cardpane/sandbox`.
 */
import { realpathSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type Plugin, rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import ts from "typescript";
import { build } from "vite";
import { readManifest, root } from "../process/program.ts";
import { buildAngular } from "./build-angular.ts";
import { buildSvelte } from "./build-svelte.ts";
import { bundleHost } from "./build-worker.ts";
import { readElements } from "./custom-elements.ts";
import { pureClasses } from "./pure-classes.ts";
import { sourcePaths } from "./source-paths.ts";

/** The path of the custom elements manifest. */
export const manifestPath = `${root}packages/browser/dist/custom-elements.json`;

/** Patterns for a package's dependencies and all their subpaths. */
function dependenciesOf(folder: string): RegExp[] {
  const { dependencies, peerDependencies } = readManifest(`${root}${folder}`);
  return Object.keys({ ...dependencies, ...peerDependencies }).map((name) => new RegExp(`^${name}(/|$)`));
}

interface Library {
  readonly folder: string;
  /** Sources by the name of the built file. */
  readonly entries: Readonly<Record<string, string>>;
  /** The same for programs and modules inside the package, which nobody imports by name. They have no declarations. */
  readonly programs?: Readonly<Record<string, string>>;
  /** Modules that are not bundled. */
  readonly external: readonly (string | RegExp)[];
  /** Also builds CommonJS, into a separate folder, for Jest, which loads only CommonJS. */
  readonly commonJs?: true;
  /** First line of each module. */
  readonly banner?: string;
  /** The library runs on Node.js only: the URLs of files next to it are kept. */
  readonly isProgram?: boolean;
}

const libraries: readonly Library[] = [
  {
    folder: "packages/browser/",
    entries: {
      index: "src/index.ts",
      define: "src/define.ts",
      jsx: "src/jsx.ts",
      adapter: "src/adapter.ts",
      testing: "src/testing.ts",
      "next-action": "src/next-action.ts",
      "return-page": "src/return-page.ts",
    },
    programs: { messages: "src/lazy/messages.ts", "printed-messages": "src/lazy/printed-messages.ts" },
    external: [],
    commonJs: true,
  },
  {
    folder: "packages/react/",
    entries: { index: "src/index.ts" },
    external: ["react", /^@cardpane\/browser/],
    commonJs: true,
    // With this directive, a server component of Next may import the package.
    banner: '"use client";',
  },
  {
    folder: "packages/vue/",
    entries: { index: "src/index.ts" },
    external: ["vue", /^@cardpane\/browser/],
    commonJs: true,
  },
  {
    folder: "packages/host/",
    entries: {
      index: "src/index.ts",
      worker: "src/worker.ts",
      "shopper-browser": "src/shopper-browser.ts",
    },
    programs: { cli: "src/cli.ts" },
    external: [/^node:/, "@hono/node-server", "tldts", "playwright-core"],
  },
  {
    folder: "apps/sandbox/",
    entries: { index: "src/index.ts", playwright: "src/playwright.ts" },
    programs: { cli: "src/cli.ts" },
    // The manifest's dependencies are installed with the package; the contract is bundled.
    external: [/^node:/, ...dependenciesOf("apps/sandbox/")],
    isProgram: true,
  },
];

/** Writes each library's `dist`: ES modules, declarations that include the contract's types, and the manifest of the elements. */
export async function buildLibraries(): Promise<void> {
  await Promise.all([...libraries.map(buildLibrary), buildSvelte()]);
  await buildAngular();
  await writeFile(`${root}packages/host/dist/worker-host.txt`, await bundleHost());
  await writeFile(manifestPath, JSON.stringify(readElements(), null, 2));
}

async function buildLibrary(library: Library): Promise<void> {
  const { folder, entries, programs, external, commonJs, banner = "", isProgram } = library;
  const out = `${root}${folder}dist`;
  const input = Object.fromEntries(
    Object.entries({ ...entries, ...programs }).map(([name, file]) => [name, `${root}${folder}${file}`]),
  );
  await removeEarlierBuild(out);
  const kinds = commonJs ? (["es", "cjs"] as const) : (["es"] as const);
  const folderOf = (kind: "es" | "cjs") => (kind === "es" ? out : `${out}/cjs`);
  for (const kind of kinds) {
    await build({
      configFile: false,
      logLevel: "warn",
      root: `${root}${folder}`,
      plugins: [pureClasses()],
      resolve: { conditions: ["source"] },
      ssr: { resolve: { conditions: ["source"] } },
      build: {
        outDir: folderOf(kind),
        emptyOutDir: false,
        target: "es2022",
        minify: false,
        sourcemap: true,
        ...(isProgram
          ? { ssr: true }
          : { lib: { entry: input, formats: [kind], fileName: (_, name) => `${name}.js` } }),
        rollupOptions: {
          ...(isProgram && { input }),
          // Whoever bundles an application chooses between the entries of `imports` in the manifest. CommonJS has one for all.
          external: [...external, ...(kind === "es" ? ["#messages"] : [])],
          output: {
            banner,
            chunkFileNames: "[name]-[hash].js",
            ...(isProgram && { entryFileNames: "[name].js" }),
          },
        },
      },
    });
  }
  // The nearest package.json decides whether declarations describe ES modules or CommonJS.
  await writeDeclarations(library, kinds.map(folderOf));
  if (!commonJs) return;
  await mkdir(folderOf("cjs"), { recursive: true });
  await writeFile(`${folderOf("cjs")}/package.json`, '{ "type": "commonjs" }\n');
}

/** Removes the modules of an earlier build, since their chunks have other names. Keeps the output of other build steps. */
async function removeEarlierBuild(out: string): Promise<void> {
  const names = await readdir(out).catch(() => []);
  const ours = names.filter((name) => name === "cjs" || /\.(js|js\.map|d\.ts)$/.test(name));
  await Promise.all(ours.map((name) => rm(`${out}/${name}`, { recursive: true })));
}

/** Writes the declarations of each entry into each folder. They include the contract's types. */
async function writeDeclarations(
  { folder: name, entries, external, isProgram }: Library,
  into: readonly string[],
): Promise<void> {
  const folder = `${root}${name}`;
  // For a program, the bundler reads declarations of single files, which do not need the types of the database and the server.
  const scratch = `${folder}dist/declarations/`;
  if (isProgram) await declareEachFile(`${folder}src/`, scratch);
  const pathOf = (file: string) =>
    isProgram ? `${scratch}${file.replace("src/", "").replace(/\.ts$/, ".d.ts")}` : `${folder}${file}`;
  const bundle = await rollup({
    input: Object.fromEntries(Object.entries(entries).map(([entry, file]) => [entry, pathOf(file)])),
    external: [...external],
    // Modules of the contract with types and values leave imports that no declaration uses. Declarations may import in a circle.
    onLog: (level, log, handle) =>
      !["UNUSED_EXTERNAL_IMPORT", "CYCLIC_CROSS_CHUNK_REEXPORT"].includes(log.code ?? "") &&
      handle(level, log),
    plugins: [
      isProgram && declarationsOf("contract"),
      isProgram && declarationsOf("gateway"),
      dts({
        tsconfig: `${folder}tsconfig.json`,
        compilerOptions: { paths: sourcePaths },
      }),
    ],
  });
  for (const dir of into) await bundle.write({ dir, format: "es" });
  await bundle.close();
  await rm(scratch, { recursive: true, force: true });
}

/**
 * Gives the bundler declarations in place of a package's sources. If all its entries are declarations, it does not compile a
 * source, but reads it as a declaration.
 */
function declarationsOf(name: "contract" | "gateway"): Plugin {
  const folder = `${root}packages/${name}/`;
  const { config } = ts.readConfigFile(`${folder}tsconfig.json`, ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const program = ts.createProgram(
    fileNames.filter((name) => !name.includes(".test.")),
    { ...options, noEmit: false, declaration: true, emitDeclarationOnly: true },
  );
  return {
    name: `${name}-declarations`,
    transform(_, id) {
      // The bundler reads the contract through pnpm's symbolic link.
      const source = program.getSourceFile(realpathSync(id));
      let declarations: string | undefined;
      if (source && !source.isDeclarationFile)
        program.emit(source, (_path, text) => {
          declarations = text;
        });
      return declarations;
    },
  };
}

async function declareEachFile(from: string, to: string): Promise<void> {
  const compilerOptions = {
    isolatedDeclarations: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
  };
  for (const name of await readdir(from, { recursive: true })) {
    if (!name.endsWith(".ts") || name.includes(".test") || name.startsWith("testing/")) continue;
    const text = await readFile(`${from}${name}`, "utf8");
    const { outputText } = ts.transpileDeclaration(text, { fileName: name, compilerOptions });
    const file = `${to}${name.replace(/\.ts$/, ".d.ts")}`;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, outputText.replaceAll(/(from "\.[^"]*)\.ts"/g, '$1.d.ts"'));
  }
}
