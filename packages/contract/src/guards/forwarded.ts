/** Detects requests that came through a proxy: behind one on the same machine, every client has a loopback address. */

const proxyHeader = /^(forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip)$/;

/**
 * Whether a request has a header that proxies add. A client can add one as well, so use the answer only to deny a request,
 * never to allow it.
 */
export function isForwarded(headers: { readonly keys: () => Iterable<string> }): boolean {
  return [...headers.keys()].some((name) => proxyHeader.test(name));
}
