/**
 * A deployment: every file that a host serves for a configuration, with the headers of its response. It is collected from the
 * host's own handler, so that a static server, a worker and `cardpane serve` have one source.
 */
import { localeTags } from "@cardpane/contract/locales";
import type { Assets } from "../assets.ts";
import { type HostConfig, readConfig } from "../config.ts";
import { createHost } from "../create-host.ts";
import { HostConfigError } from "../error.ts";
import type { ReadFile } from "../fonts.ts";
import type { FetchHandler } from "../handler.ts";
import { integrityOf } from "../read-assets.ts";

/** One address of a deployment. */
export interface DeployedFile {
  /** Path and query below the deployment's base address, without a slash at the beginning. */
  readonly url: string;
  /** The path of the file below `public/`. */
  readonly file: string;
  readonly integrity: string;
  readonly bytes: number;
  /** The key of its headers in the manifest. */
  readonly headers: string;
}

/** An address that must be refused, and the status of the refusal. */
export interface DeployedRefusal {
  readonly url: string;
  readonly status: number;
}

/** The `manifest.json` that `cardpane build` writes and `cardpane verify` compares a deployment with. */
export interface DeploymentManifest {
  readonly format: 1;
  readonly origin: string;
  readonly prefix: string;
  /** Versions, the current one first. */
  readonly releases: readonly string[];
  readonly headers: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly files: readonly DeployedFile[];
  readonly refusals: readonly DeployedRefusal[];
  /** The path that receives violation reports, below the deployment's base address; absent if none are collected. */
  readonly reports?: string;
}

export interface Deployment {
  readonly manifest: DeploymentManifest;
  /** By {@link DeployedFile.file}. */
  readonly bodies: ReadonlyMap<string, Uint8Array>;
}

/** Headers that the server sets, so that they are not compared. */
const serverHeaders = ["etag", "content-length"];

/**
 * Collects a deployment.
 *
 * @throws HostConfigError if the configuration is invalid or has no origin
 */
export async function collectDeployment(
  config: HostConfig,
  releases: readonly Assets[],
  readFile: ReadFile,
): Promise<Deployment> {
  const { origin, prefix, environments, caching, reports } = readConfig(config, readFile);
  if (origin === undefined) {
    throw new HostConfigError(
      'origin must be set for a build. It is the origin that pages load the pane from, for example "https://pane.example".',
    );
  }
  if (caching === "development") {
    throw new HostConfigError("caching must be release for a build, because its files never change.");
  }
  const collector = new DeploymentCollector(createHost(config, releases), `${origin}${prefix}/`);
  const ids = Object.keys(environments).sort();
  for (const release of releases) await collector.addRelease(release, ids);
  await collector.add("manifest.json", "manifest.json", "manifest");
  await collector.add("health", "health.json", "health");
  const { files, bodies } = collector;
  const versions = releases.map(({ version }) => version);
  return {
    manifest: {
      format: 1,
      origin,
      prefix,
      releases: versions,
      // Static servers add the headers of a refusal themselves.
      headers: { ...collector.headers, refusal: await collector.headersOf("/none") },
      files,
      refusals: [
        { url: "0.0.0-none/frame", status: 404 },
        { url: `${versions[0]}/frame?environment=none-such`, status: 400 },
        { url: `${versions[0]}/frame?environment=${ids[0]}&parent=https://unlisted.invalid`, status: 403 },
      ],
      ...(reports === "collect" ? { reports: "reports" } : {}),
    },
    bodies,
  };
}

/** Requests every file of a deployment from the host. */
class DeploymentCollector {
  readonly files: DeployedFile[] = [];
  readonly headers: Record<string, Record<string, string>> = {};
  readonly bodies = new Map<string, Uint8Array>();
  readonly #host: FetchHandler;
  readonly #base: string;

  constructor(host: FetchHandler, base: string) {
    this.#host = host;
    this.#base = base;
  }

  /** Adds the scripts, texts, documents and fonts of a release. */
  async addRelease({ version, pageScripts }: Assets, environments: readonly string[]): Promise<void> {
    for (const name of Object.keys(pageScripts).sort())
      await this.add(`${version}/${name}`, `${version}/${name}`, "script");
    await this.add(`${version}/licences.txt`, `${version}/licences.txt`, "licences");
    for (const tag of localeTags)
      await this.add(`${version}/texts?locale=${tag}`, `${version}/texts/${tag}.json`, "texts");
    const fonts = new Set<string>();
    for (const environment of environments) {
      for (const tag of localeTags) {
        const document = await this.add(
          `${version}/frame?environment=${environment}&locale=${tag}`,
          `${version}/frame/${environment}/${tag}.html`,
          `document ${environment} ${version}`,
        );
        for (const url of fontsOf(document)) fonts.add(url);
      }
    }
    for (const url of [...fonts].sort()) await this.add(`${version}/${url}`, `${version}/${url}`, "font");
  }

  /** Adds the file of an address; all files of a kind have the headers of the first one. */
  async add(url: string, file: string, kind: string): Promise<Uint8Array> {
    const response = await this.#host(new Request(this.#base + url));
    if (!response.ok) throw new Error(`${url} is not served: ${await response.text()}`);
    const body = new Uint8Array(await response.arrayBuffer());
    this.headers[kind] ??= comparedHeaders(response);
    this.files.push({ url, file, integrity: integrityOf(body), bytes: body.length, headers: kind });
    this.bodies.set(file, body);
    return body;
  }

  /** The headers of a path of the host, with or without a file. */
  async headersOf(path: string): Promise<Record<string, string>> {
    return comparedHeaders(await this.#host(new Request(new URL(path, this.#base))));
  }
}

function comparedHeaders({ headers }: Response): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !serverHeaders.includes(name)).sort());
}

/** The addresses of the fonts in the configuration of a document. */
function fontsOf(document: Uint8Array): readonly string[] {
  const [, json = "{}"] =
    /id="cardpane-config">(.*?)<\/script>/.exec(new TextDecoder().decode(document)) ?? [];
  const { fonts = [] } = JSON.parse(json) as { fonts?: readonly { readonly url: string }[] };
  return fonts.map(({ url }) => url);
}

/** The ids of the environments of a deployment. */
export function environmentsOf({ headers }: DeploymentManifest): readonly string[] {
  return [...new Set(Object.keys(headers).flatMap((kind) => /^document (\S+)/.exec(kind)?.[1] ?? []))];
}

/** The origins and wildcards that may embed an environment. */
export function parentsIn({ headers, releases }: DeploymentManifest, environment: string): readonly string[] {
  const policy = headers[`document ${environment} ${releases[0]}`]?.["content-security-policy"] ?? "";
  const [, sources = ""] = /frame-ancestors ([^;]+)/.exec(policy) ?? [];
  return sources.split(" ");
}
