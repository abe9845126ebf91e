/** The page's language and colour scheme, for options that are `auto`. */
import { optionGuards } from "@cardpane/contract/messages";
import type { Scheme } from "../api/options.ts";
import { pageDocument, unclobbered } from "../ui/unclobbered.ts";

/**
 * The language of an element: the option, or the nearest `lang`, or the browser's languages in order, of which the frame uses the
 * first one that it supports. A page with a `lang` does not use the browser's languages, so that all its shoppers load the same
 * document from the cache.
 */
export function localeOf(wanted: string, host: Element): string {
  // `closest` does not leave a shadow root.
  const nearest = unclobbered(host).closest("[lang]") ?? pageDocument.documentElement;
  const lang = unclobbered(nearest).getAttribute("lang");
  const candidates = [wanted === "auto" ? "" : wanted, lang, navigator.languages.slice(0, 8).join()];
  return candidates.find((tag) => optionGuards.locale(tag)) ?? "en";
}

/** The colour scheme of an element: the option, or its computed `color-scheme`, or light. */
export function schemeOf(wanted: Scheme, host: Element): "light" | "dark" {
  if (wanted !== "auto") return wanted;
  const supported = getComputedStyle(host).colorScheme;
  const isDark = /dark/.test(supported) && (!/light/.test(supported) || darkIsPreferred().matches);
  return isDark ? "dark" : "light";
}

/** The media query for the dark scheme; in a DOM simulator without media queries, one that never matches. */
export function darkIsPreferred(): Pick<
  MediaQueryList,
  "matches" | "addEventListener" | "removeEventListener"
> {
  if (typeof matchMedia === "function") return matchMedia("(prefers-color-scheme: dark)");
  return Object.assign(new EventTarget(), { matches: false });
}
