/** The two parts of a `URL` that the rule looks at. */
interface ParsedAddress {
  readonly protocol: string;
  readonly hostname: string;
}

/**
 * Whether nobody between browser and server can read or change what is sent: https, or http to this machine.
 *
 * The rule of W3C Secure Contexts for potentially trustworthy origins: browsers never send `localhost` and the names below it
 * to a resolver, nor 127.0.0.0/8 and ::1 to a network. Node.js resolves names below `localhost` like any other, so this rule
 * is for addresses that a browser opens.
 *
 * @param url a parsed URL: the parser has brought every notation of an IPv4 address into four decimal numbers.
 */
export function isSecureOrigin({ protocol, hostname }: ParsedAddress): boolean {
  return protocol === "https:" || (protocol === "http:" && loopback.test(hostname));
}

/**
 * Whether an address is http to a machine of a private network, by its number (RFC 1918, RFC 3927, RFC 4193) or its `.local` name
 * (RFC 6762): for tests on a phone, where the pane's own host allows it. Others on that network can read what is sent.
 */
export function isLocalNetwork({ protocol, hostname }: ParsedAddress): boolean {
  return protocol === "http:" && privateHost.test(hostname);
}

const privateHost = /^((10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)(\.\d+){2,3}|.+\.local|\[f[cd]..:.+\])$/;

const loopback = /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/;
