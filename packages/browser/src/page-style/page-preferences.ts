/** The page's language and colour scheme, for options that are `auto`. */
import { optionGuards } from "@cardpane/contract/messages";
import type { Scheme } from "../api/options.ts";
import { attempt } from "../ui/attempt.ts";
import { pageDocument, unclobbered } from "../ui/unclobbered.ts";

/**
 * The language of an element: the option, or the nearest `lang`, or the browser's languages in order, of which the frame uses the
 * first one that it supports. A page with a `lang` does not use the browser's languages, so that all its shoppers load the same
 * document from the cache.
 */
export function localeOf(wanted: string, host: Element): string {
  const read = () => {
    // `closest` does not leave a shadow root.
    const nearest = unclobbered(host).closest("[lang]") ?? pageDocument.documentElement;
    // Servers write `de_DE`, too.
    const lang = unclobbered(nearest).getAttribute("lang")?.replace(/_/g, "-");
    return [lang, navigator.languages?.slice(0, 8).join()];
  };
  const candidates = [wanted === "auto" ? "" : wanted, ...attempt(read, [])];
  return candidates.find((tag) => optionGuards.locale(tag)) ?? "en";
}

/** The colour scheme of an element: the option, or its computed `color-scheme`, or light. */
export function schemeOf(wanted: Scheme, host: Element): "light" | "dark" {
  if (wanted !== "auto") return wanted;
  const isDark = () => {
    const supported = getComputedStyle(host).colorScheme;
    return /dark/.test(supported) && (!/light/.test(supported) || !!darkIsPreferred()?.matches);
  };
  return attempt(isDark, false) ? "dark" : "light";
}

/** The media query for the dark scheme; `undefined` in a DOM simulator without media queries. */
export function darkIsPreferred(): MediaQueryList | undefined {
  return globalThis.matchMedia?.("(prefers-color-scheme: dark)");
}
