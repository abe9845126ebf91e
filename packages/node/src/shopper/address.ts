/**
 * The shopper's IP address: from the connection, or from the forwarding header that the merchant's own proxies write.
 *
 * Anybody can send a forwarding header, so none is read unless the number of proxies is configured. Proxies append on the
 * right: with depth n the address is the nth from the right, and everything left of it is ignored.
 *
 * *Assumption*: `consumer.ip` has 16 characters and so no room for a full IPv6 address. An IPv4 address inside IPv6 is
 * unwrapped, the loopback becomes 127.0.0.1; any other is replaced by the configured fallback or refused, never cut. Where
 * the gateway takes IPv6 (`gateway.consumerIp`), it is sent.
 */

export interface AddressRules {
  readonly proxyDepth: number;
  readonly forwardingHeader: "x-forwarded-for" | "forwarded";
  readonly ipv6Fallback?: string | undefined;
  /** The gateway has room for a whole IPv6 address: it is sent as it is, in RFC 5952's spelling. @default false */
  readonly takesIpv6?: boolean | undefined;
}

/** The parts of the shopper's request that state its origin. */
export interface AddressSource {
  readonly remoteAddress: string | undefined;
  header(name: string): string | undefined;
}

export type AddressReading =
  | { readonly ok: true; readonly ip: string }
  /** `path` below `httpRequest`. */
  | { readonly ok: false; readonly path: string; readonly message: string };

/**
 * Whether an IPv4 address is private, loopback or link-local: not the address of a shopper who came over the internet.
 */
export function isPrivateIpv4(address: string): boolean {
  return /^(10|127)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./.test(
    address,
  );
}

/** The address that goes into `consumer.ip`. */
export function readAddress(source: AddressSource, rules: AddressRules): AddressReading {
  const { proxyDepth, forwardingHeader } = rules;
  if (proxyDepth === 0) return toIp(source.remoteAddress, "remoteAddress", rules);
  const path = `headers.${forwardingHeader}`;
  const header = source.header(forwardingHeader);
  if (header === undefined) {
    return {
      ok: false,
      path,
      message: "is missing: did the request bypass the proxies that proxyDepth counts?",
    };
  }
  const addresses = forwardingHeader === "forwarded" ? readForwarded(header) : readForwardedFor(header);
  const address = addresses?.at(-proxyDepth);
  if (address === undefined) {
    return { ok: false, path, message: `holds fewer addresses than proxyDepth (${proxyDepth})` };
  }
  return toIp(address, path, rules);
}

/** Whether a text is an IPv4 address in four decimal numbers, none with a leading zero. */
export function isIpv4(text: string): boolean {
  return /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/.test(text);
}

function toIp(
  address: string | undefined,
  path: string,
  { ipv6Fallback, takesIpv6 }: AddressRules,
): AddressReading {
  if (address === undefined || address === "") {
    return {
      ok: false,
      path,
      message:
        "is unknown. Pass { headers, remoteAddress }, or the request of Node or Express; behind proxies of your own, set proxyDepth",
    };
  }
  if (isIpv4(address)) return { ok: true, ip: address };
  const ipv6 = canonicalIpv6(address);
  if (ipv6 === undefined) return { ok: false, path, message: "must be an IP address" };
  const ip = ipv4Within(ipv6) ?? (takesIpv6 ? ipv6 : ipv6Fallback);
  if (ip !== undefined) return { ok: true, ip };
  return {
    ok: false,
    path,
    message:
      "is an IPv6 address; this gateway accepts IPv4 only. Set ipv6Fallback, or gateway.consumerIp if it does take IPv6",
  };
}

/** RFC 5952's spelling, by the URL parser; a zone (`%eth0`) is dropped. */
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

/** `X-Forwarded-For`: addresses with commas between. Some proxies add a port. */
function readForwardedFor(header: string): readonly string[] {
  return header.split(",").map(withoutPort);
}

/** `Forwarded` (RFC 7239): the `for` of each element; `undefined` when it is malformed. */
function readForwarded(header: string): readonly string[] | undefined {
  // token=token, or token="quoted": a comma or semicolon inside quotes separates nothing.
  const pair = /\s*([!#$%&'*+.^_`|~\w-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s",;]*))\s*/y;
  const found: string[] = [];
  let current: string | undefined;
  for (let at = 0; at < header.length; ) {
    pair.lastIndex = at;
    const match = pair.exec(header);
    if (!match) return undefined;
    const [text, name, quoted, plain] = match;
    if (name?.toLowerCase() === "for") current = quoted?.replace(/\\(.)/g, "$1") ?? plain ?? "";
    at += text.length;
    const end = header[at];
    if (end !== undefined && end !== "," && end !== ";") return undefined;
    if (end !== ";") {
      found.push(withoutPort(current ?? ""));
      current = undefined;
    }
    at += 1;
  }
  return found;
}

/** `203.0.113.7:4711` and `[2001:db8::1]:4711` without port and brackets; a bare IPv6 address stays whole. */
function withoutPort(text: string): string {
  const trimmed = text.trim();
  const bracketed = /^\[([^\]]*)\](:\d+)?$/.exec(trimmed);
  if (bracketed) return bracketed[1] ?? "";
  return /^[^:]*:\d+$/.test(trimmed) ? trimmed.replace(/:\d+$/, "") : trimmed;
}
