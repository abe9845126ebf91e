/** The shop's application as a server of Node. */
import { createServer, type Server } from "node:http";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { Hono } from "hono";
import { commonHeaders } from "./security.ts";

/**
 * Milliseconds that an idle connection is kept: longer than clients and balancers keep theirs (60 s is common), so that none
 * sends its next request into a connection that this end has just closed.
 */
const keepAliveTimeout = 72_000;

/**
 * Makes a server that does not listen yet.
 *
 * @param findApp the application; `undefined` until it is made.
 */
export function createNodeServer(findApp: () => Pick<Hono, "fetch"> | undefined): Server {
  // Answers from before the application. Without HSTS: the first good answer brings it.
  const headers = commonHeaders({ isHttps: false });
  return createServer(
    { keepAliveTimeout },
    getRequestListener(
      (request, env) => findApp()?.fetch(request, env) ?? new Response("Starting.", { status: 503, headers }),
      {
        errorHandler: (error) =>
          new Response(null, { status: error instanceof RequestError ? 400 : 500, headers }),
      },
    ),
  );
}
