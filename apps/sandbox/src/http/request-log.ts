/**
 * The request log: method, route, status, duration and request id only. No body, no query, no header; the route is logged
 * as its pattern, since a path may contain a stranger's input or the secret of a challenge page.
 */

import { randomUUID } from "node:crypto";
import { isUuid } from "@cardpane/contract/uuid";
import type { Context, MiddlewareHandler } from "hono";
import { requestId } from "hono/request-id";
import { matchedRoutes } from "hono/route";

/** One answered request. */
export interface RequestLogEntry {
  readonly method: string;
  /** The pattern of the route, `(unknown)` without a route. */
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly requestId: string;
  /** For a 500: the failure and its place, without any value. */
  readonly failure?: string;
}

/** The values that the log reads from a request's context. */
export interface LogVariables {
  requestId: string;
  failure: string;
}

const maxRequestIdLength = 255;

/** The caller's `X-Request-ID`, or `undefined` if it sent none. */
export function callerRequestId(c: Context): string | undefined {
  return c.req.header("X-Request-ID") || undefined;
}

/** Whether an id can be kept and echoed: printable ASCII, at most 255 characters (*assumption*). */
export function isRequestId(id: string): boolean {
  return id.length <= maxRequestIdLength && /^[\x20-\x7e]+$/.test(id);
}

/** An id is the caller's text: an id that could contain a card number is not logged. */
function mayHoldNumber(id: string): boolean {
  return !isUuid(id) && /\d{12}/.test(id.replace(/[\s-]/g, ""));
}

/**
 * Gives every request and its response an id: the caller's, or a new one if the caller's is missing or cannot be kept. hono
 * accepts only letters, digits and `_-=`; the generator keeps every other id that {@link isRequestId} accepts.
 */
export function requestIds(): MiddlewareHandler {
  return requestId({
    headerName: "X-Request-ID",
    limitLength: maxRequestIdLength,
    generator: (c) => {
      const sent = callerRequestId(c);
      return sent !== undefined && isRequestId(sent) ? sent : randomUUID();
    },
  });
}

/** Logs every response. {@link requestIds} runs before it. */
export function requestLog(
  log: (entry: RequestLogEntry) => void,
): MiddlewareHandler<{ Variables: LogVariables }> {
  return async (c, next) => {
    const start = performance.now();
    await next();
    const id = c.get("requestId");
    const failure = c.get("failure");
    log({
      method: /^[A-Z]{1,10}$/.test(c.req.method) ? c.req.method : "(unknown)",
      path: routeOf(c) ?? "(unknown)",
      status: c.res.status,
      durationMs: Math.round((performance.now() - start) * 10) / 10,
      requestId: id === callerRequestId(c) && mayHoldNumber(id) ? "(not logged)" : id,
      ...(failure !== undefined && { failure }),
    });
  };
}

/** The pattern of the route that the request's path matches, whatever its outcome; middleware runs for every path. */
function routeOf(c: Context): string | undefined {
  return matchedRoutes(c).findLast(({ path }) => !path.includes("*"))?.path;
}
