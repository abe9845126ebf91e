/**
 * The shop's security headers, and who may post to it.
 *
 * The policy is what a careful merchant would send. For the pane it needs two entries, the script's address and the frame's
 * origin; for a challenge in a dialog two more frames, the challenge's and the shop's own return page. Nothing is inline, so
 * neither scripts nor styles need an exception.
 */
import type { MiddlewareHandler } from "hono";

/** What a page's policy allows beyond the shop itself. */
export interface PolicySources {
  /** Of this page; every script element of the shop carries it. */
  readonly nonce: string;
  /** Origin of the pane's host. */
  readonly pane: string;
  /** Origin of the gateway: its 3DS page comes after a form, which `form-action` covers, or in a frame. */
  readonly gateway: string;
}

/** The `Content-Security-Policy` of every page of the shop. */
export function shopPolicy({ nonce, pane, gateway }: PolicySources): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${pane}`,
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    `frame-src ${pane} ${gateway} 'self'`,
    `form-action 'self' ${gateway}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

/** The policy of everything that is no page: styles, pictures, JSON, redirects, errors. It loads nothing and cannot be framed. */
const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Headers of every answer. A page replaces the policy by its own.
 *
 * @param isHttps whether shoppers come by https: then browsers never come by http again, for two years. Without subdomains,
 *   which may not be the shop's.
 */
export function commonHeaders({ isHttps }: { readonly isHttps: boolean }): Readonly<Record<string, string>> {
  return {
    "Content-Security-Policy": closedPolicy,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ...(isHttps && { "Strict-Transport-Security": "max-age=63072000" }),
  };
}

/** Sets the common headers on every answer that has none of its own, errors and foreign responses among them. */
export function withCommonHeaders(headers: Readonly<Record<string, string>>): MiddlewareHandler {
  return async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) {
      if (!c.res.headers.has(name)) c.header(name, value);
    }
  };
}

/**
 * Refuses what another site posts. Browsers name the page's origin on every POST; what names none is no page of ours. The
 * session's cookie is `SameSite=Lax` besides, so that one of the two holds if the other fails.
 */
export function sameOriginOnly(publicUrl: string): MiddlewareHandler {
  return async (c, next) => {
    const safe = c.req.method === "GET" || c.req.method === "HEAD";
    if (!safe && c.req.header("Origin") !== publicUrl) {
      return c.text("Refused: this request did not come from a page of the shop.", 403);
    }
    return next();
  };
}

/**
 * Sends shoppers who come by another name (`127.0.0.1`, which is the pane's site) to the shop's own address; anything but a
 * page view under a foreign name is refused, which also stops DNS rebinding.
 */
export function ownHostOnly(publicUrl: string): MiddlewareHandler {
  const own = new URL(publicUrl);
  return async (c, next) => {
    const here = new URL(c.req.url);
    if (here.host === own.host) return next();
    if (c.req.method !== "GET" && c.req.method !== "HEAD")
      return c.text("Refused: not the shop's address.", 421);
    return c.redirect(own.origin + here.pathname + here.search, 302);
  };
}
