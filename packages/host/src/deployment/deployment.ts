/**
 * A deployment: every file that a host serves for a configuration, with the headers of its response. It is collected from the
 * host's own handler, so that a static server, a worker and `cardpane serve` have one source.
 */
import { localeTags } from "@cardpane/contract/locales";
import type { Assets } from "../assets.ts";
import { type HostConfig, parentsOf, readConfig } from "../config.ts";
import { createHost } from "../create-host.ts";
import { HostConfigError } from "../error.ts";
import { nameFont, type ReadFile } from "../fonts.ts";
import { integrityOf } from "../read-assets.ts";

/** One address of a deployment. */
export interface DeployedFile {
  /** Path and query below the deployment's base address, without a slash at the beginning. */
  readonly url: string;
  /** The path of the file below `public/`. */
  readonly file: string;
  readonly integrity: string;
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
  /** The origins and wildcards that may embed each environment. */
  readonly environments: Readonly<Record<string, readonly string[]>>;
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
  const { origin, prefix, environments, parents, caching, reports, fonts } = readConfig(config, readFile);
  if (origin === undefined) {
    throw new HostConfigError(
      'origin must be set for a build. It is the origin that pages load the pane from, for example "https://pane.example".',
    );
  }
  if (caching === "development") {
    throw new HostConfigError("caching must be release for a build, because its files never change.");
  }
  const host = createHost(config, releases);
  const request = (url: string) => host(new Request(new URL(url, `${origin}${prefix}/`)));
  const files: DeployedFile[] = [];
  const bodies = new Map<string, Uint8Array>();
  const headers: Record<string, Record<string, string>> = {};
  /** Adds the file of an address; all files of a kind have the headers of the first one. */
  const add = async (url: string, kind: string, file = url) => {
    const response = await request(url);
    if (!response.ok) throw new Error(`${url} is not served: ${await response.text()}`);
    const body = new Uint8Array(await response.arrayBuffer());
    headers[kind] ??= comparedHeaders(response);
    files.push({ url, file, integrity: integrityOf(body), headers: kind });
    bodies.set(file, body);
  };
  const ids = Object.keys(environments);
  const fontUrls = new Set((await Promise.all(fonts.map(nameFont))).map(({ url }) => url));
  for (const { version, pageScripts } of releases) {
    for (const name of Object.keys(pageScripts).sort()) await add(`${version}/${name}`, "script");
    await add(`${version}/licences.txt`, "licences");
    for (const tag of localeTags)
      await add(`${version}/texts?locale=${tag}`, "texts", `${version}/texts/${tag}.json`);
    for (const id of ids) {
      for (const tag of localeTags) {
        const url = `${version}/frame?environment=${id}&locale=${tag}`;
        await add(url, `document ${id} ${version}`, `${version}/frame/${id}/${tag}.html`);
      }
    }
    for (const url of fontUrls) await add(`${version}/${url}`, "font");
  }
  await add("manifest.json", "manifest");
  await add("health", "health", "health.json");
  // Static servers add the headers of a refusal themselves.
  headers["refusal"] = comparedHeaders(await request("/none"));
  const versions = releases.map(({ version }) => version);
  return {
    manifest: {
      format: 1,
      origin,
      prefix,
      releases: versions,
      environments: Object.fromEntries(ids.map((id) => [id, parentsOf(parents, id)])),
      headers,
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

function comparedHeaders({ headers }: Response): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !serverHeaders.includes(name)).sort());
}
