/** The configuration of nginx for a static deployment, with the same responses and headers as the host. */
import { maxReportBytes } from "../policy-reports.ts";
import type { DeploymentManifest } from "./deployment.ts";
import { decidingTagPattern, tagPatterns } from "./locale-patterns.ts";
import { escapePattern, type StaticSite, staticSite } from "./static-site.ts";

/**
 * Writes a configuration to include in nginx's `http` block.
 *
 * @param reportsTo address of the `cardpane serve` that receives violation reports, if the deployment collects them
 */
export function nginxConfig(manifest: DeploymentManifest, root: string, reportsTo?: string): string {
  const site = staticSite(manifest, reportsTo, "nginx");
  const lines = [
    "# Written by `cardpane build --for nginx`. Do not edit: build again. Include it in the http block.",
    "# TLS: write listen 443 ssl and your certificate into cardpane-tls.conf beside nginx's own nginx.conf, or terminate TLS in front of it.",
    ...queryMaps(site),
    ...methodMap(site),
    "server {",
    ...serverSettings(manifest, root),
    ...errorPages.flatMap(([, code]) => location(`@cardpane_${code}`, site.refuse(code))),
    ...fileLocations(site),
    ...releaseLocations(site),
    ...reportLocations(site),
    ...location("/", site.refuse("not_found")),
    "}",
  ];
  return `${lines.join("\n")}\n`;
}

/** Maps the query of the frame to its language, environment and parent. */
function queryMaps({ environments, parents, quote }: StaticSite): readonly string[] {
  return [
    "map $arg_locale $cardpane_tag {",
    "  default en;",
    `  ${quote(`~*${decidingTagPattern("(?:,|%2C)").replace("((?:", "(?<cardpane_found>(?:")}`)} $cardpane_found;`,
    "}",
    "map $cardpane_tag $cardpane_locale {",
    "  default en;",
    ...tagPatterns.map(([pattern, locale]) => `  ${quote(`~*${pattern}`)} ${locale};`),
    "}",
    // Not $arg_environment, which nginx finds in any case and compares in any case. The first parameter of the name counts.
    "map $args $cardpane_environment {",
    '  default "";',
    ...environments.map((id) => `  "~^(?:(?!environment=)[^&]*&)*environment=${id}(?:&|$)" ${id};`),
    "}",
    'map "$cardpane_environment $arg_parent" $cardpane_unlisted {',
    "  default 1;",
    '  "~^[a-z0-9-]+ $" 0;',
    ...parents.map(([id, pattern]) => `  ${quote(`~^${id} ${encodedPattern(pattern)}$`)} 0;`),
    "}",
  ];
}

/**
 * Maps method and path to 1 if the method is refused. Files accept GET and HEAD; the host itself checks the method of a report.
 */
function methodMap({ reports, quote }: StaticSite): readonly string[] {
  return [
    'map "$request_method $uri" $cardpane_wrong_method {',
    "  default 1;",
    '  "~^(GET|HEAD) " 0;',
    ...(reports ? [`  ${quote(`~^[A-Z]+ ${escapePattern(reports.path)}$`)} 0;`] : []),
    "}",
  ];
}

/** nginx reads no body: it passes reports on to the upstream, which responds as the host does. */
function reportLocations(site: StaticSite): readonly string[] {
  const { reports } = site;
  if (!reports) return [];
  return [
    ...location(`= ${reports.path}`, [
      `client_max_body_size ${maxReportBytes};`,
      "error_page 413 @cardpane_body;",
      `proxy_pass ${reports.upstream};`,
    ]),
    ...location("@cardpane_body", site.refuse("body_too_large")),
  ];
}

/** The refusals, by the status that leads to each. */
const errorPages = [
  // Not 400 itself, which is also the status of a malformed request.
  ["418 =400", "environment_unknown"],
  ["403", "parent_unlisted"],
  ["404", "not_found"],
  ["405", "method_not_allowed"],
] as const;

function serverSettings(manifest: DeploymentManifest, root: string): readonly string[] {
  return [
    "  listen 8080;",
    // A pattern, because a missing file without one is an error.
    "  include cardpane-tls*.conf;",
    `  server_name ${new URL(manifest.origin).hostname};`,
    `  root ${root}/public;`,
    "  server_tokens off;",
    "  types {}",
    "  gzip on;",
    // nginx compares the whole Content-Type.
    '  gzip_types "text/html; charset=utf-8" "text/javascript; charset=utf-8" "text/plain; charset=utf-8" "application/json; charset=utf-8";',
    "  gzip_vary off;",
    ...errorPages.map(([status, code]) => `  error_page ${status} @cardpane_${code};`),
    // Before every location, because a static file and `return` would accept other methods.
    "  if ($cardpane_wrong_method) { return 405; }",
  ];
}

function fileLocations({ manifest, files, healthPaths, headerLines }: StaticSite): readonly string[] {
  const { prefix } = manifest;
  return [
    ...files.flatMap(({ url, headers: kind }) => location(`= ${prefix}/${url}`, headerLines(kind))),
    ...healthPaths.flatMap((path) =>
      location(`= ${path}`, [...headerLines("health"), `return 200 '{"status":"ok"}';`]),
    ),
  ];
}

function releaseLocations(site: StaticSite): readonly string[] {
  const { manifest, environments, headerLines } = site;
  const { prefix, releases } = manifest;
  return [
    ...releases.flatMap((version) => [
      ...location(`= ${prefix}/${version}/frame`, [
        'if ($cardpane_environment = "") { return 418; }',
        "if ($cardpane_unlisted) { return 403; }",
        `rewrite ^ ${prefix}/${version}/frame/$cardpane_environment/$cardpane_locale.html last;`,
      ]),
      ...environments.flatMap((id) =>
        location(`^~ ${prefix}/${version}/frame/${id}/`, [
          "internal;",
          ...headerLines(`document ${id} ${version}`),
        ]),
      ),
      ...location(`= ${prefix}/${version}/texts`, [
        ...headerLines("texts"),
        `try_files ${prefix}/${version}/texts/$cardpane_locale.json =404;`,
      ]),
    ]),
    // Refuses any other path of a deployed release.
    ...releases.flatMap((version) => location(`^~ ${prefix}/${version}/`, site.refuse("not_found"))),
    // Refuses the paths of a release that is not deployed.
    ...location(`~ ${site.otherRelease}`, site.refuse("release_unknown")),
  ];
}

function location(match: string, lines: readonly string[]): readonly string[] {
  return [`  location ${match} {`, ...lines.map((line) => `    ${line}`), "  }"];
}

/** The pattern of an origin in a query, which nginx does not decode. */
function encodedPattern(pattern: string): string {
  return pattern.replaceAll(":", "(?::|%3[Aa])").replaceAll("//", "(?://|%2[Ff]%2[Ff])");
}
