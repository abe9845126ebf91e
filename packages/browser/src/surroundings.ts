/**
 * What the pane takes from the page around it where it is told `auto`: the language and the colour scheme, and when they
 * change.
 */
import { optionGuards } from "@cardpane/contract/messages";
import type { Scheme } from "./options.ts";

/** The language of an element: what was asked for, else the nearest `lang`, else the browser's. */
export function localeOf(wanted: string, host: Element): string {
  const candidates = [
    wanted === "auto" ? "" : wanted,
    host.closest("[lang]")?.getAttribute("lang"),
    // `closest` does not leave a shadow root.
    document.documentElement.lang,
    navigator.language,
  ];
  return candidates.find((tag) => optionGuards.locale(tag)) ?? "en";
}

/** The colour scheme of an element: what was asked for, else its computed `color-scheme`, else light. */
export function schemeOf(wanted: Scheme, host: Element): "light" | "dark" {
  if (wanted !== "auto") return wanted;
  const supported = getComputedStyle(host).colorScheme;
  const isDark = /light/.test(supported) ? darkIsPreferred().matches : /dark/.test(supported);
  return isDark && /dark/.test(supported) ? "dark" : "light";
}

/** Calls back when language or scheme may have changed; the answer stops it. */
export function watchSurroundings(changed: () => void): () => void {
  const media = darkIsPreferred();
  const observer = new MutationObserver(changed);
  // A page switches by an attribute or a class of these two.
  for (const element of [document.documentElement, document.body]) {
    observer.observe(element, { attributes: true });
  }
  media.addEventListener("change", changed);
  return () => {
    observer.disconnect();
    media.removeEventListener("change", changed);
  };
}

function darkIsPreferred(): MediaQueryList {
  return matchMedia("(prefers-color-scheme: dark)");
}
