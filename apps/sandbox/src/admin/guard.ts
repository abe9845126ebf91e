/**
 * Access to the admin API: with its token, from this machine, through no proxy, unless the settings allow more.
 */
import { isForwarded } from "@cardpane/contract/forwarded";
import { isLoopbackAddress } from "@cardpane/contract/secure-origin";
import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { Refusal } from "../errors.ts";

export interface GuardSettings {
  readonly adminToken: string;
  /** `loopback` refuses every caller from another machine, and every request that came through a proxy. */
  readonly adminFrom: "loopback" | "anywhere";
}

/** Whether a text can be sent as a bearer token (RFC 6750, 2.1): no other can open the admin API. */
export function isBearerToken(text: string): boolean {
  return /^[\w.~+/-]+=*$/.test(text);
}

/** The address that a request came from; `undefined` for an application that is called directly, without a network. */
function remoteAddress(c: Context): string | undefined {
  const env = c.env as Partial<HttpBindings> | undefined;
  return env?.incoming && (env.incoming.socket.remoteAddress ?? "");
}

/** Refuses with 403 a request from another machine or through a proxy, if only this machine has access. */
export function requireThisMachine({ adminFrom }: GuardSettings): MiddlewareHandler {
  return async (c, next) => {
    const address = remoteAddress(c);
    if (adminFrom === "loopback" && address !== undefined) {
      if (!isLoopbackAddress(address)) throw new Refusal(403);
      if (isForwarded(c.req.raw.headers)) throw new Refusal(403);
    }
    await next();
  };
}

/** Refuses with 401 a request without the admin token. */
export function requireToken({ adminToken }: GuardSettings): MiddlewareHandler {
  const refusal = { message: refuseToken };
  return bearerAuth({
    token: adminToken,
    noAuthenticationHeader: refusal,
    invalidAuthenticationHeader: refusal,
    invalidToken: refusal,
  });
}

/** Throws, so that every refusal has one format, whichever middleware refuses. */
function refuseToken(c: Context): never {
  c.header("WWW-Authenticate", 'Bearer realm="admin"');
  throw new Refusal(401);
}
