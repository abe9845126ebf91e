/** Runs the shop's application on Node's HTTP server. */
import { createServer, type Server } from "node:http";
import { serverLimits } from "@cardpane/contract/server-limits";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { Hono } from "hono";

/**
 * Creates a server that does not listen yet.
 *
 * @param findApp returns the application; `undefined` until it is created.
 */
export function createNodeServer(findApp: () => Pick<Hono, "fetch"> | undefined): Server {
  // For responses that the application does not send.
  const headers = { "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'" };
  return createServer(
    serverLimits,
    getRequestListener(
      (request, env) => findApp()?.fetch(request, env) ?? new Response("Starting.", { status: 503, headers }),
      {
        errorHandler: (error) =>
          new Response(null, { status: error instanceof RequestError ? 400 : 500, headers }),
      },
    ),
  );
}
