/**
 * Reads the shopper's IP address from the connection, or from `X-Forwarded-For`, which the merchant's own proxies write.
 *
 * Anybody can send a forwarding header, so it is read only if the number of proxies is configured. Proxies append on the
 * right: with depth n the address is the nth from the right, and everything to its left is ignored.
 *
 * *Assumption*: `consumer.ip` holds 16 characters, too few for a full IPv6 address. An IPv4-mapped IPv6 address is sent as
 * IPv4, and the IPv6 loopback as 127.0.0.1. Any other IPv6 address is sent, replaced by a fallback, or
 * refused, as the merchant configures. It is never truncated.
 */

import { readOwn } from "@cardpane/contract/record";
import type { FieldErrors } from "@cardpane/gateway";

/**
 * The treatment of a shopper's IPv6 address: it is sent as RFC 5952 writes it, an IPv4 address is sent in its place, or the payment
 * is refused.
 */
export type Ipv6Choice = "send" | "refuse" | { readonly fallback: string };

export interface AddressRules {
  readonly proxyDepth: number;
  readonly ipv6: Ipv6Choice;
}

/** The parts of the shopper's request that state its origin. */
export interface AddressSource {
  readonly remoteAddress: string | undefined;
  header(name: string): string | undefined;
}

/**
 * Whether an address is private, shared (100.64.0.0/10), loopback or link-local, and so not a shopper's public address. IPv6:
 * fc00::/7 and fe80::/10.
 */
export function isPrivateAddress(address: string): boolean {
  return /^(10|127)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^f[cd][0-9a-f]{2}:|^fe[89ab][0-9a-f]:/i.test(
    address,
  );
}

/** Reads the address for `consumer.ip`; `undefined` if there is none to send, with the reason in `errors`. */
export function readAddress(
  source: AddressSource,
  rules: AddressRules,
  errors: FieldErrors,
): string | undefined {
  const { proxyDepth } = rules;
  if (proxyDepth === 0) return toIp(source.remoteAddress, "httpRequest.remoteAddress", rules, errors);
  const path = "httpRequest.headers.x-forwarded-for";
  const header = source.header("x-forwarded-for");
  // Some proxies add a port.
  const address = header?.split(",").map(withoutPort).at(-proxyDepth);
  if (address !== undefined) return toIp(address, path, rules, errors);
  errors[path] =
    header === undefined
      ? "is missing: did the request bypass the proxies that proxyDepth counts?"
      : `holds fewer addresses than proxyDepth (${proxyDepth})`;
  return undefined;
}

/** Whether a request names this address itself, in any spelling: a fallback that stands in its place is not named. */
export function namesAddress({ remoteAddress, header }: AddressSource, address: string): boolean {
  const asSent: AddressRules = { proxyDepth: 0, ipv6: "send" };
  return [remoteAddress ?? "", ...(header("x-forwarded-for") ?? "").split(",")].some(
    (text) => toIp(withoutPort(text), "", asSent, {}) === address,
  );
}

/** An input with `consumer.ip` as the merchant chose for IPv6 addresses. The validation refuses any other text. */
export function withChosenIp(input: unknown, rules: AddressRules, errors: FieldErrors): unknown {
  const consumer = readOwn(input, "consumer");
  const ip = readOwn(consumer, "ip");
  if (typeof ip !== "string" || canonicalIpv6(ip) === undefined) return input;
  return {
    ...Object(input),
    consumer: { ...Object(consumer), ip: toIp(ip, "consumer.ip", rules, errors) ?? ip },
  };
}

/** Whether a text is an IPv4 address: four decimal numbers without leading zeros. */
export function isIpv4(text: string): boolean {
  return /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/.test(text);
}

function toIp(
  address: string | undefined,
  path: string,
  { ipv6: choice }: AddressRules,
  errors: FieldErrors,
): string | undefined {
  if (address === undefined || address === "") {
    errors[path] =
      "is unknown. Pass { headers, remoteAddress }, or the request of Node or Express; behind proxies of your own, set proxyDepth";
    return undefined;
  }
  if (isIpv4(address)) return address;
  const ipv6 = canonicalIpv6(address);
  const ipv4 = ipv6 && ipv4Within(ipv6);
  if (ipv4) return ipv4;
  if (ipv6 && choice === "send") return ipv6;
  if (ipv6 && typeof choice === "object") return choice.fallback;
  errors[path] = ipv6
    ? 'is an IPv6 address, which the client refuses: its option ipv6 is "refuse"'
    : "must be an IP address";
  return undefined;
}

/** Normalizes an IPv6 address to RFC 5952 with the URL parser. Drops the zone (`%eth0`). */
function canonicalIpv6(address: string): string | undefined {
  const bare = address.replace(/%.*$/, "");
  if (!/^[0-9a-f:.]{2,45}$/i.test(bare)) return undefined;
  const url = `http://[${bare}]`;
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : undefined;
}

function ipv4Within(ipv6: string): string | undefined {
  if (ipv6 === "::1") return "127.0.0.1";
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(ipv6);
  if (!mapped) return undefined;
  return mapped
    .slice(1)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join(".");
}

/** Removes port and brackets from `203.0.113.7:4711` and `[2001:db8::1]:4711`. A bare IPv6 address is unchanged. */
function withoutPort(text: string): string {
  const trimmed = text.trim();
  const bracketed = /^\[([^\]]*)\](:\d+)?$/.exec(trimmed);
  if (bracketed) return bracketed[1] ?? "";
  return /^[^:]*:\d+$/.test(trimmed) ? trimmed.replace(/:\d+$/, "") : trimmed;
}
