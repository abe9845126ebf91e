/**
 * Builds `@cardpane/node` for npm: an ES module, CommonJS and declarations for both. The contract and zod are bundled; the
 * package's dependencies stay imports.
 */
import { copyFile, rm, writeFile } from "node:fs/promises";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { build } from "vite";
import { isProgram, readManifest, root } from "../process/program.ts";
import { pureStatements } from "./pure-statements.ts";
import { sourcePaths } from "./source-paths.ts";

const folder = `${root}packages/node/`;

/** Writes `packages/node/dist`: the library and `doubts` in two formats, their declarations by topic, the program, and the licence of zod. */
export async function buildNode(): Promise<void> {
  const dependencies = Object.keys(readManifest(folder).dependencies ?? {});
  const external = (id: string) =>
    id.startsWith("node:") || dependencies.some((name) => id === name || id.startsWith(`${name}/`));
  await rm(`${folder}dist`, { recursive: true, force: true });
  // Not together, so that the library shares no chunk with the command, which needs Node.js.
  await Promise.all([
    buildCode(["index"], ["es", "cjs"], external),
    buildCode(["doubts", "cli"], ["es"], external),
    buildCode(["doubts"], ["cjs"], external),
    buildTypes(external),
  ]);
  // zod is bundled, so its licence must be delivered, too.
  await copyFile(`${folder}node_modules/zod/LICENSE`, `${folder}dist/zod-licence.txt`);
}

async function buildCode(
  names: readonly string[],
  formats: readonly ("es" | "cjs")[],
  external: (id: string) => boolean,
): Promise<void> {
  await build({
    configFile: false,
    logLevel: "warn",
    root: folder,
    plugins: [pureStatements()],
    resolve: { conditions: ["source"] },
    build: {
      outDir: `${folder}dist`,
      emptyOutDir: false,
      target: "es2022",
      minify: false,
      // The code is readable; maps would be two thirds of the package.
      sourcemap: false,
      lib: {
        entry: Object.fromEntries(names.map((name) => [name, `${folder}src/${name}.ts`])),
        formats: [...formats],
        fileName: (format, name) => `${name}.${format === "es" ? "js" : "cjs"}`,
      },
      rollupOptions: { external },
    },
  });
}

async function buildTypes(external: (id: string) => boolean): Promise<void> {
  const bundle = await rollup({
    input: ["index", "doubts"].map((name) => `${folder}src/${name}.ts`),
    // The declarations name no schemas, so zod's declarations need not be read.
    external: (id) => external(id) || id === "zod",
    // Topics import one another, which compilers accept. Types that are exported only for another topic were private before.
    onwarn: ({ code, plugin, message }, warn) => {
      if (code !== "CIRCULAR_CHUNK" && !(plugin === "dts" && /private shared type/.test(message)))
        warn(message);
    },
    plugins: [
      dts({
        tsconfig: `${folder}tsconfig.json`,
        // Schemas of the contract have inferred types, which the compiler must be able to name, although none of our
        // declarations uses them. zod is not a dependency of the package, so the compiler finds it only through this path.
        compilerOptions: { paths: { ...sourcePaths, zod: [`${folder}node_modules/zod/index.d.ts`] } },
      }),
      { name: "without-head-comments", renderChunk: (code) => withoutHeadComments(code) },
    ],
  });
  const { output } = await bundle.write({
    dir: `${folder}dist`,
    format: "es",
    entryFileNames: "[name].d.ts",
    chunkFileNames: "[name].d.ts",
    minifyInternalExports: false,
    manualChunks: topicOf,
  });
  await bundle.close();
  // The same declarations serve require(), with other file extensions: the package has named exports only.
  for (const file of output) {
    if (file.type !== "chunk") continue;
    const code = file.code.replaceAll(/(from ['"]\.\/\w+)\.js(?=['"])/g, "$1.cjs");
    await writeFile(`${folder}dist/${file.fileName.replace(/\.d\.ts$/, ".d.cts")}`, code);
  }
}

/** Each topic has its own file of declarations, because a single file would be long to read. */
function topicOf(path: string): string | undefined {
  if (/\/(contract|gateway)\/src\//.test(path)) return "contract";
  const [, folder] = /\/node\/src\/(\w+)\//.exec(path) ?? [];
  // The command's are those of its entry.
  if (!folder || folder === "doubts") return undefined;
  return ["notifications", "orders", "payments", "wallet"].includes(folder) ? folder : "client";
}

/** Removes head comments of files, which would precede the doc comment of the first declaration. */
function withoutHeadComments(code: string): string {
  return code.replace(/^\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n+(?=\/\*\*)/gm, "");
}

if (isProgram(import.meta.url)) await buildNode();
