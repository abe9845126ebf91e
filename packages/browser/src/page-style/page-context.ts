/** The page around the pane, watched: its language and scheme may change, and its look where the page has a sample of it or custom properties. */
import type { GivenTokens } from "@cardpane/contract/appearance";
import { loadDeferred } from "#lazy/deferred";
import { pageDocument, unclobbered } from "../ui/unclobbered.ts";
import { darkIsPreferred } from "./page-preferences.ts";
import type { PageStyle } from "./page-style.ts";

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

/** Whether an element has custom properties that are tokens. Firefox lists them in its computed style, other browsers in the style map. */
function hasOwnTokens(host: Element & Typed): boolean {
  return Array.from(unclobbered(host).computedStyleMap?.().keys() ?? getComputedStyle(host)).some((name) =>
    name.startsWith("--cardpane-"),
  );
}
