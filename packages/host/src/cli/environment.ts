/**
 * The configuration from environment variables, for containers and for `npm start`:
 *
 *   PANE_ENVIRONMENTS   {"sandbox":"http://127.0.0.1:4002"} (JSON: id to gateway)
 *   PANE_PARENTS        http://localhost:4000 (origins, separated by blanks)
 *   PANE_ORIGIN         the host's own public origin
 *   PANE_PREFIX         path that everything is served below
 *   PANE_CACHING        release (development: a build that keeps its version while it is worked on)
 *   PANE_LAN_OVER_HTTP  refuse (development: parents and gateways of a private network, for tests on a phone)
 *   PANE_REPORTS        off (collect: browsers report what the frame's policies stopped, to /reports)
 *   PANE_UNIONPAY_LUHN  check (ignore: the gateway alone judges UnionPay numbers)
 *   PANE_NETWORK_RANGES {"visa cartes-bancaires":"4810"} (JSON: networks to the first digits of their cards)
 *   PANE_TOKENIZE_HEADERS {"X-Request-ID":null} (JSON: headers of tokenize; null leaves one of the pane's own out)
 *   PANE_FONTS          [{"family":"Inter","file":"fonts/inter.woff2","weight":"100 900"}] (JSON: what pages may name)
 *   PANE_HEADERS        {"X-Robots-Tag":"noindex"} (JSON: headers of each answer besides the host's own)
 */
import type { HostConfig } from "../config.ts";
import { HostConfigError } from "../error.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration; the host checks what stands in it.
 *
 * @throws HostConfigError naming a variable that is not JSON.
 */
export function readEnvironment(env: Environment): HostConfig {
  return {
    environments: json(env, "PANE_ENVIRONMENTS") ?? { sandbox: "http://127.0.0.1:4002" },
    parents: (env["PANE_PARENTS"] ?? "http://localhost:4000").split(/\s+/).filter(Boolean),
    ...optional("origin", env["PANE_ORIGIN"]),
    ...optional("prefix", env["PANE_PREFIX"]),
    ...optional("caching", env["PANE_CACHING"] as HostConfig["caching"]),
    ...optional("lanOverHttp", env["PANE_LAN_OVER_HTTP"] as HostConfig["lanOverHttp"]),
    ...optional("reports", env["PANE_REPORTS"] as HostConfig["reports"]),
    ...optional("unionPayLuhn", env["PANE_UNIONPAY_LUHN"] as HostConfig["unionPayLuhn"]),
    ...optional("networkRanges", json<HostConfig["networkRanges"]>(env, "PANE_NETWORK_RANGES")),
    ...optional("tokenizeHeaders", json<HostConfig["tokenizeHeaders"]>(env, "PANE_TOKENIZE_HEADERS")),
    ...optional("fonts", json<HostConfig["fonts"]>(env, "PANE_FONTS")),
    ...optional("headers", json<HostConfig["headers"]>(env, "PANE_HEADERS")),
  };
}

function optional<K extends keyof HostConfig>(name: K, value: HostConfig[K] | undefined) {
  return value === undefined ? {} : { [name]: value };
}

function json<T>(env: Environment, name: string): T | undefined {
  const text = env[name];
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    throw new HostConfigError(
      `${name} must be ${name === "PANE_FONTS" ? "a JSON list of fonts" : "a JSON object"}: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    );
  }
}
