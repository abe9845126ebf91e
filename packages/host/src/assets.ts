/** What the build leaves for the host: the page's script, the frame's document and script, the locales. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** What the host itself reads of a locale; the rest is the frame's. */
export interface LocaleTexts {
  readonly dir: "ltr" | "rtl";
  readonly title: string;
}

/** File names of what runs in the merchant's page. */
export const pageScriptNames = [
  "cardpane.js",
  "next-action.js",
  "page-texts.js",
  "qr.js",
  "deferred.js",
] as const;
export type PageScript = (typeof pageScriptNames)[number];

/** A release, as files of one version. */
export interface Assets {
  readonly version: string;
  /** The page's script, and by their file names the modules that it loads when it needs them. */
  readonly pageScripts: Readonly<Record<PageScript, string>>;
  /** The frame's document with its placeholders. */
  readonly document: string;
  /** The script that is inlined into it. */
  readonly frameScript: string;
  /** A second one, in development only: says which contrasts are too low. */
  readonly contrastScript: string;
  /** Licences of what the frame's script was built with. */
  readonly licences: string;
  /** Locale tag to its texts. */
  readonly locales: Readonly<Record<string, LocaleTexts>>;
}

/**
 * Reads a release from the folder that the build wrote.
 *
 * @throws Error when the folder is not there: the build has not run.
 */
export function readAssets(folder: URL = builtRelease()): Assets {
  const read = (name: string) => readFileSync(new URL(name, folder), "utf8");
  let version: string;
  try {
    ({ version } = JSON.parse(read("release.json")) as { version: string });
  } catch (cause) {
    throw new Error(`No release in ${fileURLToPath(folder)}. Build first: npm run build.`, { cause });
  }
  const tags = readdirSync(new URL("locale/", folder)).map((name) => name.replace(/\.json$/, ""));
  return {
    version,
    pageScripts: {
      "cardpane.js": read("cardpane.js"),
      "next-action.js": read("next-action.js"),
      "page-texts.js": read("page-texts.js"),
      "qr.js": read("qr.js"),
      "deferred.js": read("deferred.js"),
    },
    document: read("frame.html"),
    frameScript: read("frame.js"),
    contrastScript: read("contrast.js"),
    licences: read("licences.txt"),
    locales: Object.fromEntries(
      tags.map((tag) => [tag, JSON.parse(read(`locale/${tag}.json`)) as LocaleTexts]),
    ),
  };
}

/** Beside this file once it is built; from the sources, in the package's `dist`. */
function builtRelease(): URL {
  const here = import.meta.url;
  return new URL(here.endsWith(".ts") ? "../dist/release/" : "./release/", here);
}

/** Subresource integrity of a file, `sha384-…`. */
export function integrityOf(content: string | Uint8Array): string {
  return `sha384-${createHash("sha384").update(content).digest("base64")}`;
}
