import type { PaneErrorCode } from "@cardpane/contract/errors";

/**
 * Why a frame that was loaded says nothing: its address is asked for by a fetch, whose answer a page may read. The pane's host lets every page read its answers, refusals too, and says whether it lists the page as a parent.
 *
 * @returns rejects where there is no answer.
 */
export async function diagnosis(url: URL, signal: AbortSignal): Promise<PaneErrorCode> {
  const address = `${url}&parent=${origin}`;
  const { ok, status, headers } = await fetch(address, { credentials: "omit", cache: "no-store", signal });
  if (!ok) return status === 403 ? "load_unlisted" : "load_refused";
  // The host sends the header and lets it be read; a proxy may drop it.
  const isKept = !crossOriginIsolated || headers.get("Cross-Origin-Embedder-Policy");
  return isKept ? "load_blocked" : "load_isolation";
}
