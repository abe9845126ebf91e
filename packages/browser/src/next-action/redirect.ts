import type { Settle } from "./settle.ts";

/**
 * Navigates the page. The promise settles only if the page is restored from the back-forward cache by the back button, which means
 * that the shopper has cancelled.
 */
export function leave(url: URL, settle: Settle, ended: AbortSignal): void {
  addEventListener(
    "pageshow",
    ({ persisted }) => {
      if (persisted) settle({ status: "cancelled" });
    },
    { signal: ended },
  );
  // Cancelled or timed out while the other page is still loading: stop the navigation.
  ended.addEventListener("abort", () => stop());
  location.assign(url.href);
}
