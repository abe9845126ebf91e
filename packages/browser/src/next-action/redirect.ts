import type { Settle } from "./settle.ts";

/**
 * Leaves the page. The promise of a page that is gone is nobody's; it matters only when the page comes back as it was, out
 * of the browser's memory by its back button: then the shopper has given up.
 */
export function leave(url: URL, settle: Settle, ended: AbortSignal): void {
  addEventListener(
    "pageshow",
    ({ persisted }) => {
      if (persisted) settle({ status: "cancelled" });
    },
    { signal: ended },
  );
  // Cancelled or out of time while the other page is still awaited: stay here.
  ended.addEventListener("abort", () => stop());
  location.assign(url.href);
}
