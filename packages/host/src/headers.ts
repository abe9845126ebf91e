/** The headers of every response. They depend on the configuration and on the environment in the address, and on nothing else. */

/**
 * The policy of the frame's document. It allows the inline scripts and the empty style sheet by their hashes, one gateway, and the
 * host's own files. It allows no fonts even if the host has some, because the frame fetches them with their integrity.
 */
export function framePolicy(
  { scripts, styles }: DocumentHashes,
  gateway: string,
  parents: readonly string[],
  reports?: ReportDestination,
): string {
  return [
    "default-src 'none'",
    `script-src ${sources(scripts)}`,
    `style-src ${sources(styles)}`,
    // `'self'` is only for the host's locale and font files.
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

/** The digests of what is inlined into the document. */
export interface DocumentHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

function sources(hashes: readonly string[]): string {
  return hashes.map((hash) => `'${hash}'`).join(" ") || "'none'";
}

/** Where browsers send violation reports. */
export interface ReportDestination {
  readonly path: string;
  /**
   * Whether browsers request the host over https. Over http Chromium sends nothing to `report-to`, and ignores a `report-uri`
   * next to it.
   */
  readonly isSecure: boolean;
}

/** Not `default`, which would also receive crash reports and deprecations. */
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
  // A script, text or error that is opened in a tab is a document of the pane's origin. The policy allows it to run nothing, and
  // no page to embed it. The frame's document has another policy.
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
  // The pane needs no feature of the device. The page delegates autofill.
  "Permissions-Policy":
    "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), serial=(), hid=(), clipboard-read=()",
} as const;

/**
 * The additional header of the frame's document if the host and a parent are of the same site: it requests a separate process for
 * the origin. Browsers separate the processes of different sites anyway; there the header would only waste the process that the
 * browser prepared for the frame.
 */
export const sameSiteHeaders = { "Origin-Agent-Cluster": "?1" } as const;

/** Merges headers by their names in any case; the last value of a name wins. */
export function mergeHeaders(...sets: readonly Readonly<Record<string, string>>[]): Headers {
  const merged = new Headers();
  for (const [name, value] of sets.flatMap((set) => Object.entries(set))) merged.set(name, value);
  return merged;
}

/** Header names that only the host or the connection may set, and those that give browsers other rules, scripts or receivers of data. */
export const reservedHeader =
  /^(accept-ch|access-control-.+|activate-storage-access|age|allow-csp-from|(.+-)?cache-control|clear-site-data|connection|content-.+|critical-ch|cross-origin-.+|date|document-policy.*|edge-control|etag|integrity-policy.*|keep-alive|last-modified|link|location|nel|no-vary-search|origin-agent-cluster|origin-trial|permissions-policy.*|proxy-.+|referrer-policy|refresh|report-to|reporting-endpoints|service-worker-allowed|set-cookie|sourcemap|speculation-rules|supports-loading-mode|surrogate-control|te|timing-allow-origin|trailer|transfer-encoding|upgrade|use-as-dictionary|vary|x-accel-.+|x-content-type-options|x-frame-options|x-sourcemap)$/;
