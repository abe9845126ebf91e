/** The page's language and colour scheme, for options that are `auto`. */
import { optionGuards } from "@cardpane/contract/messages";
import type { Scheme } from "../pane/options.ts";
import { pageDocument, unclobbered } from "../ui/unclobbered.ts";

/**
 * The language of an element: the option, else the nearest `lang`, else the browser's languages in their order, of
 * which the frame uses the first that it supports. A page with a `lang` does not use the browser's languages, so that
 * all its shoppers load one document.
 */
export function localeOf(wanted: string, host: Element): string {
  // `closest` does not leave a shadow root.
  const nearest = unclobbered(host).closest("[lang]") ?? pageDocument.documentElement;
  const lang = unclobbered(nearest).getAttribute("lang");
  const candidates = [wanted === "auto" ? "" : wanted, lang, navigator.languages.slice(0, 8).join()];
  return candidates.find((tag) => optionGuards.locale(tag)) ?? "en";
}

/** The colour scheme of an element: the option, else its computed `color-scheme`, else light. */
export function schemeOf(wanted: Scheme, host: Element): "light" | "dark" {
  if (wanted !== "auto") return wanted;
  const supported = getComputedStyle(host).colorScheme;
  const isDark = /dark/.test(supported) && (!/light/.test(supported) || darkIsPreferred().matches);
  return isDark ? "dark" : "light";
}

/** What the person prefers, live; nothing where a DOM simulator has no media queries. */
export function darkIsPreferred(): Pick<
  MediaQueryList,
  "matches" | "addEventListener" | "removeEventListener"
> {
  if (typeof matchMedia === "function") return matchMedia("(prefers-color-scheme: dark)");
  return Object.assign(new EventTarget(), { matches: false });
}
