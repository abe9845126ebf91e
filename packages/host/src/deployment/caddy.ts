/** Caddy, for the static build: the same answers and headers as the host's own. */
import type { HostConfig } from "../config.ts";
import { type DeploymentManifest, environmentsOf } from "./deployment.ts";
import { decidingTagPattern, tagPatterns } from "./locale-patterns.ts";
import { refusalBody } from "./refusal-body.ts";

type Headers = Readonly<Record<string, string>>;

/** Writes a Caddyfile. Caddy fetches the certificate of the origin by itself. */
export function caddyfile(manifest: DeploymentManifest, { parents }: HostConfig, root: string): string {
  const { origin, prefix, releases, headers, files } = manifest;
  const environments = environmentsOf(manifest);
  const refuse = (status: number, code: Parameters<typeof refusalBody>[0], more: Headers = {}) => [
    ...headerLines({ ...headers["refusal"], ...more }),
    `respond ${quote(refusalBody(code, manifest, environments))} ${status}`,
  ];
  const sourcesOf = (environment: string) =>
    headers[`document ${environment} ${releases[0] ?? ""}`]?.["content-security-policy"] ?? "";
  let names = 0;
  /** Requests that the conditions match are answered so, and by nothing that follows. */
  const handle = (conditions: readonly string[], lines: readonly string[]): readonly string[] => {
    names += 1;
    const name = `@cardpane${names}`;
    return [...[`${name} {`, ...indent(conditions), "}"], ...[`handle ${name} {`, ...indent(lines), "}"]];
  };
  const answers = [
    "map {query.locale} {cardpane_tag} {",
    ...indent([`~(?i)${decidingTagPattern(",")} "\${1}"`, "default en"]),
    "}",
    "map {cardpane_tag} {cardpane_locale} {",
    ...indent([...tagPatterns.map(([pattern, locale]) => `~(?i)${pattern} ${locale}`), "default en"]),
    "}",
    "map `{query.environment} {query.parent}` {cardpane_parent} {",
    ...indent([
      ...environments.flatMap((id) => [
        `\`~^${id} $\` listed`,
        ...parents
          .filter((parent) => sourcesOf(id).includes(parent))
          .map((parent) => `\`~^${id} ${parentPattern(parent)}$\` listed`),
      ]),
      "default unlisted",
    ]),
    "}",
    ...handle(["not method GET HEAD"], refuse(405, "method_not_allowed", { allow: "GET, HEAD" })),
    ...releases.flatMap((version) => {
      const path = `path ${prefix}/${version}/frame`;
      return [
        ...environments.flatMap((id) => {
          const own = headers[`document ${id} ${version}`] ?? {};
          return [
            ...handle(
              // Not another line of `query`: before Caddy 2.7 one of them would be enough.
              [path, `query environment=${id}`, 'expression `{cardpane_parent} == "unlisted"`'],
              refuse(403, "parent_unlisted"),
            ),
            ...handle(
              [path, `query environment=${id}`],
              [
                ...headerLines(own),
                `rewrite * ${prefix}/${version}/frame/${id}/{cardpane_locale}.html`,
                "file_server",
              ],
            ),
          ];
        }),
        ...handle([path], refuse(400, "environment_unknown")),
        ...handle(
          [`path ${prefix}/${version}/texts`],
          [
            ...headerLines(headers["texts"] ?? {}),
            `rewrite * ${prefix}/${version}/texts/{cardpane_locale}.json`,
            "file_server",
          ],
        ),
      ];
    }),
    ...files
      .filter(({ url }) => !url.includes("?") && url !== "health")
      .flatMap(({ url, headers: kind }) =>
        handle([`path ${prefix}/${url}`], [...headerLines(headers[kind] ?? {}), "file_server"]),
      ),
    ...handle(
      [`path ${["/health", ...(prefix ? [`${prefix}/health`] : [])].join(" ")}`],
      [...headerLines(headers["health"] ?? {}), `respond ${quote('{"status":"ok"}')} 200`],
    ),
    ...handle(
      [`path ${releases.map((version) => `${prefix}/${version}/*`).join(" ")}`],
      refuse(404, "not_found"),
    ),
    ...handle(
      [
        `path_regexp ^${prefix.replaceAll(".", "\\.")}/[0-9A-Za-z][0-9A-Za-z.+-]*/(frame|texts|[a-z-]+\\.(js|txt))$`,
      ],
      refuse(404, "release_unknown"),
    ),
    ...["handle {", ...indent(refuse(404, "not_found")), "}"],
  ];
  const site = [
    `root * ${root}/public`,
    "encode zstd gzip",
    "header -Server",
    // Caddy sorts what stands outside of a route.
    ...["route {", ...indent(answers), "}"],
  ];
  return [
    "# Written by `cardpane build --for caddy`. Do not edit: build again.",
    ...[`${origin} {`, ...indent(site), "}", ""],
  ].join("\n");
}

/** An origin as a pattern; of a wildcard, the names below. */
function parentPattern(parent: string): string {
  return parent.replaceAll(/[.[\]]/g, "\\$&").replace("*", "[a-z0-9.-]+");
}

function headerLines(headers: Headers): readonly string[] {
  return Object.entries(headers).map(([name, value]) => `header ${name} ${quote(value)}`);
}

function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `\t${line}`);
}

/** Caddy takes a text between backticks as it is. */
function quote(text: string): string {
  return `\`${text}\``;
}
