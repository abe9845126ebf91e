/** What a client is configured with, checked once when it is created. */
import {
  type OperationName,
  type OperationOverrides,
  operations,
  type PaymentSettings,
  type Routes,
  withOverrides,
} from "@cardpane/contract/gateway";
import { ConfigurationError } from "./errors.ts";
import { isIpv4 } from "./shopper/address.ts";
import { version } from "./version.ts";

/** Time, which a test can hold in its hands. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after that many milliseconds, and at once when the signal aborts. Never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Options of {@link createClient}. */
export interface ClientOptions extends PaymentSettings {
  /** The merchant API key (section 5), sent as it is. May be typed `string | undefined`: an unset one is refused. */
  readonly apiKey: string | undefined;
  /** Base address of the gateway: https, or http on a loopback address. Live and staging have their own keys. */
  readonly baseUrl: string | undefined;
  /** Whose wallet calls are about unless they say otherwise: the id of a wallet user. Payments do not need it. */
  readonly clientId?: number | undefined;
  /**
   * Milliseconds for a whole call, its retries included.
   * @default 30_000
   */
  readonly timeoutMs?: number | undefined;
  /**
   * How often a call is sent again, 0 to 10. See the retry rules in the README.
   * @default 2
   */
  readonly maxRetries?: number | undefined;
  /**
   * What becomes of a call whose outcome is in doubt: told as an error, or sent again under the same `X-Request-ID`.
   * Choose `repeat-same-id` only where the gateway answers the same id with the original result. *Assumption*: it does;
   * the interface calls it a "unique request ID" and says no more.
   * @default "report"
   */
  readonly onUnknown?: "report" | "repeat-same-id" | undefined;
  /**
   * How many proxies of your own stand before this server. With 0 no forwarding header is believed; with n the shopper's
   * address is the nth from the right.
   * @default 0
   */
  readonly proxyDepth?: number | undefined;
  /**
   * The one header that your proxies write.
   * @default "x-forwarded-for"
   */
  readonly forwardingHeader?: "x-forwarded-for" | "forwarded" | undefined;
  /** IPv4 address sent for shoppers on IPv6, which the interface has no room for. Without it they are refused. */
  readonly ipv6Fallback?: string | undefined;
  /**
   * Method, path and status of operations, where your gateway differs from what is assumed. A path that holds no `{id}`
   * sends the id beside the rest of the input.
   */
  readonly operations?: OperationOverrides | undefined;
  /** @default globalThis.fetch */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** @default the system's */
  readonly clock?: Clock | undefined;
  /**
   * From 0 to 1, 1 excluded; spreads retries.
   * @default Math.random
   */
  readonly random?: (() => number) | undefined;
  /**
   * Makes the `X-Request-ID` of each call.
   * @default crypto.randomUUID
   */
  readonly createRequestId?: (() => string) | undefined;
}

/** Options of one call, its last argument. */
export interface RequestOptions {
  /** `X-Request-ID`, 1 to 128 visible ASCII characters. Store it with the order before you call, to ask again with it. */
  readonly requestId?: string | undefined;
  /** Milliseconds for this call, its retries included. */
  readonly timeoutMs?: number | undefined;
  /** How often this call is sent again, 0 to 10. */
  readonly maxRetries?: number | undefined;
  /** Ends the call. Once the request is under way its outcome is unknown. */
  readonly signal?: AbortSignal | undefined;
}

/** The checked options, defaults applied. */
export interface Settings {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly routes: Routes;
  readonly clientId: number | undefined;
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly onUnknown: "report" | "repeat-same-id";
  readonly threeDsMissing: "refuse" | "skip";
  readonly proxyDepth: number;
  readonly forwardingHeader: "x-forwarded-for" | "forwarded";
  readonly ipv6Fallback: string | undefined;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly random: () => number;
  readonly createRequestId: () => string;
}

/** @throws ConfigurationError naming the option. Its value is never told: a mix-up may have put the key there. */
export function resolveSettings(options: ClientOptions): Settings {
  return {
    apiKey: checkApiKey(options.apiKey),
    baseUrl: checkBaseUrl(options.baseUrl),
    routes: checkRoutes(options.operations),
    clientId: options.clientId === undefined ? undefined : checkId("clientId", options.clientId),
    userAgent: `cardpane-node/${version}`,
    timeoutMs: checkTimeout(options.timeoutMs ?? 30_000),
    maxRetries: checkMaxRetries(options.maxRetries ?? 2),
    onUnknown: oneOf("onUnknown", options.onUnknown ?? "report", ["report", "repeat-same-id"]),
    threeDsMissing: oneOf("threeDsMissing", options.threeDsMissing ?? "refuse", ["refuse", "skip"]),
    proxyDepth: checkWhole("proxyDepth", options.proxyDepth ?? 0, 0, 20),
    forwardingHeader: oneOf("forwardingHeader", options.forwardingHeader ?? "x-forwarded-for", [
      "x-forwarded-for",
      "forwarded",
    ]),
    ipv6Fallback: checkFallback(options.ipv6Fallback),
    // Looked up at each call, so that instrumentation installed later is used, and unbound as browsers demand.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    createRequestId: options.createRequestId ?? (() => globalThis.crypto.randomUUID()),
  };
}

/** @throws ConfigurationError */
export function checkTimeout(timeoutMs: number): number {
  // The longest that a timer of Node takes.
  return checkWhole("timeoutMs", timeoutMs, 1, 2_147_483_647);
}

/** @throws ConfigurationError */
export function checkMaxRetries(maxRetries: number): number {
  return checkWhole("maxRetries", maxRetries, 0, 10);
}

/** @throws ConfigurationError */
export function checkProxyDepth(proxyDepth: number): number {
  return checkWhole("proxyDepth", proxyDepth, 0, 20);
}

/** @throws ConfigurationError */
export function checkId(name: string, id: number): number {
  return checkWhole(name, id, 1, Number.MAX_SAFE_INTEGER);
}

/** @throws ConfigurationError */
export function checkRequestId(requestId: string): string {
  if (typeof requestId === "string" && /^[\x21-\x7e]{1,128}$/.test(requestId)) return requestId;
  return fail("requestId must be 1 to 128 visible ASCII characters.");
}

/** Overrides are named by their operation: their values are not told. */
function checkRoutes(overrides: OperationOverrides | undefined): Routes {
  const routes = withOverrides(overrides);
  for (const name of Object.keys(overrides ?? {})) {
    if (!Object.hasOwn(operations, name)) fail("operations names an operation that there is not.");
  }
  for (const [name, { method, path, success }] of Object.entries(routes)) {
    const isRead = operations[name as OperationName].method === "GET";
    // What changes something must never be a GET, which anybody on the way may repeat or keep.
    oneOf(`operations.${name}.method`, method, isRead ? ["GET", "POST", "PUT"] : ["POST", "PUT"]);
    if (!/^\/(?!\/)[\x21-\x7e]*$/.test(path)) fail(`operations.${name}.path must start with one /.`);
    const places = path.split("{id}").length - 1;
    const takesId = operations[name as OperationName].path.includes("{id}");
    if (places > (takesId ? 1 : 0)) {
      fail(`operations.${name}.path must hold ${takesId ? "{id} at most once" : "no {id}"}.`);
    }
    checkWhole(`operations.${name}.success`, success, 200, 299);
  }
  return routes;
}

function checkApiKey(apiKey: string | undefined): string {
  if (apiKey === undefined || apiKey === null || apiKey === "") {
    return fail("apiKey is not set. Is the environment variable that holds it there?");
  }
  if (typeof apiKey !== "string") return fail("apiKey must be a string.");
  if (apiKey.trim() === "") return fail("apiKey is blank.");
  // A line break, most often at the end of a key read from a file, cannot go into a header.
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    return fail("apiKey holds white space or other characters that no header can carry. Trim it.");
  }
  return apiKey;
}

function checkBaseUrl(baseUrl: string | undefined): string {
  if (typeof baseUrl !== "string" || baseUrl.trim() === "") return fail("baseUrl is not set.");
  if (!URL.canParse(baseUrl)) return fail("baseUrl must be an absolute address.");
  const url = new URL(baseUrl);
  const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && loopback)) {
    return fail("baseUrl must be https; http is taken on a loopback address only.");
  }
  if (url.username !== "" || url.password !== "")
    return fail("baseUrl must not hold a user name or password.");
  if (url.search !== "" || url.hash !== "") return fail("baseUrl must not hold a query or a fragment.");
  return (url.origin + url.pathname).replace(/\/+$/, "");
}

function checkFallback(address: string | undefined): string | undefined {
  if (address !== undefined && !isIpv4(address)) return fail("ipv6Fallback must be an IPv4 address.");
  return address;
}

function checkWhole(name: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  return fail(`${name} must be a whole number from ${min} to ${max}.`);
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
