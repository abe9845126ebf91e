/**
 * The page around the pane: its language and colour scheme for options that are `auto`, and its look where the page has a
 * sample of it or custom properties.
 */

import type { GivenTokens } from "@cardpane/contract/appearance";
import { optionGuards } from "@cardpane/contract/messages";
import { loadDeferred } from "#lazy";
import type { Scheme } from "../pane/options.ts";
import { pageDocument, unclobbered } from "../ui/unclobbered.ts";
import type { PageStyle } from "./page-style.ts";

/**
 * The language of an element: what was asked for, else the nearest `lang`, else the browser's languages in their order, of
 * which the frame takes the first that it speaks. A page that says its language is not asked for the browser's, so that
 * all its shoppers load one document.
 */
export function localeOf(wanted: string, host: Element): string {
  // `closest` does not leave a shadow root.
  const nearest = unclobbered(host).closest("[lang]") ?? pageDocument.documentElement;
  const lang = unclobbered(nearest).getAttribute("lang");
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

interface ContextOptions {
  /** The page may look different: attributes of root, body or a watched element, the preferred scheme, the sample's look. */
  readonly onChange: () => void;
  /** Selector of a sample of the page's inputs, or `null`. */
  readonly match: () => string | null;
}

/** The page around a pane, watched until `disconnect()`. */
export class PageContext {
  readonly #options: ContextOptions;
  readonly #observer: MutationObserver;
  readonly #preference = darkIsPreferred();
  #style: PageStyle | undefined;
  #isLoading = false;
  #isEnded = false;

  constructor(options: ContextOptions) {
    this.#options = options;
    this.#observer = new MutationObserver(options.onChange);
    this.observe(pageDocument.documentElement);
    this.observe(pageDocument.body);
    this.#preference.addEventListener("change", options.onChange);
  }

  /** Watches the attributes of one more element. */
  observe(element: Node): void {
    this.#observer.observe(element, { attributes: true });
  }

  /** The look of the page at an element; its code is loaded when it is needed for the first time. */
  lookAt(host: Element): GivenTokens {
    if (!this.#isLoading && (this.#options.match() || hasOwnTokens(host))) {
      this.#isLoading = true;
      loadDeferred().then(({ readPageStyle }) => this.#start(readPageStyle), console.error);
    }
    return this.#style?.tokensOf(host) ?? {};
  }

  disconnect(): void {
    const { onChange } = this.#options;
    this.#isEnded = true;
    this.#observer.disconnect();
    this.#preference.removeEventListener("change", onChange);
    this.#style?.stop();
  }

  #start(readPageStyle: (options: ContextOptions) => PageStyle): void {
    // The code may arrive after the pane has gone.
    if (this.#isEnded) return;
    this.#style = readPageStyle(this.#options);
    this.#options.onChange();
  }
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
