/** Detects requests that came through a proxy: behind one on the same machine, every client has a loopback address. */

/** Of proxies in general, then of single networks. */
const proxyHeader =
  /^(forwarded|via|x-forwarded-.+|x-original-.+|x-real-ip|x-client-ip|x-cluster-client-ip|client-ip|true-client-ip|cdn-loop|cf-.+|fly-.+|fastly-.+|x-envoy-.+|x-amz-cf-.+|x-amzn-trace-id|x-azure-.+|x-vercel-.+|x-nf-.+|x-appengine-.+|akamai-.+)$/;

/**
 * Whether a request has a header that proxies add. A client can add one as well, so use the answer only to deny a request,
 * never to allow it.
 */
export function isForwarded(headers: { readonly keys: () => Iterable<string> }): boolean {
  return [...headers.keys()].some((name) => proxyHeader.test(name));
}
