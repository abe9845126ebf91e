/** The shop's files: styles and pictures from the sources, page scripts from the build in `dist`. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
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
const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

/**
 * Reads all files once.
 *
 * @throws Error when the page scripts are not built.
 */
export function readAssets(): Assets {
  return makeAssets(
    new Map([
      ...filesIn("web/"),
      ...filesIn("web/art/", "art/"),
      ...filesIn("web/qa/"),
      ...filesIn("gallery/web/"),
      ...builtScripts(),
    ]),
  );
}

/** Creates assets from names and contents. */
export function makeAssets(files: ReadonlyMap<string, Buffer>): Assets {
  const byName = new Map<string, Asset>();
  const byPath = new Map<string, Asset>();
  for (const [name, content] of files) {
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
  "plain-form.js",
  "qa.js",
  "wallet.js",
  "gallery-knobs.js",
  "gallery-theme.js",
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
