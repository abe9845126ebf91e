/**
 * Builds the files that a pane's host serves: the page's scripts, the frame's document and scripts, the locales.
 *
 * The page's script loads the other ones on demand. A script contains the integrity hashes of those that it loads, so it is built after
 * them.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { type ManglePropertiesOptions, minify } from "terser";
import { build, type Plugin, type Rolldown } from "vite";
import { locales } from "../../../frame/src/locale/index.ts";
import { readManifest, root } from "../process/program.ts";
import { keptNames } from "./kept-names.ts";
import { leanLit } from "./lean-lit.ts";
import { unfit } from "./minimum.ts";
import { writeFiles } from "./write-files.ts";

const out = `${root}packages/host/dist/release/`;

/** Builds `packages/host/dist/release` from the sources. The same sources give the same bytes. */
export async function buildRelease(): Promise<void> {
  const { version } = readManifest(`${root}packages/frame/`);
  const [hello, frame, start, scripts] = await Promise.all([
    bundle("packages/frame/src/hello.ts"),
    bundle("packages/frame/src/main.ts", { internals: "all" }),
    bundle("packages/browser/src/early/early-loader.ts"),
    bundlePageScripts(),
  ]);
  const texts = Object.entries(locales).map(([tag, texts]) => [`locale/${tag}.json`, JSON.stringify(texts)]);
  await writeFiles(out, {
    ...scripts,
    "hello.js": hello,
    "frame.js": frame,
    "start.js": start,
    "frame.html": await readFile(`${root}packages/frame/src/document.html`, "utf8"),
    "licences.txt": await licences(),
    "release.json": `${JSON.stringify({ version })}\n`,
    ...Object.fromEntries(texts),
  });
}

/** Bundled packages, each with the package that depends on it. Minified scripts no longer contain their licence notices. */
const bundled = [
  ["lit", "packages/frame/"],
  ["lit-html", "lit"],
  ["lit-element", "lit"],
  ["@lit/reactive-element", "lit"],
  ["card-validator", "packages/frame/"],
  ["credit-card-type", "packages/frame/"],
  ["uqr", "packages/browser/"],
] as const;

/** The licence texts of the bundled packages, which must be delivered with them. */
async function licences(): Promise<string> {
  const texts = bundled.map(async ([name, owner]) => {
    const folder = folderOf(name, owner);
    const { version } = readManifest(folder);
    return `${name} ${version}\n\n${(await readFile(`${folder}LICENSE`, "utf8")).trim()}\n`;
  });
  return [...(await Promise.all(texts)), await luhnLicence()].join(`\n${"-".repeat(80)}\n\n`);
}

/** The notice of card-validator's Luhn function, which is by another author: the head comment of its file. */
async function luhnLicence(): Promise<string> {
  const path = `${folderOf("card-validator", "packages/frame/")}dist/luhn-10.js`;
  const [, notice] = /\/\*\n( \* Luhn algorithm.*?)\n \*\//s.exec(await readFile(path, "utf8")) ?? [];
  if (notice === undefined) throw new Error(`${path} has no licence at its head any more.`);
  return `luhn-10, of card-validator\n\n${notice.replaceAll(/^ \* ?/gm, "")}\n`;
}

/** The folder of a dependency, with a trailing slash. */
function folderOf(name: string, owner: string): string {
  const from = owner.endsWith("/") ? `${root}${owner}` : folderOf(owner, "packages/frame/");
  const entry = createRequire(`${from}package.json`).resolve(name);
  return `${entry.slice(0, entry.lastIndexOf(`node_modules/${name}/`))}node_modules/${name}/`;
}

async function bundlePageScripts(): Promise<Readonly<Record<string, string>>> {
  const source = "packages/browser/src/";
  const module = (entry: string) => bundle(`${source}${entry}`, { format: "es" });
  const [nextAction, pageTexts, qr] = await Promise.all([
    module("next-action/run.ts"),
    module("ui/page-texts.ts"),
    module("next-action/qr.ts"),
  ]);
  const deferred = await bundle(`${source}lazy/release-deferred.ts`, {
    format: "es",
    define: {
      nextActionIntegrity: JSON.stringify(integrityOf(nextAction)),
      pageTextsIntegrity: JSON.stringify(integrityOf(pageTexts)),
      qrIntegrity: JSON.stringify(integrityOf(qr)),
    },
  });
  for (const code of [deferred, nextAction, pageTexts, qr]) {
    const shared = code.match(/\.(\w+)/g)?.find((name) => pageInternals.test(name.slice(1)));
    if (shared) throw new Error(`Another file than cardpane.js has a property ${shared}: see pageInternals.`);
  }
  const page = await bundle(`${source}script.ts`, {
    internals: pageInternals,
    define: {
      deferredIntegrity: JSON.stringify(integrityOf(deferred)),
    },
  });
  return {
    "cardpane.js": page,
    "next-action.js": nextAction,
    "page-texts.js": pageTexts,
    "qr.js": qr,
    "deferred.js": deferred,
  };
}

/** SHA-256, the shortest hash of subresource integrity, because it is part of a script that must be small. */
function integrityOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

interface Bundle {
  /** A classic script, or a module. @default "iife" */
  readonly format?: "iife" | "es";
  readonly define?: Readonly<Record<string, string>>;
  /** Names of properties that only this script uses, which become short; `"all"`: those that `keptNames` does not keep. */
  readonly internals?: RegExp | "all";
}

/**
 * Names that only `cardpane.js` uses: neither the page, nor a message, nor another file of the release. Written out, they are 0.2 kB
 * of what a first form loads.
 */
export const pageInternals =
  /^(mountPoints?|frameOrigin|takeFirst|restyle|setLabel|rename|isDetached|mayRestart|forgetRestarts|focusAlert|hasAlertFocus|isInPlace|handleReload|handleResponse|isTextLost|onRemoved|onSignal|refuseToken|isIn|handleSnapshot|lookAt|isReady|localizedTexts|isEarly|toMessage|onAbort|isSent|stage|arrange|place|settings|emit|tokenEndsAt|deadline|timer|attach|notify|verify|ended)$/;

/** Removes comments and needless white space from style sheets in templates, which minifiers do not change. */
const leanStyles: Plugin = {
  name: "lean-styles",
  enforce: "pre",
  transform: (code) =>
    code.replace(/\bcss(`[^`]*`)/g, (_, sheet: string) =>
      sheet
        .replace(/\/\*.*?\*\//gs, "")
        .replace(/\s+/g, " ")
        .replace(/ (?=[{}])|(?<=[{;:,]) /g, "")
        .replace(/;(?=})/g, ""),
    ),
};

/**
 * Compiles card-validator and credit-card-type from the sources in their packages. Their published files are CommonJS for old
 * browsers: the wrappers and helpers would be 0.7 kB of the frame's document.
 */
const librarySources: Plugin = {
  name: "library-sources",
  load: {
    filter: { id: /\/node_modules\/(card-validator|credit-card-type)\/dist\// },
    handler(id) {
      const source = id.replace("/dist/", "/src/");
      const path = [source, source.replace(/\.js$/, ".ts")].find(existsSync);
      if (!path) throw new Error(`${id} has no source`);
      const code = readFileSync(path, "utf8")
        .replaceAll(/^import (\w+) = require\(("[^"]+")\);/gm, "import $1 from $2;")
        .replaceAll(/^(?:export|module\.exports) = (\w+);/gm, "export default $1;")
        // Messages of errors that only a call with an unknown network could cause, and a function that the frame does not use.
        .replaceAll(/new Error\([^;]*\);/g, "Error();")
        .replace(/^creditCardType\.removeCard = .*?^};/ms, "");
      return { code, moduleType: "ts" };
    },
  },
};

/** Writes uqr's uses of what pages replace (minimum.ts) in another way. */
const safeQr: Plugin = {
  name: "safe-qr",
  transform: {
    filter: { id: /\/node_modules\/uqr\// },
    handler: (code) =>
      code
        .replace(/Array\.from\(\{ length: (.+?) \}(, |\))/g, (_, length: string, end: string) =>
          end === ")" ? `[...Array(${length})]` : `[...Array(${length})].map(`,
        )
        .replace(
          /row\.reduce\(\(sum, color\) => sum \+ \(color \? 1 : 0\), dark\)/,
          "dark + row.filter(Boolean).length",
        ),
  },
};

function shortened(internals: RegExp | "all", code: string): ManglePropertiesOptions {
  return internals === "all" ? { reserved: [...keptNames(code)], keep_quoted: true } : { regex: internals };
}

/** Bundles one minified script. It defines no globals except those that its source sets. */
async function bundle(
  entry: string,
  { format = "iife", define = {}, internals }: Bundle = {},
): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "warn",
    root,
    // `release`: `#lazy/*` of packages/browser loads files of the release; in npm users' bundlers it loads chunks.
    resolve: { conditions: ["source", "release"] },
    define: { "process.env.NODE_ENV": '"production"', ...define },
    plugins: [leanStyles, librarySources, safeQr, leanLit],
    build: {
      write: false,
      target: "es2022",
      lib: { entry: `${root}${entry}`, formats: [format], name: "cardpaneBundle" },
      rollupOptions: { output: { extend: false } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result as Rolldown.RolldownOutput];
  const chunk = output?.output[0];
  if (chunk?.type !== "chunk" || output?.output.length !== 1)
    throw new Error(`${entry} did not become one script`);
  // A second minifier after the bundler's saves another two percent.
  const { code = "" } = await minify(chunk.code, {
    ecma: 2020,
    module: format === "es",
    compress: {
      passes: 3,
      // Safe because our code never calls `new` on a plain function or reads its prototype.
      unsafe_methods: true,
      // Safe because our code reads no property for the effect of its getter.
      pure_getters: true,
      keep_fargs: false,
      // Separate statements compress better than expressions with commas and question marks.
      sequences: false,
      booleans: false,
      arrows: false,
      if_return: false,
    },
    mangle: { toplevel: true, ...(internals && { properties: shortened(internals, chunk.code) }) },
    // ASCII only: with any other character, engines store and scan the whole script with two bytes per character.
    format: { ascii_only: true, comments: false, preserve_annotations: false },
  });
  // The remaining line ends are in templates, between tags and attributes.
  const oneLine = code.trim().replace(/\n\s*/g, " ");
  const complaints = unfit(oneLine, {
    sourceType: format === "es" ? "module" : "script",
    isInPage: entry.startsWith("packages/browser/"),
  });
  if (complaints.length > 0)
    throw new Error(`${entry} does not run everywhere (minimum.ts):\n${complaints.join("\n")}`);
  // An inlined script must not close its own element.
  return oneLine.replaceAll("</script", "<\\/script");
}
