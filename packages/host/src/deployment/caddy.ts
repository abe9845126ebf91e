/** The configuration of Caddy for a static deployment, with the same responses and headers as the host. */
import type { RefusalCode } from "../refusals.ts";
import type { DeploymentManifest } from "./deployment.ts";
import { decidingTagPattern, tagPatterns } from "./locale-patterns.ts";
import { escapePattern, type Headers, type StaticSite, staticSite } from "./static-site.ts";

/**
 * Writes a Caddyfile. Caddy obtains the certificate of the origin itself.
 *
 * @param reportsTo address of the `cardpane serve` that receives violation reports, if the deployment collects them
 */
export function caddyfile(manifest: DeploymentManifest, root: string, reportsTo?: string): string {
  const site = staticSite(manifest, reportsTo, "Caddy");
  const lines = [
    `root * ${root}/public`,
    "encode zstd gzip",
    "header -Server",
    // Caddy would sort directives outside of a route.
    ...["route {", ...indent([...queryMaps(site), ...responses(site)]), "}"],
    ...["handle_errors {", ...indent(errorResponses(site)), "}"],
  ];
  return [
    "# Written by `cardpane build --for caddy`. Do not edit: build again.",
    ...[`${manifest.origin} {`, ...indent(lines), "}", ""],
  ].join("\n");
}

/** Maps the query of the frame to its language and its parent. */
function queryMaps({ environments, parents }: StaticSite): readonly string[] {
  return [
    "map {query.locale} {cardpane_tag} {",
    ...indent([`~(?i)${decidingTagPattern(",")} "\${1}"`, "default en"]),
    "}",
    "map {cardpane_tag} {cardpane_locale} {",
    ...indent([...tagPatterns.map(([pattern, locale]) => `~(?i)${pattern} ${locale}`), "default en"]),
    "}",
    "map `{query.environment} {query.parent}` {cardpane_parent} {",
    ...indent([
      ...environments.map((id) => `\`~^${id} $\` listed`),
      ...parents.map(([id, source]) => `\`~^${id} ${parentPattern(source)}$\` listed`),
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
function responses(site: StaticSite): readonly string[] {
  const { manifest, files, healthPaths, reports } = site;
  const { prefix, releases, headers } = manifest;
  const handlers: readonly Handler[] = [
    ...(reports
      ? [{ conditions: [`path ${reports.path}`], lines: [`reverse_proxy ${reports.upstream}`] }]
      : []),
    { conditions: ["not method GET HEAD"], lines: refuse(site, "method_not_allowed") },
    ...releases.flatMap((version) => releaseHandlers(site, version)),
    ...files.map(({ url, headers: kind }) => ({
      conditions: [`path ${prefix}/${url}`],
      lines: [...headerLines(headers[kind]), "file_server"],
    })),
    {
      conditions: [`path ${healthPaths.join(" ")}`],
      lines: [...headerLines(headers["health"]), `respond ${quote('{"status":"ok"}')} 200`],
    },
    {
      conditions: [`path ${releases.map((version) => `${prefix}/${version}/*`).join(" ")}`],
      lines: refuse(site, "not_found"),
    },
    {
      conditions: [`path_regexp ${site.otherRelease}`],
      lines: refuse(site, "release_unknown"),
    },
  ];
  const named = handlers.flatMap(({ conditions, lines }, index) => {
    const name = `@cardpane${index + 1}`;
    return [...[`${name} {`, ...indent(conditions), "}"], ...[`handle ${name} {`, ...indent(lines), "}"]];
  });
  return [...named, ...["handle {", ...indent(refuse(site, "not_found")), "}"]];
}

/** A missing file, whose headers are set by then, and an upstream that does not respond. */
function errorResponses(site: StaticSite): readonly string[] {
  return [
    "@cardpane_missing expression `{err.status_code} == 404`",
    ...["handle @cardpane_missing {", ...indent(refuse(site, "not_found")), "}"],
    ...["handle {", ...indent(["header Cache-Control no-store"]), "}"],
  ];
}

function releaseHandlers(site: StaticSite, version: string): readonly Handler[] {
  const { prefix, headers } = site.manifest;
  const path = `path ${prefix}/${version}/frame`;
  return [
    ...site.environments.flatMap((id) => [
      {
        // Not a second `query` condition: before Caddy 2.7, one of two was sufficient.
        conditions: [path, `query environment=${id}`, 'expression `{cardpane_parent} == "unlisted"`'],
        lines: refuse(site, "parent_unlisted"),
      },
      {
        conditions: [path, `query environment=${id}`],
        lines: [
          ...headerLines(headers[`document ${id} ${version}`]),
          `rewrite * ${prefix}/${version}/frame/${id}/{cardpane_locale}.html`,
          "file_server",
        ],
      },
    ]),
    { conditions: [path], lines: refuse(site, "environment_unknown") },
    {
      conditions: [`path ${prefix}/${version}/texts`],
      lines: [
        ...headerLines(headers["texts"]),
        `rewrite * ${prefix}/${version}/texts/{cardpane_locale}.json`,
        "file_server",
      ],
    },
  ];
}

function refuse({ refusal }: StaticSite, code: RefusalCode): readonly string[] {
  const { status, headers, body } = refusal(code);
  return [...headerLines(headers), `respond ${quote(body)} ${status}`];
}

/** The pattern of an origin, or of the subdomains of a wildcard. */
function parentPattern(parent: string): string {
  return escapePattern(parent).replace("\\*", "[a-z0-9.-]+");
}

function headerLines(headers: Headers = {}): readonly string[] {
  return Object.entries(headers).map(([name, value]) => `header ${name} ${quote(value)}`);
}

function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `\t${line}`);
}

/** Caddy reads a text between backticks literally. */
function quote(text: string): string {
  return `\`${text}\``;
}
