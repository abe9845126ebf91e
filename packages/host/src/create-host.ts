/**
 * The pane's host: a fetch handler that serves one release and its headers.
 *
 *   /manifest.json                          version, addresses and integrity of what is served
 *   /health                                 says that it answers
 *   /<version>/cardpane.js                  the page's script, immutable
 *   /<version>/deferred.js, next-action.js, page-texts.js, qr.js   modules that it loads when it needs them, with their integrity; immutable
 *   /<version>/frame?environment=&locale=   the frame's document, with the environment's gateway written into it
 *   /<version>/licences.txt                 licences of the libraries in the frame's script
 *   /<version>/texts?locale=                texts of another language, for a change at run time
 *   /<version>/fonts/<digest>.woff2         fonts of the merchant's own, that pages may name; immutable
 *
 * Everything here is public and the same for everyone, so any `Host` is answered: a page that rebinds its name to this server
 * learns nothing that it could not fetch from the release itself, and no answer depends on the name.
 *
 * The gateway of an environment stands in the document and in its policy. No message and no parameter can name one.
 */
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FrameConfig } from "@cardpane/contract/frame-config";
import { nearestLocale } from "@cardpane/contract/locales";
import { type Assets, integrityOf, type LocaleTexts, pageScriptNames, readAssets } from "./assets.ts";
import { type HostConfig, isOrigin, readConfig } from "./config.ts";
import type { ServedFont } from "./fonts.ts";
import { commonHeaders, documentHeaders, framePolicy } from "./headers.ts";

/** Takes a request, answers it. Fits Hono, Bun, Deno, workers and `@hono/node-server`. */
export type FetchHandler = (request: Request) => Promise<Response>;

interface Page {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Nothing changes under a release's address; its document carries configuration, so it is asked for again after a while. */
const cacheControl = {
  release: { files: "public, max-age=31536000, immutable", document: "public, max-age=300" },
  development: { files: "no-cache", document: "no-cache" },
} as const;

/**
 * Makes the handler that serves a pane.
 *
 * @param config environments and parents; the merchant's own, never a page's.
 * @param assets the release to serve. @default the one that the build left in this package
 * @throws HostConfigError when the configuration does not fit.
 * @example
 * serve({ fetch: createHost({ environments: { live: "https://gateway.example" }, parents: ["https://shop.example"] }) });
 */
export function createHost(config: HostConfig, assets: Assets = readAssets()): FetchHandler {
  const {
    environments,
    parents,
    caching,
    unionPayLuhn,
    ranges,
    tokenizeHeaders,
    sendsRequestId,
    ...checked
  } = readConfig(config);
  const { files: immutable, document: shortLived } = cacheControl[caching];
  const base = `/${assets.version}/`;
  const scripts = [assets.frameScript, ...(caching === "development" ? [assets.contrastScript] : [])];
  const scriptHashes = scripts.map(integrityOf);
  const fonts = checked.fonts.map(nameFont);
  const packed = new Map<string, ReturnType<typeof pack>>();

  function route(url: URL): Page | Refusal {
    if (url.pathname === "/health") return json({ status: "ok" }, "no-store");
    if (url.pathname === "/manifest.json") return json(manifest(assets, base), "no-cache");
    const script = pageScriptNames.find((name) => url.pathname === `${base}${name}`);
    if (script) {
      return {
        body: assets.pageScripts[script],
        headers: { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": immutable },
      };
    }
    if (url.pathname === `${base}frame`) return frame(url.searchParams);
    if (url.pathname === `${base}licences.txt`) {
      return {
        body: assets.licences,
        headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": immutable },
      };
    }
    const font = fonts.find(({ url: name }) => url.pathname === base + name);
    if (font) {
      return { body: font.bytes, headers: { "Content-Type": "font/woff2", "Cache-Control": immutable } };
    }
    if (url.pathname === `${base}texts`) return json(nearest(url.searchParams), immutable);
    return refusal(404, "There is nothing at this address.");
  }

  /** The language nearest to what is asked for; none is refused. */
  function nearest(query: URLSearchParams) {
    const tag = nearestLocale(query.get("locale") ?? "en");
    const texts = assets.locales[tag];
    if (!texts) throw new Error(`The release lacks the locale ${tag}.`);
    return { tag, texts };
  }

  function frame(query: URLSearchParams): Page | Refusal {
    const parent = query.get("parent");
    if (parent !== null && !isOrigin(parent)) return refusal(400, "parent is not an origin.");
    if (parent !== null && !parents.includes(parent))
      return refusal(403, "This parent may not embed the pane.");
    const environment = query.get("environment") ?? "";
    const gateway = Object.hasOwn(environments, environment) ? environments[environment] : undefined;
    if (gateway === undefined) return refusal(400, "This host has no such environment.");
    return {
      body: fill(assets.document, scripts, {
        gateway,
        version: assets.version,
        strictLuhn: unionPayLuhn === "check",
        tokenizeHeaders,
        sendsRequestId,
        ranges,
        fonts: fonts.map(({ bytes, ...font }) => font),
        locale: nearest(query),
      }),
      headers: {
        ...documentHeaders,
        "Cache-Control": shortLived,
        "Content-Security-Policy": framePolicy(scriptHashes, gateway, parents),
      },
    };
  }

  return async (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return refuse(405, "Only GET and HEAD.", { Allow: "GET, HEAD" });
    }
    const page = route(new URL(request.url));
    if ("status" in page) return refuse(page.status, page.message);
    const encoding = preferredEncoding(request.headers.get("Accept-Encoding"));
    const headers = new Headers({
      ...commonHeaders,
      ...page.headers,
      "Access-Control-Allow-Origin": "*",
      // Where a frame does not come, the page's script looks whether this one was lost on the way.
      "Access-Control-Expose-Headers": "Cross-Origin-Embedder-Policy",
      Vary: "Accept-Encoding",
    });
    const etag = `"${integrityOf(page.body).slice(7, 39)}"`;
    headers.set("ETag", etag);
    if (request.headers.get("If-None-Match") === etag) return new Response(null, { status: 304, headers });
    // What is no text is packed already.
    if (encoding === undefined || typeof page.body !== "string")
      return new Response(request.method === "HEAD" ? null : page.body, { headers });
    headers.set("Content-Encoding", encoding);
    const key = `${encoding} ${etag}`;
    // Environments and locales are few, so this stays small.
    const packing = packed.get(key) ?? pack(page.body, encoding);
    packed.set(key, packing);
    const bytes = await packing;
    headers.set("Content-Length", String(bytes.length));
    return new Response(request.method === "HEAD" ? null : bytes, { headers });
  };
}

/** Addresses change with what is in the file. */
function nameFont(font: Omit<ServedFont, "url">): ServedFont {
  const digest = Buffer.from(font.integrity.slice("sha384-".length), "base64").toString("hex").slice(0, 32);
  return { ...font, url: `fonts/${digest}.woff2` };
}

interface Refusal {
  readonly status: number;
  readonly message: string;
}

function refusal(status: number, message: string): Refusal {
  return { status, message };
}

function refuse(status: number, message: string, more: Record<string, string> = {}): Response {
  const headers = {
    ...commonHeaders,
    ...more,
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    // The page's script asks why a frame does not come, and may read that it was refused.
    "Access-Control-Allow-Origin": "*",
  };
  return new Response(JSON.stringify({ message, errors: {} }), { status, headers });
}

function json(value: unknown, cacheControl: string): Page {
  return {
    body: JSON.stringify(value),
    headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": cacheControl },
  };
}

function manifest(assets: Assets, base: string) {
  return {
    version: assets.version,
    base,
    script: `${base}cardpane.js`,
    integrity: integrityOf(assets.pageScripts["cardpane.js"]),
    frame: `${base}frame`,
    frameIntegrity: integrityOf(assets.frameScript),
  };
}

/** Writes configuration and script into the document; `<` never stands in the data, so nothing in it can end the element. */
function fill(
  document: string,
  scripts: readonly string[],
  config: FrameConfig<{ readonly tag: string; readonly texts: LocaleTexts }>,
): string {
  const data = JSON.stringify(config).replaceAll("<", "\\u003c");
  const { tag, texts } = config.locale;
  return document
    .replace('<html lang="en">', () => `<html lang="${tag}" dir="${texts.dir}">`)
    .replace(
      /<title>.*<\/title>/,
      () => `<title>${texts.title.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</title>`,
    )
    .replace("<!--config-->", () => `<script type="application/json" id="cardpane-config">${data}</script>`)
    .replace("<!--script-->", () => scripts.map((script) => `<script>${script}</script>`).join(""));
}

function preferredEncoding(accepted: string | null): "br" | "gzip" | undefined {
  const names = new Set(
    (accepted ?? "")
      .split(",")
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(";")[0]?.trim()),
  );
  return names.has("br") ? "br" : names.has("gzip") ? "gzip" : undefined;
}

/** Off the thread that answers: the best of brotli takes a quarter of a second for a document. */
async function pack(body: string, encoding: "br" | "gzip"): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (encoding === "br" ? brotli(body) : promisify(gzip)(body, { level: 9 })));
}

const brotli = (body: string) =>
  promisify(brotliCompress)(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  });
