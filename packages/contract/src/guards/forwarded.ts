/** Requests that came through a proxy: behind one on the same machine, everybody has a loopback address. */

const proxyHeader = /^(forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip)$/;

/**
 * Whether a request has a header that only a proxy adds. A client can add one as well: it may close something to a request, and
 * never open it.
 */
export function isForwarded(headers: { readonly keys: () => Iterable<string> }): boolean {
  return [...headers.keys()].some((name) => proxyHeader.test(name));
}
