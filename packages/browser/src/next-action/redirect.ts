import { hasOwn } from "@cardpane/contract/messages";
import type { Settle } from "./settle.ts";

/** The maximum wait for the other page. If the redirect leads to none, the page can run no other next action before. */
const maxMs = 30_000;

/**
 * Navigates the page. The promise settles only if the navigation is stopped, or if the page is restored from the back-forward cache
 * by the back button: either way, the shopper has cancelled. The timeout is for a navigation that leads to no page (status 204), and
 * for browsers that do not report a stopped one. It stops nothing: a slow bank's page may still come.
 */
export function leave(url: URL, settle: Settle, ended: AbortSignal): void {
  const stopNavigation = () => stop();
  // Cancelled by the page or the deadline while the other page is still loading.
  ended.addEventListener("abort", stopNavigation);
  const stay = (status: "cancelled" | "timed_out") => {
    // `stop()` would abort the page's own requests.
    ended.removeEventListener("abort", stopNavigation);
    settle({ status });
  };
  addEventListener("pageshow", ({ persisted }) => persisted && stay("cancelled"), { signal: ended });
  setTimeout(stay, maxMs, "timed_out");
  location.assign(url.href);
  // Added now, because the call above ends any other navigation, which is reported at once. Only the own property of the window: a
  // form named `navigation` is not an own property.
  if (hasOwn(window, "navigation"))
    navigation.addEventListener?.("navigateerror", () => stay("cancelled"), { signal: ended });
}
