/** The parts that the configurations of nginx and Caddy have in common. Both serve files and read no bodies. */
import { HostConfigError } from "../error.ts";
import { type Refusal, type RefusalCode, refusalBody, refusalsOf, releaseFilePattern } from "../refusals.ts";
import type { DeployedFile, DeploymentManifest } from "./deployment.ts";

/** A deployment as a static server serves it. */
export interface StaticSite {
  readonly manifest: DeploymentManifest;
  readonly environments: readonly string[];
  /** Environment and pattern of the origin of each page that may embed it; a wildcard's matches its subdomains. */
  readonly parents: readonly (readonly [environment: string, pattern: string])[];
  /** The files whose path is their address. */
  readonly files: readonly DeployedFile[];
  readonly healthPaths: readonly string[];
  /** The pattern of a file's path in a release that is not deployed. */
  readonly otherRelease: string;
  /** Where violation reports go: path, and scheme, host and port of a `cardpane serve` with the same configuration. */
  readonly reports: { readonly path: string; readonly upstream: string } | undefined;
  readonly quote: (text: string) => string;
  /** The lines that set the headers of a kind in the manifest. */
  readonly headerLines: (kind: string) => readonly string[];
  /** The lines that respond with a refusal. */
  readonly refuse: (code: RefusalCode) => readonly string[];
}

/** How a server writes its configuration. */
interface Syntax {
  /** The characters of a header's value with which it inserts a variable, or ends a text. */
  readonly replaced: RegExp;
  readonly quote: (text: string) => string;
  readonly header: (name: string, quoted: string) => string;
  readonly respond: (status: number, quoted: string) => string;
}

const syntaxes = {
  nginx: {
    replaced: /\$/,
    quote: (text) => `"${text.replaceAll(/["\\]/g, "\\$&")}"`,
    header: (name, value) =>
      name === "content-type" ? `default_type ${value};` : `add_header ${name} ${value} always;`,
    respond: (status, body) => `return ${status} ${body};`,
  },
  Caddy: {
    replaced: /[`{]/,
    // A text between backticks is read literally.
    quote: (text) => `\`${text}\``,
    header: (name, value) => `header ${name} ${value}`,
    respond: (status, body) => `respond ${body} ${status}`,
  },
} as const satisfies Readonly<Record<string, Syntax>>;

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
  server: keyof typeof syntaxes,
): StaticSite {
  const { prefix, reports, releases, headers, files } = manifest;
  const environments = Object.keys(manifest.environments);
  const refusals = refusalsOf(releases, environments);
  const { replaced, quote, header, respond }: Syntax = syntaxes[server];
  const lines = (values: Readonly<Record<string, string>> = {}) =>
    Object.entries(values).map(([name, value]) => header(name, quote(value)));
  // Every response has the headers of the configuration.
  for (const [name, value] of Object.entries(headers["refusal"] ?? {})) {
    const [found] = replaced.exec(value) ?? [];
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
      sources.map((source) => [id, escapePattern(source).replace("\\*", "[a-z0-9.-]+")] as const),
    ),
    files: files.filter(({ url }) => !url.includes("?") && url !== "health"),
    healthPaths: [...new Set(["/health", `${prefix}/health`])],
    otherRelease: `^${escapePattern(prefix)}/[0-9A-Za-z][0-9A-Za-z.+-]*/(?:${releaseFilePattern})$`,
    reports: reportsTo === undefined ? undefined : { path: `${prefix}/${reports}`, upstream: reportsTo },
    quote,
    headerLines: (kind) => lines(headers[kind]),
    refuse: (code) => {
      const refusal: Refusal = refusals[code];
      return [
        ...lines({ ...headers["refusal"], ...refusal.headers }),
        respond(refusal.status, quote(refusalBody(code, refusal))),
      ];
    },
  };
}

/** A text as part of a regular expression. */
export function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
