/** `createClientFromEnv`: a client whose options come from environment variables. */
import { defined } from "../call/read-values.ts";
import { ConfigurationError } from "../errors/errors.ts";
import { type Client, createClient } from "./client.ts";
import type { ClientOptions } from "./settings.ts";

type Environment = Readonly<Record<string, string | undefined>>;
type Read = (name: string, text: string) => unknown;

const text: Read = (_, value) => value;
const whole: Read = (name, value) => {
  if (/^\d{1,15}$/.test(value)) return Number(value);
  throw new ConfigurationError(`${name} must be a whole number`);
};

/** Each environment variable with the option that it sets. An empty variable counts as unset. */
export const environmentVariables = table({
  CARDPANE_API_KEY: ["apiKey", text],
  CARDPANE_BASE_URL: ["baseUrl", text],
  CARDPANE_GATEWAY: ["gateway", text],
  CARDPANE_USER_ID: ["userId", whole],
  CARDPANE_TIMEOUT_MS: ["timeoutMs", whole],
  CARDPANE_ATTEMPT_TIMEOUT_MS: ["attemptTimeoutMs", whole],
  CARDPANE_MAX_RETRIES: ["maxRetries", whole],
  CARDPANE_ON_UNKNOWN: ["onUnknown", text],
  CARDPANE_VALIDATION: ["validation", text],
  CARDPANE_THREE_DS_MISSING: ["threeDsMissing", text],
  CARDPANE_PROXY_DEPTH: ["proxyDepth", whole],
  CARDPANE_FORWARDING_HEADER: ["forwardingHeader", text],
  CARDPANE_IPV6_FALLBACK: ["ipv6Fallback", text],
});

/** Infers the names as literal types, so that the type declarations list each name once. */
function table<Name extends string>(
  variables: Readonly<Record<Name, readonly [option: keyof ClientOptions, read: Read]>>,
): Readonly<Record<Name, readonly [option: keyof ClientOptions, read: Read]>> {
  return variables;
}

/**
 * Creates a client from environment variables: `CARDPANE_API_KEY`, `CARDPANE_BASE_URL` and the others of the README's table.
 *
 * @param options options that no variable sets, hooks for example; an option overrides its variable
 * @param environment @default process.env
 * @throws ConfigurationError that names the variable, never its value
 * @example
 * const client = createClientFromEnv({ logger: console });
 */
export function createClientFromEnv(
  options: Partial<ClientOptions> = {},
  environment: Environment = environmentOf(globalThis),
): Client {
  const found: Record<string, unknown> = {};
  for (const [name, [option, read]] of Object.entries(environmentVariables)) {
    const value = environment[name];
    if (value !== undefined && value !== "" && options[option] === undefined)
      found[option] = read(name, value);
  }
  for (const [name, option] of [
    ["CARDPANE_API_KEY", "apiKey"],
    ["CARDPANE_BASE_URL", "baseUrl"],
  ] as const) {
    if (found[option] === undefined && options[option] === undefined) {
      throw new ConfigurationError(`${name} is not set in the environment`);
    }
  }
  return createClient({ apiKey: undefined, baseUrl: undefined, ...found, ...defined(options) });
}

/** Not every runtime has a `process`. */
function environmentOf(scope: object): Environment {
  const { process } = scope as { readonly process?: { readonly env?: Environment } };
  return process?.env ?? {};
}
