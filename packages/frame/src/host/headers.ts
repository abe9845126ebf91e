/** The headers of every answer. None of them depends on what a page asks, but for the environment's one gateway. */

/** The policy of the frame's document: one inline script by its hash, one gateway, the host's own locale files. */
export function framePolicy(scriptHash: string, gateway: string, parents: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src '${scriptHash}'`,
    "style-src 'none'",
    // `'self'` is for the locale files alone.
    `connect-src 'self' ${new URL(gateway).origin}`,
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${parents.join(" ")}`,
    "require-trusted-types-for 'script'",
    "trusted-types lit-html",
  ].join("; ");
}

/** On every answer. */
export const commonHeaders = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  // The frame and its files load in pages with and without cross-origin isolation.
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
} as const;

/** On the frame's document besides. */
export const documentHeaders = {
  "Content-Type": "text/html; charset=utf-8",
  "Integrity-Policy": "blocked-destinations=(script)",
  // Nothing of the device is for the pane; autofill is the page's to delegate.
  "Permissions-Policy":
    "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), serial=(), hid=(), clipboard-read=()",
  "Origin-Agent-Cluster": "?1",
} as const;
