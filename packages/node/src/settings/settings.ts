/** Client options, validated once when the client is created. */

import { fieldsOf } from "@cardpane/contract/record";
import { isSecureServerOrigin } from "@cardpane/contract/secure-origin";
import {
  type AnyOperationName,
  allOperations,
  type MaxIpLength,
  type OperationOverrides,
  type PaymentSettings,
  type Routes,
  withOverrides,
} from "@cardpane/gateway";
import { ConfigurationError, invalidRequest } from "../errors/errors.ts";
import { type Ipv6Choice, isIpv4 } from "./address.ts";
import { type GatewayOptions, resolveGateway } from "./gateway.ts";
import { type Logger, notify } from "./observer.ts";
import { version } from "./version.ts";

/** Clock, replaceable in tests. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds, or immediately when the signal aborts. Never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Options of {@link createClient}. */
export interface ClientOptions extends Pick<PaymentSettings, "threeDsMissing"> {
  /** The merchant API key (section 5), sent unchanged. The type allows `undefined` for environment variables; it is refused. */
  readonly apiKey: string | undefined;
  /** Base URL of the gateway: https, or http on a loopback address. Live and staging use different API keys. */
  readonly baseUrl: string | undefined;
  /**
   * Milliseconds for a whole call, its retries included: 1 to 2,147,483,647. The default waits longer where a timeout leaves open
   * whether money moved.
   * @default 80_000; 30_000 for calls that only read
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Which checks the client makes before it sends a request. Every mode checks amounts, extras, options, and the fields read
   * from the shopper's request.
   *
   * - `strict`: every bound and pattern of the document and every condition between fields. Unknown fields are refused.
   * - `off`: no further checks. The gateway decides.
   *
   * Unknown payment sources and banks are never refused: the client sends them with a warning.
   * @default "strict"
   */
  readonly validation?: "strict" | "off" | undefined;
  /**
   * Maximum number of retries, 0 to 10.
   * @default 2
   */
  readonly maxRetries?: number | undefined;
  /**
   * How the client handles an unknown outcome: it throws an error (`report`), or sends the call again under the same
   * `X-Request-ID`. Choose `repeat-same-id` only if your gateway deduplicates by that header, that is, answers a repeated
   * id with the original result; the interface does not promise it. The advice in error messages depends on this setting.
   * @default "report"
   */
  readonly onUnknown?: "report" | "repeat-same-id" | undefined;
  /**
   * Number of your own proxies in front of this server, 0 to 20. With 0, `X-Forwarded-For` is ignored; with n, the shopper's
   * address is the nth from its right.
   * @default 0
   */
  readonly proxyDepth?: number | undefined;
  /**
   * The address to send for a shopper on IPv6. The document's `consumer.ip` has 16 characters, too few for most IPv6 addresses, so
   * the choice depends on your gateway.
   *
   * - `send`: the IPv6 address. Live gateways accept it.
   * - `{ fallback: "192.0.2.1" }`: this IPv4 address, for gateways that follow the document. Yours, not another shopper's.
   * - `refuse`: none. The call throws a NotSentError (`invalid_request`): those shoppers cannot pay.
   *
   * An IPv4 address within an IPv6 address (`::ffff:192.0.2.1`) is sent as IPv4 in any case.
   */
  readonly ipv6: Ipv6Choice;
  /**
   * How the gateway differs from the interface's document. Pass the same value to `createCheckout` and
   * `createWalletNotifications`.
   * @default {}
   */
  readonly gateway?: GatewayOptions | undefined;
  /**
   * Overrides of method, path and success status, for gateways that differ from the defaults. If a path has no `{id}`, the
   * client sends the id with the rest of the input.
   */
  readonly operations?: OperationOverrides | undefined;
  /**
   * Logs each request and response (`debug`), each failed attempt and each warning about a likely mistake (`warn`), without
   * secrets or card data.
   * @default none, and `console.warn` for warnings
   */
  readonly logger?: Logger | undefined;
  /**
   * Sends each request: for further headers, instrumentation, a proxy or tests.
   * @default globalThis.fetch
   */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /**
   * Clock for retries and time limits; replace it in tests.
   * @default the system clock
   */
  readonly clock?: Clock | undefined;
  /**
   * Random source of the retry jitter: a number from 0 to 1, 1 excluded.
   * @default Math.random
   */
  readonly random?: (() => number) | undefined;
}

/** Options of one call, passed as its last argument. */
export interface RequestOptions {
  /**
   * Idempotency key of this call, sent as `X-Request-ID`: 1 to 128 visible ASCII characters. Create one for each *attempt* to
   * pay, not for each order: a second card is a second attempt. Store it before the call, to identify the attempt later.
   * @default a new one for each call
   */
  readonly idempotencyKey?: string | undefined;
  /** Milliseconds for this call, retries included. */
  readonly timeoutMs?: number | undefined;
  /** Maximum number of retries of this call, 0 to 10. */
  readonly maxRetries?: number | undefined;
  /** Aborts the call. If the request was already sent, its outcome is unknown. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of lists. Each page is a separate request with its own idempotency key. */
export type ListOptions = Omit<RequestOptions, "idempotencyKey">;

/** The validated options, with defaults applied. */
export type Settings = Readonly<ReturnType<typeof resolveSettings>>;

/** @throws ConfigurationError that names the option and never quotes its value, which may be a misplaced key */
export function resolveSettings(options: ClientOptions) {
  const gateway = resolveGateway(options.gateway);
  const onUnknown = oneOf("onUnknown", options.onUnknown ?? "report", ["report", "repeat-same-id"]);
  if (onUnknown === "repeat-same-id" && !gateway.sendRequestId) {
    fail(
      "onUnknown must be report where gateway.sendRequestId is false: without the key the gateway cannot recognize a repetition.",
    );
  }
  return {
    apiKey: checkApiKey(options.apiKey),
    baseUrl: checkBaseUrl(options.baseUrl),
    routes: checkRoutes(options.operations),
    /** Names of the operations in the option `operations`. */
    overridden: new Set(Object.keys(options.operations ?? {})),
    userAgent: `cardpane-node/${version}`,
    /** The limit of every call; `undefined`: the default of each effect. */
    timeoutMs: options.timeoutMs === undefined ? undefined : checkOption("timeoutMs", options.timeoutMs),
    validation: oneOf("validation", options.validation ?? "strict", ["strict", "off"]),
    logger: checkLogger(options.logger),
    maxRetries: checkOption("maxRetries", options.maxRetries ?? 2),
    onUnknown,
    gateway,
    threeDsMissing: oneOf("threeDsMissing", options.threeDsMissing ?? "refuse", ["refuse", "skip"]),
    proxyDepth: checkOption("proxyDepth", options.proxyDepth ?? 0),
    ipv6: checkIpv6(options.ipv6),
    warn: (message: string) => notify((text: string) => (options.logger ?? console).warn(text), message),
    // Resolved at each call, so that instrumentation installed later is used.
    fetch: options.fetch ?? ((...request: Parameters<typeof fetch>) => globalThis.fetch(...request)),
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
  };
}

/** Bounds of the numbers that are options of the client and of calls. The maximum of `timeoutMs` is that of a Node timer. */
const bounds = { timeoutMs: [1, 2_147_483_647], maxRetries: [0, 10], proxyDepth: [0, 20] } as const;

function checkOption(name: keyof typeof bounds, value: number): number {
  return checkWhole(name, value, bounds[name]);
}

/** Checks a number among the options of a call. @throws NotSentError (`invalid_request`) */
export function checkArgument(name: keyof typeof bounds, value: number): number {
  return checkWhole(name, value, bounds[name], refuseArgument);
}

/** @throws NotSentError (`invalid_request`) */
export function checkId(name: string, id: number): number {
  return checkWhole(name, id, [1, Number.MAX_SAFE_INTEGER], refuseArgument);
}

/** @throws NotSentError (`invalid_request`) */
export function refuseArgument(name: string, problem: string): never {
  throw invalidRequest({ [name]: problem });
}

/** Value of the `Authorization` header in calls with the merchant's API key. */
export function merchantAuthorization({ apiKey, gateway }: Settings): string {
  return gateway.authorization === "Bearer" ? `Bearer ${apiKey}` : apiKey;
}

/** Maximum length of `consumer.ip`. */
export function maxIpLength({ ipv6 }: Settings): MaxIpLength {
  return ipv6 === "send" ? 39 : 16;
}

/** Validates the `operations` option. Errors name the operation and never quote the value. */
function checkRoutes(overrides: OperationOverrides | undefined): Routes {
  const routes = withOverrides(overrides);
  for (const name of Object.keys(overrides ?? {})) {
    if (!Object.hasOwn(allOperations, name)) fail("operations names an unknown operation.");
  }
  for (const [name, { method, path, success }] of Object.entries(routes)) {
    const isRead = allOperations[name as AnyOperationName].method === "GET";
    // An operation with effects must not become a GET, because proxies may repeat or cache a GET.
    oneOf(`operations.${name}.method`, method, isRead ? ["GET", "POST", "PUT"] : ["POST", "PUT"]);
    if (!/^\/(?!\/)[\x21-\x7e]*$/.test(path)) fail(`operations.${name}.path must start with one /.`);
    const places = path.split("{id}").length - 1;
    const takesId = allOperations[name as AnyOperationName].path.includes("{id}");
    if (places > (takesId ? 1 : 0)) {
      fail(`operations.${name}.path must hold ${takesId ? "{id} at most once" : "no {id}"}.`);
    }
    checkWhole(`operations.${name}.success`, success, [200, 299]);
  }
  return routes;
}

function checkApiKey(apiKey: string | undefined): string {
  if (apiKey === undefined || apiKey === null || apiKey === "") {
    return fail("apiKey is not set. Is the environment variable that holds it there?");
  }
  if (typeof apiKey !== "string") return fail("apiKey must be a string.");
  if (apiKey.trim() === "") return fail("apiKey is blank.");
  // A key read from a file often ends with a line break, and a header cannot contain one.
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    return fail("apiKey holds white space or other characters that no header can carry. Trim it.");
  }
  return apiKey;
}

function checkBaseUrl(baseUrl: unknown): string {
  const url = checkAddress("baseUrl", baseUrl);
  if (url.search !== "") return fail("baseUrl must hold no query.");
  return (url.origin + url.pathname).replace(/\/+$/, "");
}

/**
 * Validates an address of the gateway or of an endpoint for notifications. Both carry secrets, which every hop could read over http.
 *
 * @throws ConfigurationError that names the option and never quotes its value
 */
export function checkAddress(option: string, address: unknown): URL {
  if (typeof address !== "string" || address.trim() === "") return fail(`${option} is not set.`);
  if (!URL.canParse(address)) return fail(`${option} must be an absolute address.`);
  const url = new URL(address);
  if (!isSecureServerOrigin(url)) {
    return fail(`${option} must be https; http is allowed on a loopback address only.`);
  }
  if (url.username !== "" || url.password !== "" || url.hash !== "") {
    return fail(`${option} must hold no user name, password or fragment.`);
  }
  return url;
}

function checkLogger(logger: Logger | undefined): Logger | undefined {
  if (logger === undefined) return undefined;
  const { debug, warn } = fieldsOf<Logger>(logger);
  if (typeof debug === "function" && typeof warn === "function") return logger;
  return fail("logger must have the methods debug and warn.");
}

function checkIpv6(choice: Ipv6Choice | undefined): Ipv6Choice {
  if (choice === "send" || choice === "refuse") return choice;
  const { fallback } = fieldsOf<{ fallback: unknown }>(choice);
  if (typeof fallback === "string" && isIpv4(fallback)) return { fallback };
  if (fallback !== undefined) return fail("ipv6.fallback must be an IPv4 address.");
  return fail(
    'ipv6 must be "send", "refuse" or { fallback: an IPv4 address }: the choice for shoppers on IPv6. Choose "send" if your gateway accepts IPv6, as live gateways do.',
  );
}

/** @throws what `refuse` throws; by default a ConfigurationError */
export function checkWhole(
  name: string,
  value: number,
  [min, max]: readonly [min: number, max: number],
  refuse: (name: string, problem: string) => never = refuseOption,
): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  return refuse(name, `must be a whole number from ${min} to ${max}`);
}

function refuseOption(name: string, problem: string): never {
  return fail(`${name} ${problem}.`);
}

function oneOf<const T extends string>(name: string, value: T, allowed: readonly T[]): T {
  return allowed.includes(value) ? value : fail(`${name} must be one of ${allowed.join(", ")}.`);
}

function fail(what: string): never {
  throw new ConfigurationError(what.replace(/\.$/, ""));
}

const systemClock: Clock = {
  now: Date.now,
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener("abort", done, { once: true });
    }),
};
