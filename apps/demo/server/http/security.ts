/**
 * The shop's security headers, and the check of a request's host. hono sets the headers and refuses posts from other sites.
 *
 * The policy is as strict as a careful merchant's. The pane needs two entries, the script's address and the frame's origin; a
 * challenge in a dialog needs two more frames, the challenge's and the shop's own return page. Nothing is inline, so scripts
 * and styles need no exception.
 */
import type { MiddlewareHandler } from "hono";
import { NONCE, secureHeaders } from "hono/secure-headers";

export interface SecurityOptions {
  readonly pane: string;
  /** Origin of the gateway: its 3DS page opens after a form post, which `form-action` covers, or in a frame. */
  readonly gateway: string;
  /**
   * Whether shoppers use https: browsers then refuse http for two years (HSTS). Without subdomains, which may belong to
   * somebody else.
   */
  readonly isHttps: boolean;
}

/** The headers of every response. A page reads its nonce from `secureHeadersNonce`. */
export function securityHeaders({ pane, gateway, isHttps }: SecurityOptions): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: [NONCE, pane],
      styleSrc: ["'self'"],
      fontSrc: ["'self'"],
      imgSrc: ["'self'"],
      connectSrc: ["'self'"],
      frameSrc: [pane, gateway, "'self'"],
      formAction: ["'self'", gateway],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ["'none'"],
    },
    referrerPolicy: "strict-origin-when-cross-origin",
    permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [], usb: [] },
    strictTransportSecurity: isHttps && "max-age=63072000",
  });
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
