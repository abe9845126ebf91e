import { readManifest, root } from "../process/program.ts";

/**
 * The sources of the packages that are bundled into others, by the names of their imports, for the compiler's `paths`. Found in
 * node_modules, they would be of an external library, and the bundler of declarations would compile everything again for each file.
 */
export const sourcePaths: Record<string, string[]> = Object.fromEntries(
  ["contract", "gateway"].flatMap((name) => {
    const folder = `${root}packages/${name}/`;
    const exports = readManifest(folder).exports as Readonly<Record<string, { readonly source: string }>>;
    return Object.entries(exports).map(([entry, { source }]) => [
      `@cardpane/${name}${entry.slice(1)}`,
      [`${folder}${source}`],
    ]);
  }),
);
