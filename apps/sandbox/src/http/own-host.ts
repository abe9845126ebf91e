/**
 * The names that the sandbox answers under. A foreign page whose name is rebound to this machine's address (DNS rebinding)
 * sends its own name in `Host`, and could otherwise read responses as same-origin.
 */

import { isIP } from "node:net";
import { isLoopbackHost } from "@cardpane/contract/secure-origin";

/** The address that the sandbox listens on, and its public address. */
export interface OwnAddresses {
  /** The address it listens on, as in `GATEWAY_HOST`. */
  readonly listensOn: string;
  /** The address at which shoppers reach it, as in `PUBLIC_URL`. */
  readonly publicUrl: string;
}

const wildcards = new Set(["0.0.0.0", "::"]);

/**
 * Whether a `Host` (with or without port) is loopback, the address listened on, or the public address.
 *
 * If the sandbox listens on every address, it accepts every IP address: a name can be rebound, an IP address cannot.
 */
export function isOwnHost(host: string, { listensOn, publicUrl }: OwnAddresses): boolean {
  const name = hostnameOf(`http://${host}`);
  if (name === undefined) return false;
  if (isLoopbackHost(name) || name === hostnameOf(publicUrl)) return true;
  if (wildcards.has(bare(listensOn))) return isIP(bare(name)) !== 0;
  return name === hostnameOf(`http://${isIP(listensOn) === 6 ? `[${listensOn}]` : listensOn}`);
}

/** Normalized as in the URL standard: lower case, IP addresses in canonical form; `undefined` if it has user information. */
function hostnameOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { hostname, username, password } = new URL(url);
  return username || password ? undefined : hostname;
}

const bare = (name: string) => name.replace(/^\[|\]$/g, "");
