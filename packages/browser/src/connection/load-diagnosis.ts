import type { PaneErrorCode } from "@cardpane/contract/errors";

/**
 * Finds out why a loaded frame sends no hello: fetches its address. The pane's host lets every page read its responses,
 * refusals too, and distinguishes them by their status.
 *
 * @returns rejects where the host does not respond.
 */
export async function diagnoseLoad(url: URL, signal: AbortSignal): Promise<PaneErrorCode> {
  const address = `${url}&parent=${origin}`;
  const { ok, status, headers } = await fetch(address, { credentials: "omit", cache: "no-store", signal });
  if (!ok) return refusals.get(status) ?? "load_refused";
  // The host sends the header and lets it be read; a proxy may drop it.
  const isKept = !crossOriginIsolated || headers.get("Cross-Origin-Embedder-Policy");
  return isKept ? "load_blocked" : "load_isolation";
}

/** What the host refuses, by the status that it answers with. */
const refusals: ReadonlyMap<number, PaneErrorCode> = new Map([
  [400, "load_environment"],
  [403, "load_unlisted"],
  [404, "load_version"],
]);
