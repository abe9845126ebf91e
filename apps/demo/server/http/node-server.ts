/** The shop's application as a server of Node. */
import { createServer, type Server } from "node:http";
import { serverLimits } from "@cardpane/contract/server-limits";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { Hono } from "hono";
import { commonHeaders } from "./security.ts";

/**
 * Makes a server that does not listen yet.
 *
 * @param findApp the application; `undefined` until it is made.
 */
export function createNodeServer(findApp: () => Pick<Hono, "fetch"> | undefined): Server {
  // Answers from before the application. Without HSTS: the first good answer brings it.
  const headers = commonHeaders({ isHttps: false });
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
