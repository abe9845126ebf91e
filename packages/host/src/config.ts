/** The configuration of the pane's host: its gateways, and the pages that may embed the pane. No page can change any of it. */

import type { NetworkRanges } from "@cardpane/contract/frame-config";
import { brands } from "@cardpane/contract/messages";
import { isRecord } from "@cardpane/contract/record";
import { isLocalNetwork, isSecureOrigin } from "@cardpane/contract/secure-origin";
import { HostConfigError } from "./error.ts";
import { type CheckedFont, type FontFile, type ReadFile, readFonts } from "./fonts.ts";
import { reservedHeader } from "./headers.ts";
import { isPublicSuffix, isSameSite } from "./same-site.ts";

/** Configuration of the pane's host. */
export interface HostConfig {
  /**
   * The base address of the gateway of each environment, by the id of the environment, for example
   * `{ live: "https://gateway.example" }`. A page selects an environment by its id; it cannot pass an address. Each is https, or
   * http on this machine (with `lanOverHttp` also in a private network), and has neither the host's origin nor a parent's.
   */
  readonly environments: Readonly<Record<string, string>>;
  /**
   * Origins of the pages that may embed the pane, for example `["https://shop.example"]`. For previews, the first label may be
   * a wildcard, `https://*.preview.example`: it matches subdomains at any depth, and is ignored for the environment `live`.
   */
  readonly parents: readonly string[];
  /**
   * The host's own public origin, for example `"https://pane.example"`. The frame of a parent of the same site requests a
   * separate process. Set this option if a proxy changes the `Host` header.
   * @default the `Host` of each request
   */
  readonly origin?: string;
  /** Path prefix of every address, for example `"/pane"`; `/health` is also served without it. @default "" */
  readonly prefix?: string;
  /**
   * Additional headers of every response, for example `{ "X-Robots-Tag": "noindex" }`: at most 20, with values of at most 1,024
   * printable ASCII characters. Of the host's own headers, only `Strict-Transport-Security` can be set, to a year or more.
   * @default {}
   */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * How long browsers cache the files. A release never changes, so they cache it for a year. With `"development"` they
   * revalidate each file, because a build that changes under the same version would fail its new integrity.
   * @default "release"
   */
  readonly caching?: "release" | "development";
  /**
   * For tests on a phone: `"development"` accepts parents, gateways and a host of a private network over http (192.168.1.20,
   * laptop.local). Everyone on that network can then read the card. Requires `caching: "development"`, and is ignored for the
   * environment `live`.
   * @default "refuse"
   */
  readonly lanOverHttp?: "refuse" | "development";
  /**
   * Whether browsers report violations of the frame's policies to `/reports` below the prefix. With `"collect"` the host keeps
   * the following of each report: the document's path, the directive, the site of the blocked request, line and column. It never
   * keeps a query, a sample or a user agent. Set `origin` too, so that reports about other documents are dropped.
   * @default "off"
   */
  readonly reports?: "off" | "collect";
  /**
   * Whether UnionPay numbers must pass the Luhn check. The network has issued some without a check digit; with `"ignore"` only the
   * gateway validates them.
   * @default "check"
   */
  readonly unionPayLuhn?: "check" | "ignore";
  /**
   * First digits of cards, for example from an acquirer's list. The key names the networks of a card, the issuing network first;
   * the value lists prefixes and ranges of prefixes, 1 to 8 digits long. Longer prefixes override shorter ones; of equal length,
   * these override the pane's own.
   * @default {}
   * @example { "visa cartes-bancaires": "45620000-45629999 4810" }
   */
  readonly networkRanges?: Readonly<Record<string, string>>;
  /**
   * Headers of the tokenize request besides `Content-Type` and `Accept`, for every environment; `null` removes a default one. The
   * defaults are `X-Requested-With: XMLHttpRequest`, which live gateways require, and an `X-Request-ID`. The gateway's CORS
   * response must allow each of them. At most 10, with names of 1 to 64 characters and values of at most 256 printable ASCII
   * characters. Headers that the browser sets, that describe the body or that authenticate cannot be set.
   * @default {}
   * @example { "X-Request-ID": null, "X-Shop": "7" }
   */
  readonly tokenizeHeaders?: Readonly<Record<string, string | null>>;
  /**
   * The merchant's own fonts, which pages may select by their family, for example
   * `[{ family: "Inter", file: "fonts/inter.woff2", weight: "100 900" }]`: at most 32 files of WOFF2, of 2 MB each.
   * @default []
   */
  readonly fonts?: readonly FontFile[];
}

/** A validated configuration, with its fonts loaded. */
export type CheckedConfig = Required<
  Omit<HostConfig, "networkRanges" | "fonts" | "tokenizeHeaders" | "origin" | "parents">
> & {
  readonly origin: string | undefined;
  readonly parents: readonly Parent[];
  readonly tokenizeHeaders: Readonly<Record<string, string>>;
  readonly sendsRequestId: boolean;
  readonly ranges: NetworkRanges;
  readonly fonts: readonly CheckedFont[];
};

/** An origin that may embed the pane, or a wildcard for its subdomains. */
interface Parent {
  /** The source in `frame-ancestors`. */
  readonly source: string;
  /** Whether it may embed the environment `live`. */
  readonly isForLive: boolean;
}

/** The environment with real payments, for which the options for tests are ignored. */
const live = "live";

/** The maximum number of entries of `networkRanges`; there are fewer combinations of networks on cards. */
const maxCards = 100;

const environmentId = /^[a-z][a-z0-9-]{0,31}$/;

/**
 * Validates a configuration and normalises its gateways.
 *
 * @throws HostConfigError which names the first invalid option
 */
export function readConfig(config: HostConfig, readFile: ReadFile): CheckedConfig {
  checkOptions(config);
  const allowsLan = readLan(config);
  const environments = Object.entries(config.environments).map(([id, gateway]) => {
    if (!environmentId.test(id))
      refuse(
        `environments[${JSON.stringify(id.slice(0, 64))}] is not an id: use 1 to 32 of a-z, 0-9 and -, starting with a letter.`,
      );
    return [id, readGateway(id, gateway, allowsLan && id !== live)] as const;
  });
  if (environments.length === 0)
    refuse('environments must name at least one gateway: { live: "https://…" }.');
  const parents = readParents(config.parents, allowsLan);
  if (environments.some(([id]) => !parentsOf(parents, id).length))
    refuse(
      `parents must list an origin over https without a wildcard for environments.${live}: wildcards and private networks are for tests.`,
    );
  const origin = readOwnOrigin(config.origin, allowsLan);
  for (const [id, gateway] of environments) checkSeparate(id, new URL(gateway).origin, parents, origin);
  return {
    environments: Object.fromEntries(environments),
    parents,
    origin,
    lanOverHttp: allowsLan ? "development" : "refuse",
    prefix: readPrefix(config.prefix),
    headers: readHeaders(config.headers ?? {}),
    caching: readChoice(config, "caching", ["release", "development"]),
    reports: readChoice(config, "reports", ["off", "collect"]),
    unionPayLuhn: readChoice(config, "unionPayLuhn", ["check", "ignore"]),
    ...readTokenizeHeaders(config.tokenizeHeaders ?? {}),
    ranges: Object.entries(config.networkRanges ?? {}).map(readRange),
    fonts: readFonts(config.fonts ?? [], readFile),
  };
}

/** An example of each option. Any other name is an error, and so is a value of another kind. */
const examples = {
  environments: { live: "https://gateway.example" },
  parents: ["https://shop.example"],
  origin: "https://pane.example",
  prefix: "/pane",
  headers: { "X-Robots-Tag": "noindex" },
  caching: "release",
  lanOverHttp: "refuse",
  reports: "collect",
  unionPayLuhn: "check",
  networkRanges: { visa: "4810" },
  tokenizeHeaders: { "X-Shop": "7" },
  fonts: [{ family: "Inter", file: "fonts/inter.woff2" }],
} as const satisfies Required<HostConfig>;

function refuse(message: string): never {
  throw new HostConfigError(message);
}

function checkOptions(config: HostConfig): void {
  const unknown = Object.keys(config).find((name) => !Object.hasOwn(examples, name));
  if (unknown !== undefined)
    refuse(
      `${JSON.stringify(unknown.slice(0, 64))} is not an option. The options are ${Object.keys(examples).join(", ")}.`,
    );
  for (const [name, example] of Object.entries(examples)) {
    const value = config[name as keyof HostConfig];
    const isOptional = name !== "environments" && name !== "parents";
    if (kindOf(value) !== kindOf(example) && !(isOptional && value === undefined))
      refuse(`${name} must be ${kindOf(example)}, for example ${JSON.stringify(example)}.`);
  }
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  return isRecord(value) ? "an object" : typeof value === "string" ? "a text" : "another value";
}

/** An option of two values; the first is the default. */
function readChoice<Name extends "caching" | "lanOverHttp" | "reports" | "unionPayLuhn">(
  config: HostConfig,
  name: Name,
  values: readonly [NonNullable<HostConfig[Name]>, NonNullable<HostConfig[Name]>],
): NonNullable<HostConfig[Name]> {
  const { [name]: value } = config;
  if (value !== undefined && !values.includes(value)) refuse(`${name} must be ${values.join(" or ")}.`);
  return value ?? values[0];
}

function readLan(config: HostConfig): boolean {
  const lanOverHttp = readChoice(config, "lanOverHttp", ["refuse", "development"]);
  if (lanOverHttp === "development" && config.caching !== "development")
    refuse(
      'lanOverHttp can be development only with caching: "development", because it is insecure in a deployment.',
    );
  return lanOverHttp === "development";
}

function readParents(parents: readonly string[], allowsLan: boolean): readonly Parent[] {
  if (parents.length === 0) refuse("parents must list the origin of at least one page that embeds the pane.");
  return parents.map((text, index) => {
    const source = String(text);
    if (isParentOrigin(source)) return { source, isForLive: true };
    if (allowsLan && isLanOrigin(source)) return { source, isForLive: false };
    const below = wildcardBase(source);
    if (below === undefined)
      refuse(
        `parents[${index}] must be an origin as browsers write it, like https://shop.example or http://localhost:4000, or one with a wildcard as its first label, like https://*.preview.example.${/^(?!https?:)[a-z][a-z0-9+.-]*:/.test(source) ? " An app's own scheme proves nothing: see in-an-app.md of the docs." : ""}`,
      );
    if (isPublicSuffix(new URL(below).hostname))
      refuse(
        `parents[${index}] matches domains of other people: anyone can register a name below ${new URL(below).hostname}. Use a domain of your own.`,
      );
    return { source, isForLive: false };
  });
}

/** `https://preview.example` for `https://*.preview.example`; `undefined` for anything else. */
function wildcardBase(text: string): string | undefined {
  if (!text.startsWith("https://*.")) return undefined;
  const below = text.replace("*.", "");
  // An IP address has no subdomains.
  return isParentOrigin(below) && !/[\d\]]$/.test(new URL(below).hostname) ? below : undefined;
}

/** The sources of `frame-ancestors` for an environment. */
export function parentsOf(parents: readonly Parent[], environment: string): readonly string[] {
  return parents.flatMap(({ source, isForLive }) => (isForLive || environment !== live ? [source] : []));
}

/** Whether one of the sources matches an origin, by the rules of `frame-ancestors`. */
export function listsOrigin(sources: readonly string[], origin: string): boolean {
  return sources.some((source) => {
    const below = wildcardBase(source);
    if (below === undefined) return source === origin;
    const [wanted, url] = [new URL(below), new URL(origin)];
    return (
      url.protocol === wanted.protocol &&
      url.port === wanted.port &&
      url.hostname.endsWith(`.${wanted.hostname}`)
    );
  });
}

/** Whether a source matches pages of the host's own site. */
export function sharesSite(sources: readonly string[], ownHostname: string): boolean {
  return sources.some((source) => isSameSite(new URL(source.replace("*", "any")).hostname, ownHostname));
}

function isLanOrigin(text: string): boolean {
  return isOrigin(text) && isLocalNetwork(new URL(text));
}

function readOwnOrigin(origin: string | undefined, allowsLan: boolean): string | undefined {
  if (origin !== undefined && !isParentOrigin(origin) && !(allowsLan && isLanOrigin(origin)))
    refuse("origin must be the host's own origin as browsers write it, like https://pane.example.");
  return origin;
}

/**
 * Card data would go to the shop's own server, or the gateway could serve scripts to the pane's origin. Not checked over http, on
 * one machine or a private network: the sandbox is a gateway and has pages of its own that embed the pane.
 */
function checkSeparate(
  id: string,
  gateway: string,
  parents: readonly Parent[],
  own: string | undefined,
): void {
  if (!gateway.startsWith("https:")) return;
  const sources = parents.map(({ source }) => source);
  const whose = gateway === own ? "the host itself" : listsOrigin(sources, gateway) ? "a parent" : undefined;
  if (whose === undefined) return;
  refuse(
    `environments.${id} must be on another origin than ${whose} (${gateway}): the gateway alone may receive card data.`,
  );
}

function readPrefix(prefix = ""): string {
  if (!/^(\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*){0,8}$/.test(prefix))
    refuse("prefix must be a path without a slash at its end, like /pane.");
  return prefix;
}

function readHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const free = "neither the host nor the connection sets";
  checkHeaderNames("headers", headers, { max: 20, reserved: reservedHeader, free });
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== "string" || !/^[\x21-\x7e]([\x20-\x7e]{0,1022}[\x21-\x7e])?$/.test(value))
      refuse(
        `headers["${name}"] must be 1 to 1024 printable ASCII characters that do not begin or end with a space.`,
      );
    if (/^strict-transport-security$/i.test(name) && !isLongTransportSecurity(value))
      refuse(
        `headers["${name}"] must be max-age=31536000 or more, alone or with includeSubDomains and preload.`,
      );
  }
  return { ...headers };
}

/** Checks the names in an option for headers: their number, and that each is there once and no other part sets it. */
function checkHeaderNames(
  option: string,
  headers: object,
  { max, reserved, free }: { max: number; reserved: RegExp; free: string },
): void {
  const names = Object.keys(headers);
  if (names.length > max) refuse(`${option} takes ${max} headers at most.`);
  const keys = names.map((name) => name.toLowerCase());
  for (const [index, name] of names.entries()) {
    const key = name.toLowerCase();
    const at = `${option}[${JSON.stringify(name.slice(0, 64))}]`;
    if (keys.indexOf(key) !== index) refuse(`${at} is there twice: case does not count in names.`);
    if (!/^[a-z0-9][a-z0-9_-]{0,63}$/i.test(name) || reserved.test(key))
      refuse(`${at} cannot be set: use a header name of 1 to 64 characters that ${free}.`);
  }
}

function isLongTransportSecurity(value: string): boolean {
  const [, seconds] = /^max-age=(\d{1,10})(; includeSubDomains)?(; preload)?$/.exec(value) ?? [];
  return Number(seconds) >= 31_536_000;
}

/** Headers that the browser sets, that describe the body, or that authenticate: the request has neither a key nor a cookie. */
const reservedRequestHeader =
  /^(accept|accept-.+|access-control-.+|authorization|connection|content-.+|cookie.*|date|dnt|expect|host|keep-alive|origin|permissions-policy|proxy-.+|referer|sec-.+|set-cookie|te|trailer|transfer-encoding|upgrade|user-agent|via)$/;

function readTokenizeHeaders(given: Readonly<Record<string, string | null>>) {
  const free = "the browser does not set and that neither describes the body nor authenticates";
  checkHeaderNames("tokenizeHeaders", given, { max: 10, reserved: reservedRequestHeader, free });
  const headers = new Map<string, readonly [name: string, value: string]>([
    ["x-requested-with", ["X-Requested-With", "XMLHttpRequest"]],
  ]);
  let sendsRequestId = true;
  for (const [name, value] of Object.entries(given)) {
    const key = name.toLowerCase();
    if (value !== null && (typeof value !== "string" || !/^[\x20-\x7e]{0,256}$/.test(value)))
      refuse(
        `tokenizeHeaders["${name}"] must be null, which removes it, or at most 256 printable ASCII characters.`,
      );
    if (key === "x-request-id") {
      if (value !== null)
        refuse(
          'tokenizeHeaders["X-Request-ID"] can only be null: the pane creates a new id for each request.',
        );
      sendsRequestId = false;
    } else if (value === null) headers.delete(key);
    else headers.set(key, [name, value]);
  }
  return { tokenizeHeaders: Object.fromEntries(headers.values()), sendsRequestId };
}

function readRange([card, prefixes]: readonly [string, string], index: number): NetworkRanges[number] {
  const networks = brands.filter((brand) => card.split(" ").includes(brand));
  if (networks.length !== card.split(" ").length || index >= maxCards)
    refuse(
      `networkRanges takes at most ${maxCards} cards. The key of each is one or more networks, separated by a space: "visa cartes-bancaires".`,
    );
  if (typeof prefixes !== "string" || !prefixes.split(" ").every(isPrefix))
    refuse(
      `networkRanges["${networks.join(" ")}"] must be prefixes of 1 to 8 digits or ranges of prefixes of one length, separated by a space: "4810 45620000-45629999".`,
    );
  return [networks.sort((one, other) => card.indexOf(one) - card.indexOf(other)), prefixes];
}

/** Whether a text is a prefix, `4810`, or a range of prefixes of one length. */
function isPrefix(text: string): boolean {
  const [, first, last = first] = /^([0-9]{1,8})(?:-([0-9]{1,8}))?$/.exec(text) ?? [];
  return first !== undefined && last?.length === first.length && first <= last;
}

/**
 * Whether a text is one secure origin exactly as browsers serialise it: scheme, lower-case host, and the port unless it is the
 * default; http on loopback only. Such a text is safe in a policy header.
 */
export function isParentOrigin(text: string): boolean {
  return isOrigin(text) && isSecureOrigin(new URL(text));
}

/** Whether a text is an origin as browsers serialise it, secure or not. */
export function isOrigin(text: string): boolean {
  return parseUrl(text)?.origin === text;
}

function readGateway(id: string, text: string, allowsLan: boolean): string {
  const url = parseUrl(text);
  // The pattern of an address has no place for a user, a query or a fragment.
  if (!url || !(isSecureOrigin(url) || (allowsLan && isLocalNetwork(url))))
    refuse(
      `environments.${id} must be the gateway's base address over https (http on loopback only), without user, query or fragment.`,
    );
  return url.href.replace(/\/$/, "");
}

function parseUrl(text: string): URL | undefined {
  // The URL parser accepts white space, commas and other characters that would change the meaning of a policy header.
  const isPlain = typeof text === "string" && /^https?:\/\/[a-z0-9.:[\]-]+(\/[A-Za-z0-9._~/-]*)?$/.test(text);
  return isPlain && URL.canParse(text) ? new URL(text) : undefined;
}
