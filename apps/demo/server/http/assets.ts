/** The shop's files: styles and pictures from the sources, page scripts from the build in `dist`, the typeface from its package. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname } from "node:path";

/** A file and its address, which changes with the content and can therefore be cached forever. */
export interface Asset {
  readonly href: string;
  readonly type: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

export interface Assets {
  /**
   * Address of a file by its name, for example `shop.css` or `art/dawn-mug.svg`.
   *
   * @throws Error if there is no such file, which is a mistake in a view.
   */
  href(name: string): string;
  /** The file at an address. */
  find(path: string): Asset | undefined;
}

const demo = new URL("../../", import.meta.url);
/** The headings' typeface: Latin, one weight. Style sheets load it by this name. */
export const typeface = "source-serif.woff2";
const typefaceFile = "@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2";
const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/**
 * Reads all files once.
 *
 * @throws Error when the page scripts are not built.
 */
export function readAssets(): Assets {
  return makeAssets(
    new Map([
      [typeface, readFileSync(createRequire(import.meta.url).resolve(typefaceFile))],
      ...filesIn("web/"),
      ...filesIn("web/art/", "art/"),
      ...builtScripts(),
    ]),
  );
}

/** Creates assets from names and contents; style sheets load the typeface by its address if it is before them. */
export function makeAssets(files: ReadonlyMap<string, Buffer>): Assets {
  const byName = new Map<string, Asset>();
  const byPath = new Map<string, Asset>();
  for (const [name, file] of files) {
    const href = byName.get(typeface)?.href;
    const isStyle = extname(name) === ".css" && href !== undefined;
    const content = isStyle ? Buffer.from(file.toString().replace(`"${typeface}"`, `"${href}"`)) : file;
    const hash = createHash("sha256").update(content).digest("hex").slice(0, 12);
    const asset: Asset = {
      href: `/assets/${hash}/${name}`,
      type: types[extname(name)] ?? "application/octet-stream",
      body: new Uint8Array(content),
    };
    byName.set(name, asset);
    byPath.set(asset.href, asset);
  }
  return {
    href(name) {
      const asset = byName.get(name);
      if (!asset) throw new Error(`The shop has no file ${name}.`);
      return asset.href;
    },
    find: (path) => byPath.get(path),
  };
}

function filesIn(folder: string, prefix = ""): readonly (readonly [string, Buffer])[] {
  const url = new URL(folder, demo);
  return readdirSync(url)
    .filter((name) => [".css", ".svg"].includes(extname(name)))
    .map((name) => [prefix + name, readFileSync(new URL(name, url))] as const);
}

/** The page scripts that `packages/tools` builds. */
export const pageScripts: readonly string[] = [
  "checkout.js",
  "order.js",
  "qa.js",
  "wallet.js",
  "gallery.js",
  "gallery-wall.js",
];

function builtScripts(): readonly (readonly [string, Buffer])[] {
  return pageScripts.map((name) => {
    try {
      return [name, readFileSync(new URL(`dist/${name}`, demo))] as const;
    } catch (cause) {
      throw new Error("The shop's page scripts are not built. Run `npm run build` first.", { cause });
    }
  });
}
