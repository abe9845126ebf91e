/**
 * The shop's security headers, and the checks of a request's host and origin.
 *
 * The policy is as strict as a careful merchant's. The pane needs two entries, the script's address and the frame's origin; a
 * challenge in a dialog needs two more frames, the challenge's and the shop's own return page. Nothing is inline, so scripts
 * and styles need no exception.
 */
import type { MiddlewareHandler } from "hono";

/** The sources that a page's policy allows besides the shop itself. */
export interface PolicySources {
  /** The nonce of this page, which every script element of the shop has. */
  readonly nonce: string;
  /** Origin of the pane's host. */
  readonly pane: string;
  /** Origin of the gateway: its 3DS page opens after a form post, which `form-action` covers, or in a frame. */
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

/** The policy of all other responses: styles, pictures, JSON, redirects, errors. It loads nothing and forbids framing. */
const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The headers of every response. A page sets its own policy instead.
 *
 * @param isHttps whether shoppers use https: browsers then refuse http for two years (HSTS). Without subdomains, which may
 *   belong to somebody else.
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

/** Sets each common header that a response does not set itself, errors and responses from other code included. */
export function withCommonHeaders(headers: Readonly<Record<string, string>>): MiddlewareHandler {
  return async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) {
      if (!c.res.headers.has(name)) c.header(name, value);
    }
  };
}

/**
 * Refuses posts from other sites. Browsers send the page's origin with every POST; a POST without it is not from a page of the
 * shop. The session's cookie is also `SameSite=Lax`, so that one protection holds if the other fails.
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
 * Redirects shoppers who use another host name (`127.0.0.1`, which is the pane's site) to the shop's address; any other request
 * under another host name is refused, which also prevents DNS rebinding.
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
