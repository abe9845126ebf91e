/**
 * Limits for `http.createServer`: times in milliseconds that a Node.js server waits for a client, and the size of a request's
 * head. The pane's host, the sandbox and the demo shop share them, because each is open to the internet.
 */
export const serverLimits = {
  /**
   * An idle connection stays open longer than clients and load balancers keep theirs (60 s is common), so that none sends its
   * next request into a connection that the server has just closed.
   */
  keepAliveTimeout: 72_000,
  /** For the head of a request, and below for the whole request, so that a slow client cannot hold a connection for long. */
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  /** The interval at which both timeouts are checked. */
  connectionsCheckingInterval: 5_000,
  /** In bytes. Large enough for cookies and a long address. */
  maxHeaderSize: 16_384,
} as const;
