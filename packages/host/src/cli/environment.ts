/**
 * Reads the configuration from environment variables, for containers and for `npm start`:
 *
 *   PANE_ENVIRONMENTS   {"sandbox":"http://127.0.0.1:4002"} (JSON: id to gateway)
 *   PANE_PARENTS        http://localhost:4000 (origins, separated by spaces)
 *   PANE_ORIGIN         the host's own public origin
 *   PANE_PREFIX         path prefix of every address
 *   PANE_CACHING        release (development: browsers revalidate each file)
 *   PANE_LAN_OVER_HTTP  refuse (development: accepts a private network over http, for tests on a phone)
 *   PANE_REPORTS        off (collect: browsers report violations of the frame's policies to /reports)
 *   PANE_UNIONPAY_LUHN  check (ignore: only the gateway validates UnionPay numbers)
 *   PANE_NETWORK_RANGES {"visa cartes-bancaires":"4810"} (JSON: first digits of cards by their networks)
 *   PANE_TOKENIZE_HEADERS {"X-Request-ID":null} (JSON: headers of the tokenize request; null removes a default one)
 *   PANE_FONTS          [{"family":"Inter","file":"fonts/inter.woff2","weight":"100 900"}] (JSON: fonts that pages may select)
 *   PANE_HEADERS        {"X-Robots-Tag":"noindex"} (JSON: additional headers of every response)
 */
import type { HostConfig } from "../config.ts";
import { HostConfigError, messageOf } from "../error.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration; the host validates it.
 *
 * @throws HostConfigError which names the variable that is not valid JSON
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
    const wanted = name === "PANE_FONTS" ? "a JSON list of fonts" : "a JSON object";
    throw new HostConfigError(`${name} must be ${wanted}: ${messageOf(cause)}`, { cause });
  }
}
