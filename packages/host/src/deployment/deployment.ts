/**
 * A deployment: every file that a host serves for a configuration, with the headers that it must come with. Taken from the
 * host's own handler, so that a static server, a worker and `cardpane serve` have one source.
 */
import { localeTags } from "@cardpane/contract/locales";
import type { Assets } from "../assets.ts";
import { type HostConfig, readConfig } from "../config.ts";
import { createHost } from "../create-host.ts";
import { HostConfigError } from "../error.ts";
import type { ReadFile } from "../fonts.ts";
import { integrityOf } from "../read-assets.ts";

/** One address of a deployment. */
export interface DeployedFile {
  /** Path and query below the deployment's base address, without a slash at the beginning. */
  readonly url: string;
  /** Where a static server finds it, below `public/`. */
  readonly file: string;
  readonly integrity: string;
  readonly bytes: number;
  /** Name of its headers in the manifest. */
  readonly headers: string;
}

/** An address that must be refused. */
export interface DeployedRefusal {
  readonly url: string;
  readonly status: number;
}

/** What `cardpane build` writes as `manifest.json` and `cardpane verify` compares with. */
export interface DeploymentManifest {
  readonly format: 1;
  readonly origin: string;
  readonly prefix: string;
  /** Versions, the current one first. */
  readonly releases: readonly string[];
  readonly headers: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly files: readonly DeployedFile[];
  readonly refusals: readonly DeployedRefusal[];
  /** Where violation reports are taken, below the deployment's base address; absent where they are not. */
  readonly reports?: string;
}

export interface Deployment {
  readonly manifest: DeploymentManifest;
  /** By {@link DeployedFile.file}. */
  readonly bodies: ReadonlyMap<string, Uint8Array>;
}

/** Headers that a server decides itself, or that no one need compare. */
const ownHeaders = ["etag", "content-length"];

/**
 * Collects a deployment.
 *
 * @throws HostConfigError when the configuration does not fit, or names no origin.
 */
export async function collectDeployment(
  config: HostConfig,
  releases: readonly Assets[],
  readFile: ReadFile,
): Promise<Deployment> {
  const { origin, prefix, environments, caching, reports } = readConfig(config, readFile);
  if (origin === undefined) {
    throw new HostConfigError(
      'origin must be set for a build: the address that pages will load the pane from, like "https://pane.example".',
    );
  }
  if (caching === "development") {
    throw new HostConfigError("caching must be release for a build: its files never change.");
  }
  const host = createHost(config, releases);
  const headers: Record<string, Record<string, string>> = {};
  const files: DeployedFile[] = [];
  const bodies = new Map<string, Uint8Array>();

  async function add(url: string, file: string, kind: string): Promise<Uint8Array> {
    const response = await host(new Request(`${origin}${prefix}/${url}`));
    if (!response.ok) throw new Error(`${url} is not served: ${await response.text()}`);
    const body = new Uint8Array(await response.arrayBuffer());
    headers[kind] ??= Object.fromEntries(
      [...response.headers].filter(([name]) => !ownHeaders.includes(name)).sort(),
    );
    files.push({ url, file, integrity: integrityOf(body), bytes: body.length, headers: kind });
    bodies.set(file, body);
    return body;
  }

  for (const { version, pageScripts } of releases) {
    for (const name of Object.keys(pageScripts).sort())
      await add(`${version}/${name}`, `${version}/${name}`, "script");
    await add(`${version}/licences.txt`, `${version}/licences.txt`, "licences");
    for (const tag of localeTags)
      await add(`${version}/texts?locale=${tag}`, `${version}/texts/${tag}.json`, "texts");
    const fonts = new Set<string>();
    for (const environment of Object.keys(environments).sort()) {
      for (const tag of localeTags) {
        const document = await add(
          `${version}/frame?environment=${environment}&locale=${tag}`,
          `${version}/frame/${environment}/${tag}.html`,
          `document ${environment} ${version}`,
        );
        for (const url of fontsOf(document)) fonts.add(url);
      }
    }
    for (const url of [...fonts].sort()) await add(`${version}/${url}`, `${version}/${url}`, "font");
  }
  await add("manifest.json", "manifest.json", "manifest");
  await add("health", "health.json", "health");
  // The headers of a refusal, for servers that write their own.
  headers["refusal"] = Object.fromEntries(
    [...(await host(new Request(`${origin}/none`))).headers]
      .filter(([name]) => !ownHeaders.includes(name))
      .sort(),
  );
  const [current] = releases.map(({ version }) => version);
  const environment = Object.keys(environments).sort()[0];
  return {
    manifest: {
      format: 1,
      origin,
      prefix,
      releases: releases.map(({ version }) => version),
      headers,
      files,
      refusals: [
        { url: "0.0.0-none/frame", status: 404 },
        { url: `${current}/frame?environment=none-such`, status: 400 },
        { url: `${current}/frame?environment=${environment}&parent=https://unlisted.invalid`, status: 403 },
      ],
      ...(reports === "collect" ? { reports: "reports" } : {}),
    },
    bodies,
  };
}

/** Addresses of the fonts that a document names. */
function fontsOf(document: Uint8Array): readonly string[] {
  const [, json = "{}"] =
    /id="cardpane-config">(.*?)<\/script>/.exec(new TextDecoder().decode(document)) ?? [];
  const { fonts = [] } = JSON.parse(json) as { fonts?: readonly { readonly url: string }[] };
  return fonts.map(({ url }) => url);
}

/** Ids of the environments of a deployment. */
export function environmentsOf({ headers }: DeploymentManifest): readonly string[] {
  return [...new Set(Object.keys(headers).flatMap((kind) => /^document (\S+)/.exec(kind)?.[1] ?? []))];
}
