/** Reads the configuration from environment variables, for containers and for `npm start`. The reference lists them. */
import type { HostConfig } from "../config.ts";
import { HostConfigError, messageOf } from "../error.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The variable of each option, and the form of its value. */
export const variables = {
  environments: ["PANE_ENVIRONMENTS", "JSON"],
  parents: ["PANE_PARENTS", "list, separated by spaces"],
  origin: ["PANE_ORIGIN", "text"],
  prefix: ["PANE_PREFIX", "text"],
  headers: ["PANE_HEADERS", "JSON"],
  caching: ["PANE_CACHING", "text"],
  lanOverHttp: ["PANE_LAN_OVER_HTTP", "text"],
  reports: ["PANE_REPORTS", "text"],
  unionPayLuhn: ["PANE_UNIONPAY_LUHN", "text"],
  networkRanges: ["PANE_NETWORK_RANGES", "JSON"],
  tokenizeHeaders: ["PANE_TOKENIZE_HEADERS", "JSON"],
  fonts: ["PANE_FONTS", "JSON"],
} as const satisfies Record<keyof HostConfig, readonly [name: string, value: string]>;

/**
 * Reads the configuration; the host validates it. The defaults are those of `npm start`.
 *
 * @throws HostConfigError which names the variable that is not valid JSON
 */
export function readEnvironment(env: Environment): HostConfig {
  const given = Object.entries(variables).flatMap(([option, [name, value]]) => {
    const text = env[name];
    if (text === undefined) return [];
    if (value === "JSON") return [[option, parseJson(text, name)]];
    return [[option, value === "text" ? text : text.split(/\s+/).filter(Boolean)]];
  });
  return {
    environments: { sandbox: "http://127.0.0.1:4002" },
    parents: ["http://localhost:4000"],
    ...Object.fromEntries(given),
  };
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const wanted = name === "PANE_FONTS" ? "a JSON list of fonts" : "a JSON object";
    throw new HostConfigError(`${name} must be ${wanted}: ${messageOf(cause)}`, { cause });
  }
}
