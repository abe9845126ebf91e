import type { PaneErrorCode } from "@cardpane/contract/errors";
import { isSecureOrigin } from "@cardpane/contract/secure-origin";
import { pageOrigin } from "./page-origin.ts";

/**
 * Finds out why a loaded frame sends no `hello`, by fetching its address. The pane's host lets every page read its responses,
 * including refusals, and each refusal has its own status.
 *
 * @returns the reason
 */
export async function diagnoseLoad(url: URL, signal: AbortSignal): Promise<PaneErrorCode> {
  const address = `${url}&parent=${pageOrigin()}`;
  const response = await fetch(address, { credentials: "omit", cache: "no-store", signal }).catch(() => null);
  if (!response) return "load_unreachable";
  const { ok, status, headers } = response;
  if (!ok) return refusals.get(status) ?? "load_refused";
  if (!isSecureOrigin(url)) return "insecure_frame";
  // The host sends this header, which an isolated page requires; a proxy may remove it.
  const isEmbeddable = !crossOriginIsolated || headers.get("Cross-Origin-Embedder-Policy");
  return isEmbeddable ? "load_blocked" : "load_isolation";
}

/** The reason of a refusal, by the status of the host's response. */
const refusals: ReadonlyMap<number, PaneErrorCode> = new Map([
  [400, "load_environment"],
  [403, "load_unlisted"],
  [404, "load_version"],
]);
