/**
 * One file of a program's sources, for tests that start it: to load them one by one through tsx takes two seconds of a processor, and
 * this a tenth. Packages of others stay outside.
 */
import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { isAbsolute, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { root } from "../process/program.ts";

interface Resolved {
  readonly path: string;
  readonly external?: boolean;
}
interface Place {
  readonly path: string;
  readonly importer: string;
  readonly resolveDir: string;
  readonly kind: string;
  readonly pluginData?: unknown;
}
/** The parts of esbuild's plugins that are used here. */
interface Build {
  onResolve(of: { filter: RegExp }, resolve: (place: Place) => Promise<Resolved | undefined>): void;
  onLoad(
    of: { filter: RegExp },
    load: (file: { path: string }) => Promise<{ contents: string; loader: "js" | "ts" }>,
  ): void;
  resolve(path: string, place: Omit<Place, "path">): Promise<Resolved>;
}

/** tsx has it installed. */
const esbuild = createRequire(createRequire(import.meta.url).resolve("tsx"))("esbuild") as {
  build(options: object): Promise<{
    readonly outputFiles: readonly { readonly text: string }[];
    readonly metafile: { readonly inputs: Readonly<Record<string, unknown>> };
  }>;
};
const folder = `${root}node_modules/.cache/cardpane/programs/`;

/** Code of other packages is imported from where it is, and a module of ours keeps its own address. */
const placesOf = (program: string, packages: string) => ({
  name: "places",
  setup(build: Build) {
    build.onResolve({ filter: /^[^./]/ }, async ({ path, ...place }) => {
      if (place.pluginData) return;
      const resolveDir = place.importer === program ? packages : place.resolveDir;
      const { path: found } = await build.resolve(path, { ...place, resolveDir, pluginData: "once" });
      if (!isAbsolute(found)) return { path, external: true };
      return found.includes("/node_modules/")
        ? { path: pathToFileURL(found).href, external: true }
        : { path: found };
    });
    build.onLoad({ filter: /\.[jt]s$/ }, async ({ path }) => {
      const address = JSON.stringify(pathToFileURL(path).href);
      return {
        contents: (await readFile(path, "utf8")).replaceAll("import.meta.url", address),
        loader: path.endsWith(".js") ? "js" : "ts",
      };
    });
  },
});

/** What a bundle was made of, as its last line says. */
interface Made {
  readonly startedAt: number;
  readonly inputs: readonly string[];
}

/**
 * Bundles a program, or finds the bundle of its present sources.
 *
 * @param packages - the folder whose packages the program itself may import
 * @returns the file to start, with Node's argument `--conditions=source`
 */
export async function bundleProgram(entry: URL, packages = new URL(".", entry)): Promise<string> {
  const path = fileURLToPath(entry);
  const outfile = `${folder}${relative(root, path).replaceAll(/[/\\]/g, "-")}.mjs`;
  if (await isPresent(outfile)) return outfile;
  const startedAt = Date.now();
  const { outputFiles, metafile } = await esbuild.build({
    entryPoints: [path],
    bundle: true,
    write: false,
    metafile: true,
    absWorkingDir: root,
    platform: "node",
    format: "esm",
    target: "node20",
    conditions: ["source"],
    plugins: [placesOf(path, fileURLToPath(packages))],
    logLevel: "silent",
  });
  const made: Made = { startedAt, inputs: [...Object.keys(metafile.inputs), "pnpm-lock.yaml"] };
  await mkdir(folder, { recursive: true });
  // Processes run side by side: the file is complete, or not there.
  const own = `${outfile}.${process.pid}`;
  await writeFile(own, `${outputFiles[0]?.text}//${JSON.stringify(made)}`);
  await rename(own, outfile);
  return outfile;
}

/** Whether a bundle is there, and none of its sources has changed since. */
async function isPresent(outfile: string): Promise<boolean> {
  try {
    const text = await readFile(outfile, "utf8");
    const { startedAt, inputs } = JSON.parse(text.slice(text.lastIndexOf("\n//") + 3)) as Made;
    const files = await Promise.all(inputs.map((input) => stat(root + input)));
    return files.every(({ mtimeMs }) => mtimeMs < startedAt);
  } catch {
    return false;
  }
}
