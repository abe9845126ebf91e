/** The configuration of Caddy for a static deployment, with the same responses and headers as the host. */
import type { HostConfig } from "../config.ts";
import { type DeploymentManifest, environmentsOf } from "./deployment.ts";
import { decidingTagPattern, tagPatterns } from "./locale-patterns.ts";
import { refusalBody } from "./refusal-body.ts";
import { type ReportProxy, reportProxy } from "./report-proxy.ts";

type Headers = Readonly<Record<string, string>>;

/**
 * Writes a Caddyfile. Caddy obtains the certificate of the origin itself.
 *
 * @param reportsTo address of the `cardpane serve` that receives violation reports, if the deployment collects them
 */
export function caddyfile(
  manifest: DeploymentManifest,
  config: HostConfig,
  root: string,
  reportsTo?: string,
): string {
  const reports = reportProxy(manifest, reportsTo);
  const site = [
    `root * ${root}/public`,
    "encode zstd gzip",
    "header -Server",
    // Caddy would sort directives outside of a route.
    ...["route {", ...indent([...queryMaps(manifest, config), ...responses(manifest, reports)]), "}"],
  ];
  return [
    "# Written by `cardpane build --for caddy`. Do not edit: build again.",
    ...[`${manifest.origin} {`, ...indent(site), "}", ""],
  ].join("\n");
}

/** Maps the query of the frame to its language and its parent. */
function queryMaps(manifest: DeploymentManifest, { parents }: HostConfig): readonly string[] {
  const [newest = ""] = manifest.releases;
  const sourcesOf = (environment: string) =>
    manifest.headers[`document ${environment} ${newest}`]?.["content-security-policy"] ?? "";
  return [
    "map {query.locale} {cardpane_tag} {",
    ...indent([`~(?i)${decidingTagPattern(",")} "\${1}"`, "default en"]),
    "}",
    "map {cardpane_tag} {cardpane_locale} {",
    ...indent([...tagPatterns.map(([pattern, locale]) => `~(?i)${pattern} ${locale}`), "default en"]),
    "}",
    "map `{query.environment} {query.parent}` {cardpane_parent} {",
    ...indent([
      ...environmentsOf(manifest).flatMap((id) => [
        `\`~^${id} $\` listed`,
        ...parents
          .filter((parent) => sourcesOf(id).includes(parent))
          .map((parent) => `\`~^${id} ${parentPattern(parent)}$\` listed`),
      ]),
      "default unlisted",
    ]),
    "}",
  ];
}

/** Handles the requests that meet all conditions; later handlers do not receive them. */
interface Handler {
  readonly conditions: readonly string[];
  readonly lines: readonly string[];
}

/** The handlers, in the order in which Caddy tries them. */
function responses(manifest: DeploymentManifest, reports: ReportProxy | undefined): readonly string[] {
  const { prefix, releases, headers, files } = manifest;
  const refuse = (...refusal: Refusal) => refusalLines(manifest, ...refusal);
  const handlers: readonly Handler[] = [
    ...(reports
      ? [{ conditions: [`path ${reports.path}`], lines: [`reverse_proxy ${reports.upstream}`] }]
      : []),
    { conditions: ["not method GET HEAD"], lines: refuse(405, "method_not_allowed", { allow: "GET, HEAD" }) },
    ...releases.flatMap((version) => releaseHandlers(manifest, version)),
    ...files
      .filter(({ url }) => !url.includes("?") && url !== "health")
      .map(({ url, headers: kind }) => ({
        conditions: [`path ${prefix}/${url}`],
        lines: [...headerLines(headers[kind] ?? {}), "file_server"],
      })),
    {
      conditions: [`path ${["/health", ...(prefix ? [`${prefix}/health`] : [])].join(" ")}`],
      lines: [...headerLines(headers["health"] ?? {}), `respond ${quote('{"status":"ok"}')} 200`],
    },
    {
      conditions: [`path ${releases.map((version) => `${prefix}/${version}/*`).join(" ")}`],
      lines: refuse(404, "not_found"),
    },
    {
      conditions: [
        `path_regexp ^${prefix.replaceAll(".", "\\.")}/[0-9A-Za-z][0-9A-Za-z.+-]*/(frame|texts|[a-z-]+\\.(js|txt))$`,
      ],
      lines: refuse(404, "release_unknown"),
    },
  ];
  const named = handlers.flatMap(({ conditions, lines }, index) => {
    const name = `@cardpane${index + 1}`;
    return [...[`${name} {`, ...indent(conditions), "}"], ...[`handle ${name} {`, ...indent(lines), "}"]];
  });
  return [...named, ...["handle {", ...indent(refuse(404, "not_found")), "}"]];
}

function releaseHandlers(manifest: DeploymentManifest, version: string): readonly Handler[] {
  const { prefix, headers } = manifest;
  const path = `path ${prefix}/${version}/frame`;
  return [
    ...environmentsOf(manifest).flatMap((id) => [
      {
        // Not a second `query` condition: before Caddy 2.7, one of two was sufficient.
        conditions: [path, `query environment=${id}`, 'expression `{cardpane_parent} == "unlisted"`'],
        lines: refusalLines(manifest, 403, "parent_unlisted"),
      },
      {
        conditions: [path, `query environment=${id}`],
        lines: [
          ...headerLines(headers[`document ${id} ${version}`] ?? {}),
          `rewrite * ${prefix}/${version}/frame/${id}/{cardpane_locale}.html`,
          "file_server",
        ],
      },
    ]),
    { conditions: [path], lines: refusalLines(manifest, 400, "environment_unknown") },
    {
      conditions: [`path ${prefix}/${version}/texts`],
      lines: [
        ...headerLines(headers["texts"] ?? {}),
        `rewrite * ${prefix}/${version}/texts/{cardpane_locale}.json`,
        "file_server",
      ],
    },
  ];
}

type Refusal = readonly [status: number, code: Parameters<typeof refusalBody>[0], more?: Headers];

function refusalLines(manifest: DeploymentManifest, ...[status, code, more]: Refusal): readonly string[] {
  return [
    ...headerLines({ ...manifest.headers["refusal"], ...more }),
    `respond ${quote(refusalBody(code, manifest, environmentsOf(manifest)))} ${status}`,
  ];
}

/** The pattern of an origin, or of the subdomains of a wildcard. */
function parentPattern(parent: string): string {
  return parent.replaceAll(/[.[\]]/g, "\\$&").replace("*", "[a-z0-9.-]+");
}

function headerLines(headers: Headers): readonly string[] {
  return Object.entries(headers).map(([name, value]) => `header ${name} ${quote(value)}`);
}

function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `\t${line}`);
}

/** Caddy reads a text between backticks literally. */
function quote(text: string): string {
  return `\`${text}\``;
}
