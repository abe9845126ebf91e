/** The headers of every response. Only the environment in the address, with its gateway and parents, changes them. */

/**
 * The policy of the frame's document: its inline scripts by their hashes, one gateway, the host's own files. `font-src` stays
 * closed even where the host has fonts: the frame fetches them by their integrity.
 */
export function framePolicy(
  scriptHashes: readonly string[],
  gateway: string,
  parents: readonly string[],
  reports?: ReportDestination,
): string {
  return [
    "default-src 'none'",
    `script-src ${scriptHashes.map((hash) => `'${hash}'`).join(" ")}`,
    "style-src 'none'",
    // `'self'` is for the host's locale and font files alone.
    `connect-src 'self' ${new URL(gateway).origin}`,
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${parents.join(" ")}`,
    "require-trusted-types-for 'script'",
    "trusted-types lit-html",
    ...(reports === undefined ? [] : [`report-uri ${reports.path}`]),
    ...(reports?.isSecure ? [`report-to ${reportGroup}`] : []),
  ].join("; ");
}

/** Where browsers send violation reports. */
export interface ReportDestination {
  readonly path: string;
  /**
   * Whether the host is reached over https. Over http Chromium sends nothing to `report-to`, and ignores a `report-uri` beside it.
   */
  readonly isSecure: boolean;
}

/** Not `default`, which would bring crash reports and deprecations as well. */
const reportGroup = "cardpane";

/** The additional headers of the frame's document where violations are reported. */
export function reportHeaders({ path, isSecure }: ReportDestination): Readonly<Record<string, string>> {
  if (!isSecure) return {};
  return {
    "Reporting-Endpoints": `${reportGroup}="${path}"`,
    "Integrity-Policy": `${documentHeaders["Integrity-Policy"]}, endpoints=(${reportGroup})`,
  };
}

/** The headers of every response. */
export const commonHeaders = {
  // Scripts, texts and errors are documents of the pane's origin where somebody opens them: nothing runs in them and nobody
  // frames them. The frame's document has a policy of its own.
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  // The frame and its files load in pages with and without cross-origin isolation.
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
  // Every response is public. The page's script reads the reason of a refusal when a frame does not load.
  "Access-Control-Allow-Origin": "*",
} as const;

/** The additional headers of every response except refusals. */
export const contentHeaders = {
  // When a frame does not load, the page's script checks whether a proxy has removed this header.
  "Access-Control-Expose-Headers": "Cross-Origin-Embedder-Policy",
  Vary: "Accept-Encoding",
} as const;

/** The additional headers of the frame's document. */
export const documentHeaders = {
  "Content-Type": "text/html; charset=utf-8",
  "Integrity-Policy": "blocked-destinations=(script)",
  // Nothing of the device is for the pane; autofill is the page's to delegate.
  "Permissions-Policy":
    "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), serial=(), hid=(), clipboard-read=()",
} as const;

/**
 * On the frame's document where host and a parent are of one site: requests a process of the origin's own from the browser. Across
 * sites browsers separate processes by themselves, and the header only costs the process that they prepared for the frame.
 */
export const sameSiteHeaders = { "Origin-Agent-Cluster": "?1" } as const;

/** Header names that only the host or the connection may set. */
const reservedHeader =
  /^(access-control-.+|age|cache-control|clear-site-data|connection|content-.+|cross-origin-.+|date|etag|integrity-policy|keep-alive|last-modified|link|location|nel|origin-agent-cluster|permissions-policy|proxy-.+|referrer-policy|refresh|report-to|reporting-endpoints|service-worker-allowed|set-cookie|sourcemap|te|trailer|transfer-encoding|upgrade|vary|x-content-type-options|x-frame-options)$/;

/** Whether a configuration may add a header of this name to the answers. */
export function isExtraHeader(name: string): boolean {
  return /^[a-z0-9!#$%&'*+.^_`|~-]{1,64}$/i.test(name) && !reservedHeader.test(name.toLowerCase());
}
