/**
 * What the host of a pane is told by the merchant who runs it: which gateways there are and which pages may embed it. No
 * page can say any of it.
 */

import type { NetworkRanges } from "@cardpane/contract/frame-config";
import { brands } from "@cardpane/contract/messages";
import { isSecureOrigin } from "@cardpane/contract/secure-origin";
import { HostConfigError } from "./error.ts";
import { type FontFile, readFonts } from "./fonts.ts";

/** Configuration of the pane's host. */
export interface HostConfig {
  /**
   * Id of an environment to the gateway's base address, for example `{ live: "https://gateway.example" }`. A page picks
   * one by its id and can name no address.
   */
  readonly environments: Readonly<Record<string, string>>;
  /** Origins of the pages that may embed the pane, for example `["https://shop.example"]`. */
  readonly parents: readonly string[];
  /**
   * How long browsers keep what is served: a release never changes, so for a year; a build that keeps its version while it
   * is worked on must be asked for again each time, or its old files fail their new integrity.
   * In development the frame also measures its contrasts, and says in the console which are too low.
   * @default "release"
   */
  readonly caching?: "release" | "development";
  /**
   * What becomes of a UnionPay number that fails Luhn: the network issued some without a check digit. With `"ignore"` the
   * gateway alone judges them.
   * @default "check"
   */
  readonly unionPayLuhn?: "check" | "ignore";
  /**
   * First digits of cards, for example as an acquirer lists them: names of networks, first the one that was given the
   * numbers, to prefixes and ranges of prefixes, 1 to 8 digits long. Longer ones win over shorter, these over our own.
   * @default {}
   * @example { "visa cartes-bancaires": "45620000-45629999 4810" }
   */
  readonly networkRanges?: Readonly<Record<string, string>>;
  /**
   * Headers of the tokenize request besides `Content-Type` and `Accept`, the same to every environment; `null` leaves one of
   * the pane's own out. The pane sends `X-Requested-With: XMLHttpRequest`, which live gateways ask for, and an `X-Request-ID`.
   * The gateway's CORS answer must allow each of them. At most 10; names of 1 to 64 characters, values of at most 256
   * printable ones; what a browser, a login or the body itself decides cannot be set.
   * @default {}
   * @example { "X-Request-ID": null, "X-Shop": "7" }
   */
  readonly tokenizeHeaders?: Readonly<Record<string, string | null>>;
  /**
   * Fonts of the merchant's own that pages may name, for example
   * `[{ family: "Inter", file: "fonts/inter.woff2", weight: "100 900" }]`.
   * @default []
   */
  readonly fonts?: readonly FontFile[];
}

/** A configuration that was checked, its fonts read. */
export type CheckedConfig = Required<Omit<HostConfig, "networkRanges" | "fonts" | "tokenizeHeaders">> & {
  readonly tokenizeHeaders: Readonly<Record<string, string>>;
  readonly sendsRequestId: boolean;
  readonly ranges: NetworkRanges;
  readonly fonts: ReturnType<typeof readFonts>;
};

/** More than there are combinations in the world. */
const maxCards = 100;

const environmentId = /^[a-z][a-z0-9-]{0,31}$/;

/**
 * Checks a configuration and answers it with normalised gateways.
 *
 * @throws HostConfigError naming the first entry that does not fit.
 */
export function readConfig(config: HostConfig): CheckedConfig {
  const environments = Object.entries(config.environments).map(([id, gateway]) => {
    if (!environmentId.test(id)) {
      throw new HostConfigError(
        "An environment's id must be 1 to 32 of a-z, 0-9 and -, starting with a letter.",
      );
    }
    return [id, readGateway(id, gateway)] as const;
  });
  if (environments.length === 0)
    throw new HostConfigError('At least one environment is needed: { live: "https://…" }.');
  if (config.parents.length === 0)
    throw new HostConfigError("At least one parent origin is needed: the page that embeds the pane.");
  for (const [index, parent] of config.parents.entries()) {
    if (!isParentOrigin(parent)) {
      throw new HostConfigError(
        `parents[${index}] must be an origin as browsers write it, like https://shop.example or http://localhost:4000.`,
      );
    }
  }
  const { caching = "release" } = config;
  if (caching !== "release" && caching !== "development") {
    throw new HostConfigError("caching must be release or development.");
  }
  const { unionPayLuhn = "check", networkRanges = {} } = config;
  if (unionPayLuhn !== "check" && unionPayLuhn !== "ignore") {
    throw new HostConfigError("unionPayLuhn must be check or ignore.");
  }
  return {
    environments: Object.fromEntries(environments),
    parents: [...config.parents],
    caching,
    unionPayLuhn,
    ...readTokenizeHeaders(config.tokenizeHeaders ?? {}),
    ranges: Object.entries(networkRanges).map(readRange),
    fonts: readFonts(config.fonts ?? []),
  };
}

const maxHeaders = 10;
/** What the browser, the body or a login decides: the pane has no key, and its request no cookie. */
const reservedHeader =
  /^(accept|accept-.+|access-control-.+|authorization|connection|content-.+|cookie.*|date|dnt|expect|host|keep-alive|origin|permissions-policy|proxy-.+|referer|sec-.+|set-cookie|te|trailer|transfer-encoding|upgrade|user-agent|via)$/;

function readTokenizeHeaders(given: Readonly<Record<string, string | null>>) {
  const entries = Object.entries(given);
  if (entries.length > maxHeaders)
    throw new HostConfigError(`tokenizeHeaders takes ${maxHeaders} headers at most.`);
  const headers = new Map<string, readonly [name: string, value: string]>([
    ["x-requested-with", ["X-Requested-With", "XMLHttpRequest"]],
  ]);
  let sendsRequestId = true;
  for (const [name, value] of entries) {
    const key = name.toLowerCase();
    if (!/^[a-z0-9!#$%&'*+.^_`|~-]{1,64}$/.test(key) || reservedHeader.test(key)) {
      throw new HostConfigError(
        `tokenizeHeaders["${name}"] cannot be set: a name is 1 to 64 characters of a header's, and none that the browser, the body or a login decides.`,
      );
    }
    if (value !== null && (typeof value !== "string" || !/^[\x20-\x7e]{0,256}$/.test(value))) {
      throw new HostConfigError(
        `tokenizeHeaders["${name}"] must be null, which leaves it out, or at most 256 printable ASCII characters.`,
      );
    }
    if (key === "x-request-id") {
      if (value !== null) {
        throw new HostConfigError(
          'tokenizeHeaders["X-Request-ID"] can only be null: the pane makes a new id for each request.',
        );
      }
      sendsRequestId = false;
    } else if (value === null) headers.delete(key);
    else headers.set(key, [name, value]);
  }
  return { tokenizeHeaders: Object.fromEntries(headers.values()), sendsRequestId };
}

function readRange([card, prefixes]: readonly [string, string], index: number): NetworkRanges[number] {
  const networks = brands.filter((brand) => card.split(" ").includes(brand));
  if (networks.length !== card.split(" ").length || index >= maxCards) {
    throw new HostConfigError(
      `networkRanges takes ${maxCards} cards at most, each named by networks with a blank between: "visa cartes-bancaires".`,
    );
  }
  if (!prefixes.split(" ").every(isPrefix)) {
    throw new HostConfigError(
      `networkRanges["${networks.join(" ")}"] must be prefixes of 1 to 8 digits or ranges of them, from the least to the most, with a blank between: "4810 45620000-45629999".`,
    );
  }
  return [networks.sort((one, other) => card.indexOf(one) - card.indexOf(other)), prefixes];
}

/** `4810`, or a range whose ends are as long. */
function isPrefix(text: string): boolean {
  const [, least, most = least] = /^([0-9]{1,8})(?:-([0-9]{1,8}))?$/.exec(text) ?? [];
  return least !== undefined && most?.length === least.length && least <= most;
}

/**
 * Says whether a text is one origin exactly as a browser serialises it: scheme, lower-case host, a port that is not the
 * scheme's own; http on loopback only. What passes is safe inside a policy header.
 */
export function isParentOrigin(text: string): boolean {
  return isOrigin(text) && isSecureOrigin(new URL(text));
}

/** The same of any origin, over http too: one that asks, and may be refused. */
export function isOrigin(text: string): boolean {
  return parseUrl(text)?.origin === text;
}

function readGateway(id: string, text: string): string {
  const url = parseUrl(text);
  if (!url || !isSecureOrigin(url) || url.username || url.password || url.search || url.hash) {
    throw new HostConfigError(
      `environments.${id} must be the gateway's base address over https (http on loopback only), without user, query or fragment.`,
    );
  }
  return url.href.replace(/\/$/, "");
}

function parseUrl(text: string): URL | undefined {
  // The URL parser forgives white space, commas and the like; a policy header must not see them.
  if (!/^https?:\/\/[a-z0-9.:[\]-]+(\/[A-Za-z0-9._~/-]*)?$/.test(text)) return undefined;
  return URL.canParse(text) ? new URL(text) : undefined;
}
