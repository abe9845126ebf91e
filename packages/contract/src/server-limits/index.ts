/**
 * How long a server of Node waits for a client, in milliseconds: for `http.createServer`. One place for pane's host, sandbox and
 * shop, since each is reached by strangers.
 */
export const serverLimits = {
  /**
   * An idle connection is kept longer than clients and balancers keep theirs (60 s is common), so that none sends its next
   * request into a connection that this end has just closed.
   */
  keepAliveTimeout: 72_000,
  /** For the head of a request, and for all of it: a client that trickles bytes holds no connection for long. */
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  /** How often both are looked at. */
  connectionsCheckingInterval: 5_000,
  /** Bytes of a request's head: a cookie and a long address fit. */
  maxHeaderSize: 16_384,
} as const;
