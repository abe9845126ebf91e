/** The configuration of Caddy for a static deployment, with the same responses and headers as the host. */
import type { DeploymentManifest } from "./deployment.ts";
import { decidingTagPattern, tagPatterns } from "./locale-patterns.ts";
import { type StaticSite, staticSite } from "./static-site.ts";

/**
 * Writes a Caddyfile.
 *
 * @param reportsTo address of the `cardpane serve` that receives violation reports, if the deployment collects them
 */
export function caddyfile(manifest: DeploymentManifest, root: string, reportsTo?: string): string {
  const site = staticSite(manifest, reportsTo, "Caddy");
  const lines = [
    // A pattern, because a missing file without one is an error.
    "import cardpane-tls*.caddy",
    `root * ${root}/public`,
    "encode zstd gzip",
    "header -Server",
    // Caddy would sort directives outside of a route.
    ...["route {", ...indent([...queryMaps(site), ...responses(site)]), "}"],
    ...["handle_errors {", ...indent(errorResponses(site)), "}"],
  ];
  return [
    "# Written by `cardpane build --for caddy`. Do not edit: build again.",
    "# TLS: Caddy obtains a certificate. For one of your own, write tls and its files into cardpane-tls.caddy beside this file.",
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
      ...parents.map(([id, pattern]) => `\`~^${id} ${pattern}$\` listed`),
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
  const { prefix, releases } = manifest;
  const handlers: readonly Handler[] = [
    ...(reports
      ? [{ conditions: [`path ${reports.path}`], lines: [`reverse_proxy ${reports.upstream}`] }]
      : []),
    { conditions: ["not method GET HEAD"], lines: site.refuse("method_not_allowed") },
    ...releases.flatMap((version) => releaseHandlers(site, version)),
    ...files.map(({ url, headers: kind }) => ({
      conditions: [`path ${prefix}/${url}`],
      lines: [...site.headerLines(kind), "file_server"],
    })),
    {
      conditions: [`path ${healthPaths.join(" ")}`],
      lines: [...site.headerLines("health"), `respond ${site.quote('{"status":"ok"}')} 200`],
    },
    {
      conditions: [`path ${releases.map((version) => `${prefix}/${version}/*`).join(" ")}`],
      lines: site.refuse("not_found"),
    },
    {
      conditions: [`path_regexp ${site.otherRelease}`],
      lines: site.refuse("release_unknown"),
    },
  ];
  const named = handlers.flatMap(({ conditions, lines }, index) => {
    const name = `@cardpane${index + 1}`;
    return [...[`${name} {`, ...indent(conditions), "}"], ...[`handle ${name} {`, ...indent(lines), "}"]];
  });
  return [...named, ...["handle {", ...indent(site.refuse("not_found")), "}"]];
}

/** A missing file, whose headers are set by then, and an upstream that does not respond. */
function errorResponses(site: StaticSite): readonly string[] {
  return [
    "@cardpane_missing expression `{err.status_code} == 404`",
    ...["handle @cardpane_missing {", ...indent(site.refuse("not_found")), "}"],
    ...["handle {", ...indent(["header Cache-Control no-store"]), "}"],
  ];
}

function releaseHandlers(site: StaticSite, version: string): readonly Handler[] {
  const { prefix } = site.manifest;
  const path = `path ${prefix}/${version}/frame`;
  return [
    ...site.environments.flatMap((id) => [
      {
        // Not a second `query` condition: before Caddy 2.7, one of two was sufficient.
        conditions: [path, `query environment=${id}`, 'expression `{cardpane_parent} == "unlisted"`'],
        lines: site.refuse("parent_unlisted"),
      },
      {
        conditions: [path, `query environment=${id}`],
        lines: [
          ...site.headerLines(`document ${id} ${version}`),
          `rewrite * ${prefix}/${version}/frame/${id}/{cardpane_locale}.html`,
          "file_server",
        ],
      },
    ]),
    { conditions: [path], lines: site.refuse("environment_unknown") },
    {
      conditions: [`path ${prefix}/${version}/texts`],
      lines: [
        ...site.headerLines("texts"),
        `rewrite * ${prefix}/${version}/texts/{cardpane_locale}.json`,
        "file_server",
      ],
    },
  ];
}

function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `\t${line}`);
}
