/**
 * Which names the sandbox answers under. A foreign page whose name is rebound to this machine's address (DNS rebinding)
 * sends its own name in `Host`, and would otherwise read answers as if they were its own.
 */

import { isIP } from "node:net";
import { isLoopbackHost } from "@cardpane/contract/secure-origin";

/** Where the sandbox listens and where it is reached. */
export interface OwnAddresses {
  /** The address it listens on, as in `GATEWAY_HOST`. */
  readonly listensOn: string;
  /** Where shoppers reach it, as in `PUBLIC_URL`. */
  readonly publicUrl: string;
}

const wildcards = new Set(["0.0.0.0", "::"]);

/**
 * Whether a `Host` (with or without port) is loopback, the address listened on, or the public address.
 *
 * Where the sandbox listens on every address, each IP address is its own: a name can be rebound, an IP address cannot.
 */
export function isOwnHost(host: string, { listensOn, publicUrl }: OwnAddresses): boolean {
  const name = hostnameOf(`http://${host}`);
  if (name === undefined) return false;
  if (isLoopbackHost(name) || name === hostnameOf(publicUrl)) return true;
  if (wildcards.has(bare(listensOn))) return isIP(bare(name)) !== 0;
  return name === hostnameOf(`http://${isIP(listensOn) === 6 ? `[${listensOn}]` : listensOn}`);
}

/** As the URL standard writes it: in lower case, IP addresses in their one form; `undefined` for what holds more than a host. */
function hostnameOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { hostname, username, password } = new URL(url);
  return username || password ? undefined : hostname;
}

const bare = (name: string) => name.replace(/^\[|\]$/g, "");
