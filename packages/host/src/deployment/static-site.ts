/** The parts that the configurations of nginx and Caddy have in common. Both serve files and read no bodies. */
import { HostConfigError } from "../error.ts";
import { type Refusal, type RefusalCode, refusalBody, refusalsOf, releaseFilePattern } from "../refusals.ts";
import type { DeployedFile, DeploymentManifest } from "./deployment.ts";

export type Headers = Readonly<Record<string, string>>;

/** A deployment as a static server serves it. */
export interface StaticSite {
  readonly manifest: DeploymentManifest;
  readonly environments: readonly string[];
  /** Environment and origin of each page that may embed it, and of each wildcard. */
  readonly parents: readonly (readonly [environment: string, source: string])[];
  /** The files whose path is their address. */
  readonly files: readonly DeployedFile[];
  readonly healthPaths: readonly string[];
  /** The pattern of a file's path in a release that is not deployed. */
  readonly otherRelease: string;
  /** Where violation reports go: path, and scheme, host and port of a `cardpane serve` with the same configuration. */
  readonly reports: { readonly path: string; readonly upstream: string } | undefined;
  /** Status, headers and body of a refusal. */
  readonly refusal: (code: RefusalCode) => {
    readonly status: number;
    readonly headers: Headers;
    readonly body: string;
  };
}

/** The characters of a header's value with which a server inserts a variable, or ends a text. */
const replaced = { nginx: /\$/, Caddy: /[`{]/ } as const;

/**
 * Prepares a deployment for a static server.
 *
 * @param reportsTo address of the `cardpane serve` that receives violation reports, if the deployment collects them
 * @throws HostConfigError if it collects reports and the address is missing or invalid, if it collects none and there is one, or if
 *   the server would replace a part of a header
 */
export function staticSite(
  manifest: DeploymentManifest,
  reportsTo: string | undefined,
  server: keyof typeof replaced,
): StaticSite {
  const { prefix, reports, releases, headers, files } = manifest;
  const environments = Object.keys(manifest.environments);
  const refusals = refusalsOf(releases, environments);
  // Every response has the headers of the configuration.
  for (const [name, value] of Object.entries(headers["refusal"] ?? {})) {
    const [found] = replaced[server].exec(value) ?? [];
    if (found !== undefined)
      throw new HostConfigError(
        `headers["${name}"] contains ${found}, which ${server} would replace. Use another value.`,
      );
  }
  if (reports === undefined && reportsTo !== undefined)
    throw new HostConfigError('--reports-to needs reports: "collect" in the configuration.');
  const isAddress = /^https?:\/\/[a-z0-9.:[\]-]+$/.test(reportsTo ?? "") && URL.canParse(reportsTo ?? "");
  if (reports !== undefined && !isAddress) {
    throw new HostConfigError(
      'reports is "collect", and nginx and Caddy serve files and read no bodies. Run cardpane serve with this configuration beside them, and name its address: --reports-to http://127.0.0.1:4001.',
    );
  }
  return {
    manifest,
    environments,
    parents: Object.entries(manifest.environments).flatMap(([id, sources]) =>
      sources.map((source) => [id, source] as const),
    ),
    files: files.filter(({ url }) => !url.includes("?") && url !== "health"),
    healthPaths: [...new Set(["/health", `${prefix}/health`])],
    otherRelease: `^${escapePattern(prefix)}/[0-9A-Za-z][0-9A-Za-z.+-]*/(?:${releaseFilePattern})$`,
    reports: reportsTo === undefined ? undefined : { path: `${prefix}/${reports}`, upstream: reportsTo },
    refusal: (code) => {
      const refusal: Refusal = refusals[code];
      return {
        status: refusal.status,
        headers: { ...headers["refusal"], ...refusal.headers },
        body: refusalBody(code, refusal),
      };
    },
  };
}

/** A text as part of a regular expression. */
export function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
