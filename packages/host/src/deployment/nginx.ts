/** nginx, for the static build: the same answers and headers as the host's own. */
import type { HostConfig } from "../config.ts";
import { type DeployedFile, type DeploymentManifest, environmentsOf } from "./deployment.ts";
import { decidingTagPattern, tagPatterns } from "./locale-patterns.ts";
import { refusalBody } from "./refusal-body.ts";

type Headers = Readonly<Record<string, string>>;

/** Writes the configuration; it belongs into nginx's `http` block. */
export function nginxConfig(manifest: DeploymentManifest, { parents }: HostConfig, root: string): string {
  const { origin, prefix, releases, headers, files } = manifest;
  const environments = environmentsOf(manifest);
  const documentOf = (environment: string, version: string) =>
    headers[`document ${environment} ${version}`] ?? {};
  const sourcesOf = (environment: string) =>
    documentOf(environment, releases[0] ?? "")["content-security-policy"] ?? "";
  /** A release's policy has the hash of its own script. */
  const perEnvironment = (variable: string, header: string, version: string) => [
    `map $cardpane_environment $${variable} {`,
    '  default "";',
    ...environments.map((id) => `  ${id} ${quote(documentOf(id, version)[header] ?? "")};`),
    "}",
  ];
  const refuse = (status: number, code: Parameters<typeof refusalBody>[0]) => [
    ...answerLines(headers["refusal"] ?? {}),
    `return ${status} ${quote(refusalBody(code, manifest, environments))};`,
  ];
  const plain = files.filter(({ url }) => !url.includes("?"));
  const lines = [
    "# Written by `cardpane build --for nginx`. Do not edit: build again. Include it in the http block.",
    "# TLS: add listen 443 ssl and your certificate here, or end TLS before it.",
    "map $arg_locale $cardpane_tag {",
    "  default en;",
    `  ${quote(`~*${decidingTagPattern("(?:,|%2C)").replace("((?:", "(?<cardpane_found>(?:")}`)} $cardpane_found;`,
    "}",
    "map $cardpane_tag $cardpane_locale {",
    "  default en;",
    ...tagPatterns.map(([pattern, locale]) => `  ${quote(`~*${pattern}`)} ${locale};`),
    "}",
    "map $arg_environment $cardpane_environment {",
    '  default "";',
    ...environments.map((id) => `  ${id} ${id};`),
    "}",
    'map "$cardpane_environment $arg_parent" $cardpane_unlisted {',
    "  default 1;",
    '  "~^[a-z0-9-]+ $" 0;',
    ...environments.flatMap((id) =>
      parents
        .filter((parent) => sourcesOf(id).includes(parent))
        .map((parent) => `  ${quote(`~^${id} ${parentPattern(parent)}$`)} 0;`),
    ),
    "}",
    ...releases.flatMap((version, index) => [
      ...perEnvironment(`cardpane_policy_${index}`, "content-security-policy", version),
      ...perEnvironment(`cardpane_agent_cluster_${index}`, "origin-agent-cluster", version),
    ]),
    "server {",
    "  listen 8080;",
    `  server_name ${new URL(origin).hostname};`,
    `  root ${root}/public;`,
    "  server_tokens off;",
    "  types {}",
    "  gzip on;",
    "  gzip_types text/javascript application/json text/plain;",
    "  gzip_vary off;",
    "  error_page 400 @cardpane_environment;",
    "  error_page 403 @cardpane_parent;",
    "  error_page 404 @cardpane_nothing;",
    "  error_page 405 @cardpane_method;",
    // Before any location: a static file would answer other methods by itself, and `return` answers all.
    "  if ($request_method !~ ^(GET|HEAD)$) { return 405; }",
    ...["environment:400:environment_unknown", "parent:403:parent_unlisted", "nothing:404:not_found"].flatMap(
      (row) => {
        const [name, status, code] = row.split(":") as [string, string, Parameters<typeof refusalBody>[0]];
        return location(`@cardpane_${name}`, refuse(Number(status), code));
      },
    ),
    ...location("@cardpane_method", [
      ...answerLines({ ...headers["refusal"], allow: "GET, HEAD" }),
      `return 405 ${quote(refusalBody("method_not_allowed", manifest, environments))};`,
    ]),
    ...plain.filter(({ url }) => url !== "health").flatMap((file) => fileLocation(file)),
    ...["/health", ...(prefix ? [`${prefix}/health`] : [])].flatMap((path) =>
      location(`= ${path}`, [...answerLines(headers["health"] ?? {}), `return 200 '{"status":"ok"}';`]),
    ),
    ...releases.flatMap((version, index) => [
      ...location(`= ${prefix}/${version}/frame`, [
        'if ($cardpane_environment = "") { return 400; }',
        "if ($cardpane_unlisted) { return 403; }",
        ...answerLines({
          ...documentOf(environments[0] ?? "", version),
          "content-security-policy": `$cardpane_policy_${index}`,
          "origin-agent-cluster": `$cardpane_agent_cluster_${index}`,
        }),
        `try_files ${prefix}/${version}/frame/$cardpane_environment/$cardpane_locale.html =404;`,
      ]),
      ...location(`= ${prefix}/${version}/texts`, [
        ...answerLines(headers["texts"] ?? {}),
        `try_files ${prefix}/${version}/texts/$cardpane_locale.json =404;`,
      ]),
    ]),
    // Nothing else is below a release that is here.
    ...releases.flatMap((version) => location(`^~ ${prefix}/${version}/`, refuse(404, "not_found"))),
    // What another release would have; the documents themselves are for the frame's address alone.
    ...location(
      `~ ^${escapePattern(prefix)}/[0-9A-Za-z][0-9A-Za-z.+-]*/(frame|texts|[a-z-]+\\.(js|txt))$`,
      refuse(404, "release_unknown"),
    ),
    ...location("/", refuse(404, "not_found")),
    "}",
  ];

  function fileLocation({ url, headers: kind }: DeployedFile): readonly string[] {
    return location(`= ${prefix}/${url}`, answerLines(headers[kind] ?? {}));
  }
  return `${lines.join("\n")}\n`;
}

function location(match: string, lines: readonly string[]): readonly string[] {
  return [`  location ${match} {`, ...lines.map((line) => `    ${line}`), "  }"];
}

function answerLines(headers: Headers): readonly string[] {
  return Object.entries(headers).map(([name, value]) =>
    name === "content-type" ? `default_type ${quote(value)};` : `add_header ${name} ${quote(value)} always;`,
  );
}

/** An origin as a pattern of a query's value, which nginx does not decode; of a wildcard, the names below. */
function parentPattern(parent: string): string {
  return escapePattern(parent)
    .replace("https://\\*\\.", "https://[a-z0-9.-]+\\.")
    .replaceAll(":", "(?::|%3A)")
    .replaceAll("//", "(?://|%2F%2F)");
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** nginx reads `$name` in a quoted text as a variable; no value of ours has one but on purpose. */
function quote(text: string): string {
  return text.includes('"') ? `'${text.replaceAll("'", "\\'")}'` : `"${text.replaceAll("\\", "\\\\")}"`;
}
