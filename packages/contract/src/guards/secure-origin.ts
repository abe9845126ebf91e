/** The two parts of a `URL` that the rules read. The URL parser writes every IPv4 address as four decimal numbers. */
interface ParsedAddress {
  readonly protocol: string;
  readonly hostname: string;
}

const loopbackHost = /^(localhost|127(\.\d+){3}|\[::1\])$/;

const privateHost = /^((10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)(\.\d+){2,3}|.+\.local|\[f[cd]..:.+\])$/;

/** Whether a parsed host name denotes this machine for every program: 127.0.0.0/8, ::1, `localhost`. */
export function isLoopbackHost(hostname: string): boolean {
  return loopbackHost.test(hostname);
}

/** Whether the address of a connection is a loopback address, including IPv4 written as IPv6. */
export function isLoopbackAddress(address: string): boolean {
  return /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/.test(address);
}

/**
 * Whether a connection is protected from reading and changing on the way: https, or http to this machine. For addresses that a
 * browser opens.
 *
 * The rule of W3C Secure Contexts for potentially trustworthy origins: browsers never send `localhost` and the names below it
 * to a resolver, nor 127.0.0.0/8 and ::1 to a network.
 */
export function isSecureOrigin({ protocol, hostname }: ParsedAddress): boolean {
  return (
    protocol === "https:" ||
    (protocol === "http:" && isLoopbackHost(hostname.replace(/^.+\.(?=localhost$)/, "")))
  );
}

/** {@link isSecureOrigin} for addresses that a server opens: Node.js sends names below `localhost` to a resolver. */
export function isSecureServerOrigin({ protocol, hostname }: ParsedAddress): boolean {
  return protocol === "https:" || (protocol === "http:" && isLoopbackHost(hostname));
}

/**
 * Whether an address is http to a machine of a private network, by its IP address (RFC 1918, RFC 3927, RFC 4193) or its `.local`
 * name (RFC 6762): for tests on a phone, if the pane's host allows it. Others on that network can read the traffic.
 */
export function isLocalNetwork({ protocol, hostname }: ParsedAddress): boolean {
  return protocol === "http:" && privateHost.test(hostname);
}
