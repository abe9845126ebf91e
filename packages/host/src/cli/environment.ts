/** Reads the configuration from environment variables, for containers and for `npm start`. The README describes each. */
import type { HostConfig } from "../config.ts";
import { HostConfigError, messageOf } from "../error.ts";

type Environment = Readonly<Record<string, string | undefined>>;
type Variables = Partial<Record<keyof HostConfig, string>>;

const textVariables: Variables = {
  origin: "PANE_ORIGIN",
  prefix: "PANE_PREFIX",
  caching: "PANE_CACHING",
  lanOverHttp: "PANE_LAN_OVER_HTTP",
  reports: "PANE_REPORTS",
  unionPayLuhn: "PANE_UNIONPAY_LUHN",
};
const jsonVariables: Variables = {
  environments: "PANE_ENVIRONMENTS",
  networkRanges: "PANE_NETWORK_RANGES",
  tokenizeHeaders: "PANE_TOKENIZE_HEADERS",
  fonts: "PANE_FONTS",
  headers: "PANE_HEADERS",
};

/**
 * Reads the configuration; the host validates it. The defaults are those of `npm start`.
 *
 * @throws HostConfigError which names the variable that is not valid JSON
 */
export function readEnvironment(env: Environment): HostConfig {
  const read = (variables: Variables, parse: (text: string, name: string) => unknown) =>
    Object.entries(variables).flatMap(([option, name]) => {
      const text = env[name];
      return text === undefined ? [] : [[option, parse(text, name)] as const];
    });
  return {
    environments: { sandbox: "http://127.0.0.1:4002" },
    parents: (env["PANE_PARENTS"] ?? "http://localhost:4000").split(/\s+/).filter(Boolean),
    ...Object.fromEntries([...read(textVariables, (text) => text), ...read(jsonVariables, parseJson)]),
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
