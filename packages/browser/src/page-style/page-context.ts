/**
 * What the pane takes from the page around it: the language and the colour scheme where it is told `auto`, and the look where
 * the page has a sample of it or custom properties.
 */

import type { GivenTokens } from "@cardpane/contract/appearance";
import { optionGuards } from "@cardpane/contract/messages";
import { loadDeferred } from "#lazy";
import type { Scheme } from "../pane/options.ts";
import { pageDocument, unclobbered } from "../ui/unclobbered.ts";
import type { PageLook } from "./page-style.ts";

/**
 * The language of an element: what was asked for, else the nearest `lang`, else the browser's languages in their order, of
 * which the frame takes the first that it speaks. A page that says its language is not asked for the browser's, so that
 * all its shoppers load one document.
 */
export function localeOf(wanted: string, host: Element): string {
  // `closest` does not leave a shadow root.
  const said = unclobbered(host).closest("[lang]") ?? pageDocument.documentElement;
  const lang = unclobbered(said).getAttribute("lang");
  const candidates = [wanted === "auto" ? "" : wanted, lang, navigator.languages.slice(0, 8).join()];
  return candidates.find((tag) => optionGuards.locale(tag)) ?? "en";
}

/** The colour scheme of an element: what was asked for, else its computed `color-scheme`, else light. */
export function schemeOf(wanted: Scheme, host: Element): "light" | "dark" {
  if (wanted !== "auto") return wanted;
  const supported = getComputedStyle(host).colorScheme;
  const isDark = /dark/.test(supported) && (!/light/.test(supported) || darkIsPreferred().matches);
  return isDark ? "dark" : "light";
}

/** The page around a pane, for as long as the pane is in it. */
interface Surroundings extends Pick<MutationObserver, "observe" | "disconnect"> {
  /** What the page looks like at an element, where it is to be read; its code comes when it is needed for the first time. */
  lookAt(host: Element): GivenTokens;
}

/**
 * Tells when the page may look different: attributes of its root or its body, and of what else is watched, the scheme that
 * the person prefers, and what its look is read from.
 *
 * @param match selector of a sample of the page's inputs, or `null`.
 * @returns the observer, for elements that are to be watched besides; `disconnect()` ends all of it.
 */
export function watchSurroundings(changed: () => void, match: () => string | null): Surroundings {
  const preference = darkIsPreferred();
  const observer = new MutationObserver(changed);
  const observe = (element: Node) => observer.observe(element, { attributes: true });
  let look: PageLook | undefined;
  let isLooking = false;
  let isEnded = false;
  [pageDocument.documentElement, pageDocument.body].forEach(observe);
  preference.addEventListener("change", changed);
  return {
    observe,
    lookAt(host) {
      if (!isLooking && (match() || hasOwnTokens(host))) {
        isLooking = true;
        loadDeferred().then(({ readPageLook }) => {
          if (isEnded) return;
          look = readPageLook({ match, changed });
          changed();
        }, console.error);
      }
      return look?.tokensOf(host) ?? {};
    },
    disconnect() {
      observer.disconnect();
      preference.removeEventListener("change", changed);
      look?.stop();
      // One that is still on its way stops when it comes.
      isEnded = true;
    },
  };
}

interface Typed {
  computedStyleMap?(): { keys(): Iterable<string> };
}

/** Whether an element has custom properties that are tokens. Firefox tells them by its computed style, others by its map. */
function hasOwnTokens(host: Element & Typed): boolean {
  return Array.from(unclobbered(host).computedStyleMap?.().keys() ?? getComputedStyle(host)).some((name) =>
    name.startsWith("--cardpane-"),
  );
}

/** What the person prefers, live. */
function darkIsPreferred(): MediaQueryList {
  return matchMedia("(prefers-color-scheme: dark)");
}
