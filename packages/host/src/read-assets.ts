/** Reads a release from the folder that the build wrote. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Assets, LocaleTexts } from "./assets.ts";

/** Scripts that are inlined; every other script of a release has an address. */
const inlinedScripts = ["hello.js", "frame.js"];

/**
 * Reads a release from a folder: `dist/release` of an installed `@cardpane/host`, of this version or an earlier one.
 *
 * @param folder ends with a slash. @default the release of this package
 * @throws Error when the folder has no complete release
 */
export function readAssets(folder: URL = builtRelease()): Assets {
  const read = (name: string) => readFileSync(new URL(name, folder), "utf8");
  try {
    const { version } = JSON.parse(read("release.json")) as { version: string };
    const scripts = readdirSync(folder)
      .filter((name) => name.endsWith(".js") && !inlinedScripts.includes(name))
      .sort();
    const tags = readdirSync(new URL("locale/", folder))
      .map((name) => name.replace(/\.json$/, ""))
      .sort();
    return {
      version,
      pageScripts: {
        ...Object.fromEntries(scripts.map((name) => [name, read(name)])),
        "cardpane.js": read("cardpane.js"),
      },
      document: read("frame.html"),
      helloScript: read("hello.js"),
      frameScript: read("frame.js"),
      earlyLoader: read("start.js"),
      licences: read("licences.txt"),
      locales: Object.fromEntries(
        tags.map((tag) => [tag, JSON.parse(read(`locale/${tag}.json`)) as LocaleTexts]),
      ),
    };
  } catch (cause) {
    throw new Error(
      `There is no whole release in ${fileURLToPath(folder)}. Install @cardpane/host again, or name the folder dist/release of an installed one (in this repository: npm run build).`,
      { cause },
    );
  }
}

/** The folder of the built release: next to this file in a build, in the package's `dist` when running from the sources. */
function builtRelease(): URL {
  const here = import.meta.url;
  return new URL(here.endsWith(".ts") ? "../dist/release/" : "./release/", here);
}

/** Subresource integrity of a file, `sha384-…`. */
export function integrityOf(content: string | Uint8Array): string {
  return `sha384-${createHash("sha384").update(content).digest("base64")}`;
}
