/**
 * The pane's host: a fetch handler that serves releases and their headers. It uses only the web platform, so it runs on Node and
 * in workers.
 *
 *   /manifest.json                          version, addresses and integrity of the current release
 *   /health                                 status of the host
 *   /reports                                receives browsers' reports of violated policies, if the configuration collects them
 *   /<version>/cardpane.js                  the page's script, immutable
 *   /<version>/deferred.js, next-action.js, page-texts.js, qr.js   modules that it loads when it needs them, with their integrity; immutable
 *   /<version>/start.js                     the early loader as a file; immutable
 *   /<version>/frame?environment=&locale=   the frame's document, with the environment's gateway written into it
 *   /<version>/licences.txt                 licences of the libraries in the frame's script
 *   /<version>/texts?locale=                texts of another language, for a change at run time
 *   /<version>/fonts/<digest>.woff2         the merchant's own fonts, which pages may select; immutable
 *
 * Every response is public and the same for everyone, so any `Host` is accepted: a page that points its own domain name to this
 * server (DNS rebinding) reads nothing that it could not fetch from the release anyway. If the configuration does not set the
 * host's own origin, the requested name decides one header, `Origin-Agent-Cluster`.
 *
 * The gateway of an environment is written into the document and its policy. No message or parameter can set it.
 */
import type { FrameConfig } from "@cardpane/contract/frame-config";
import { nearestLocale } from "@cardpane/contract/locales";
import type { Assets, LocaleTexts } from "./assets.ts";
import { type CheckedConfig, isOrigin, listsOrigin, parentsOf, sharesSite } from "./config.ts";
import { digest } from "./digest.ts";
import { HostConfigError } from "./error.ts";
import { nameFont, type ServedFont } from "./fonts.ts";
import {
  commonHeaders,
  contentHeaders,
  type DocumentHashes,
  documentHeaders,
  framePolicy,
  mergeHeaders,
  reportHeaders,
  sameSiteHeaders,
} from "./headers.ts";
import { PolicyReports, type ReportObserver } from "./policy-reports.ts";
import { type Refusal, type RefusalCode, refusalBody, refusalsOf, releaseFilePattern } from "./refusals.ts";

/** Responds to a request. Works with Hono, Bun, Deno, workers and `@hono/node-server`. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** The observer and the compression of a handler. */
export interface HandlerOptions extends ReportObserver {
  /** Compresses texts; absent if the platform does it. */
  readonly compress?: Compress;
}

/** Compresses a text. */
export type Compress = (body: string, encoding: "br" | "gzip") => Promise<Uint8Array<ArrayBuffer>>;

/** The headers of every response: the host's own, then those of its configuration. */
type CommonHeaders = readonly Readonly<Record<string, string>>[];

interface Page {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/** A page with its ETag and its compressed bodies, which are created once. */
interface PreparedPage extends Page {
  readonly etag: string;
  /** By encoding. */
  readonly compressed: Map<string, ReturnType<Compress>>;
}

/** A release with the digests that its policy and its manifest need. */
interface Release {
  readonly assets: Assets;
  /** The scripts that are inlined into its document. */
  readonly scripts: readonly string[];
  readonly hashes: DocumentHashes;
  readonly integrity: string;
  readonly frameIntegrity: string;
}

/**
 * The files of a release never change. Its document contains the configuration, so browsers request it again after five
 * minutes.
 */
const cacheControl = {
  release: { files: "public, max-age=31536000, immutable", document: "public, max-age=300" },
  development: { files: "no-cache", document: "no-cache" },
} as const;

/** A rollout needs far fewer releases at a time. */
const maxReleases = 16;
const versionPattern = /^[0-9A-Za-z][0-9A-Za-z.+-]{0,63}$/;

/**
 * Creates the handler.
 *
 * @param given the releases, the current one first; each is served under its own version
 * @throws HostConfigError when there is no release, too many, or two with the same version
 */
export function createHandler(
  config: CheckedConfig,
  given: Assets | readonly Assets[],
  { compress, ...observer }: HandlerOptions = {},
): FetchHandler {
  const { environments, headers, origin, prefix } = config;
  const releases = "version" in given ? [given] : given;
  checkReleases(releases);
  const versions = releases.map(({ version }) => version);
  const pages = new Pages(config, releases);
  const reports =
    config.reports === "collect" ? new PolicyReports({ origin, prefix, versions }, observer) : undefined;
  const common = [commonHeaders, headers];
  const refusals = refusalsOf(versions, Object.keys(environments));
  const refuse = (code: RefusalCode) => refusalResponse(code, refusals[code], common);
  return async (request) => {
    const url = new URL(request.url);
    if (reports && url.pathname === reportPath(prefix)) {
      if (request.method !== "POST") return refusalResponse("method_not_allowed", onlyPost, common);
      if ((await reports.receive(request)) === "too_large") return refuse("body_too_large");
      // The same response for a report that is dropped, so that the sender learns nothing.
      const noStore = mergeHeaders(...common, { "Cache-Control": "no-store" });
      return new Response(null, { status: 204, headers: noStore });
    }
    if (request.method !== "GET" && request.method !== "HEAD") return refuse("method_not_allowed");
    const page = await pages.find(url);
    return typeof page === "string" ? refuse(page) : respond(request, page, common, compress);
  };
}

const onlyPost: Refusal = { status: 405, message: "Only POST.", headers: { allow: "POST" } };

function reportPath(prefix: string): string {
  return `${prefix}/reports`;
}

async function respond(
  request: Request,
  page: PreparedPage,
  common: CommonHeaders,
  compress: Compress | undefined,
): Promise<Response> {
  const { body, etag, compressed } = page;
  const headers = mergeHeaders(...common, contentHeaders, page.headers, { ETag: etag });
  if (knows(request.headers.get("If-None-Match"), etag)) return new Response(null, { status: 304, headers });
  const encoding = preferredEncoding(request.headers.get("Accept-Encoding"));
  // A font is compressed already.
  if (!compress || encoding === undefined || typeof body !== "string")
    return new Response(request.method === "HEAD" ? null : body, { headers });
  headers.set("Content-Encoding", encoding);
  const compressing = compressed.get(encoding) ?? compress(body, encoding);
  compressed.set(encoding, compressing);
  const bytes = await compressing;
  headers.set("Content-Length", String(bytes.length));
  return new Response(request.method === "HEAD" ? null : bytes, { headers });
}

/** Whether a client has a page: a proxy may have made its tag weak, or may list several. */
function knows(ifNoneMatch: string | null, etag: string): boolean {
  const tags = (ifNoneMatch ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(etag.slice(2));
}

/** The response of a refusal. */
export function refusalResponse(code: string, refusal: Refusal, common: CommonHeaders): Response {
  return new Response(refusalBody(code, refusal), {
    status: refusal.status,
    headers: mergeHeaders(...common, refusal.headers ?? {}, {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
    }),
  });
}

/** Every page that the host serves: finds the page of an address, and creates each page once. */
class Pages {
  readonly #config: CheckedConfig;
  readonly #prepareOnce: () => Promise<{
    readonly fonts: readonly ServedFont[];
    readonly releases: ReadonlyMap<string, Release>;
  }>;
  /** By release, environment, locale, site and scheme. There are few combinations, so the map stays small. */
  readonly #prepared = new Map<string, Promise<PreparedPage>>();

  constructor(config: CheckedConfig, releases: readonly Assets[]) {
    this.#config = config;
    // On the first request, because some workers forbid computation while their module loads.
    this.#prepareOnce = once(async () => {
      const fonts = await Promise.all(config.fonts.map(nameFont));
      const prepared = await Promise.all(releases.map((assets) => prepareRelease(assets)));
      return { fonts, releases: new Map(prepared.map((release) => [release.assets.version, release])) };
    });
  }

  async find(url: URL): Promise<PreparedPage | RefusalCode> {
    const { prefix } = this.#config;
    if (url.pathname === "/health") return this.#health();
    if (!url.pathname.startsWith(`${prefix}/`)) return "not_found";
    const path = url.pathname.slice(prefix.length + 1);
    if (path === "health") return this.#health();
    const { fonts, releases: served } = await this.#prepareOnce();
    if (path === "manifest.json") {
      const [current] = served.values();
      return this.#keep("manifest", () => json(current && manifest(current, prefix), "no-cache"));
    }
    const { version = "", name = "" } = /^(?<version>[^/]+)\/(?<name>.+)$/.exec(path)?.groups ?? {};
    const release = served.get(version);
    if (release) return this.#file(release, name, url, fonts);
    const isReleaseFile =
      versionPattern.test(version) && new RegExp(`^(?:${releaseFilePattern})$`).test(name);
    return isReleaseFile ? "release_unknown" : "not_found";
  }

  #health(): Promise<PreparedPage> {
    return this.#keep("health", () => json({ status: "ok" }, "no-store"));
  }

  async #file(
    release: Release,
    name: string,
    url: URL,
    fonts: readonly ServedFont[],
  ): Promise<PreparedPage | RefusalCode> {
    const { assets } = release;
    const { files: immutable } = cacheControl[this.#config.caching];
    const keep = (key: string, make: () => Page) => this.#keep(`${assets.version} ${key}`, make);
    /** A page whose address always has the same content. */
    const content = (type: string, body: Page["body"]) =>
      keep(name, () => ({ body, headers: { "Content-Type": type, "Cache-Control": immutable } }));
    if (name === "frame") return this.#frame(release, url, fonts);
    if (name === "texts") {
      const texts = nearest(assets, url.searchParams);
      return keep(`texts ${texts.tag}`, () => json(texts, immutable));
    }
    const script = Object.hasOwn(assets.pageScripts, name) ? assets.pageScripts[name] : undefined;
    const font = fonts.find((candidate) => candidate.url === name);
    if (script !== undefined) return content("text/javascript; charset=utf-8", script);
    if (name === "licences.txt") return content("text/plain; charset=utf-8", assets.licences);
    if (font) return content("font/woff2", font.bytes);
    return "not_found";
  }

  async #frame(
    release: Release,
    url: URL,
    fonts: readonly ServedFont[],
  ): Promise<PreparedPage | RefusalCode> {
    const config = this.#config;
    const { environments } = config;
    const { assets, scripts, hashes } = release;
    const parent = url.searchParams.get("parent");
    if (parent !== null && !isOrigin(parent)) return "parent_invalid";
    const environment = url.searchParams.get("environment") ?? "";
    const gateway = Object.hasOwn(environments, environment) ? environments[environment] : undefined;
    if (gateway === undefined) return "environment_unknown";
    const parents = parentsOf(config.parents, environment);
    if (parent !== null && !listsOrigin(parents, parent)) return "parent_unlisted";
    const locale = nearest(assets, url.searchParams);
    const own = new URL(config.origin ?? url.origin);
    const isSameSite = sharesSite(parents, own.hostname);
    const isSecure = own.protocol === "https:";
    const reports = config.reports === "collect" ? { path: reportPath(config.prefix), isSecure } : undefined;
    const key = `${assets.version} frame ${environment} ${locale.tag} ${isSameSite} ${isSecure}`;
    return this.#keep(key, () => ({
      body: fill(assets.document, scripts, {
        gateway,
        ...(config.lanOverHttp === "development" && environment !== "live"
          ? { lanOverHttp: true as const }
          : {}),
        strictLuhn: config.unionPayLuhn === "check",
        tokenizeHeaders: config.tokenizeHeaders,
        sendsRequestId: config.sendsRequestId,
        ranges: config.ranges,
        fonts: fonts.map(({ bytes, ...font }) => font),
        locale,
      }),
      headers: {
        ...documentHeaders,
        ...(isSameSite ? sameSiteHeaders : {}),
        ...(reports ? reportHeaders(reports) : {}),
        "Cache-Control": cacheControl[config.caching].document,
        "Content-Security-Policy": framePolicy(hashes, gateway, parents, reports),
      },
    }));
  }

  #keep(key: string, make: () => Page): Promise<PreparedPage> {
    const known = this.#prepared.get(key);
    if (known) return known;
    const making = prepare(make());
    this.#prepared.set(key, making);
    return making;
  }
}

function checkReleases(releases: readonly Assets[]): void {
  if (releases.length === 0) throw new HostConfigError("releases must hold at least one release.");
  if (releases.length > maxReleases)
    throw new HostConfigError(`releases takes ${maxReleases} releases at most.`);
  for (const [index, { version }] of releases.entries()) {
    if (!versionPattern.test(version))
      throw new HostConfigError(`releases[${index}].version is no version of a release.`);
    const first = releases.findIndex((other) => other.version === version);
    if (first !== index) {
      throw new HostConfigError(
        `releases[${index}] is version ${version} again, as releases[${first}]: give each release once.`,
      );
    }
  }
}

async function prepareRelease(assets: Assets): Promise<Release> {
  const scripts = [assets.helloScript, assets.frameScript];
  return {
    assets,
    scripts,
    hashes: {
      scripts: await Promise.all(scripts.map(digest)),
      styles: await Promise.all(
        [...assets.document.matchAll(/<style>(.*?)<\/style>/g)].map(([, style = ""]) => digest(style)),
      ),
    },
    integrity: await digest(assets.pageScripts["cardpane.js"]),
    frameIntegrity: await digest(assets.frameScript),
  };
}

async function prepare(page: Page): Promise<PreparedPage> {
  // Weak, because each encoding has other bytes.
  return { ...page, etag: `W/"${(await digest(page.body)).slice(7, 39)}"`, compressed: new Map() };
}

/** The release's language that is nearest to the requested one; no tag is refused. */
function nearest({ locales }: Assets, query: URLSearchParams): { tag: string; texts: LocaleTexts } {
  const wanted = nearestLocale(query.get("locale") ?? "en");
  // An earlier release may lack a language that was added later.
  const tag = [wanted, wanted.split("-")[0] ?? "en"].find((name) => Object.hasOwn(locales, name)) ?? "en";
  const texts = locales[tag];
  if (!texts) throw new Error(`The release lacks the locale ${tag}.`);
  return { tag, texts };
}

function json(value: unknown, caching: string): Page {
  return {
    body: JSON.stringify(value),
    headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": caching },
  };
}

function manifest({ assets, integrity, frameIntegrity }: Release, prefix: string) {
  const base = `${prefix}/${assets.version}/`;
  return {
    version: assets.version,
    base,
    script: `${base}cardpane.js`,
    integrity,
    frame: `${base}frame`,
    frameIntegrity,
  };
}

/** Writes configuration and scripts into the document. Every `<` in the data is escaped, so the data cannot end its element. */
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

/** Calls `make` once, and returns the same promise to every caller. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
