/** Watches the page around the pane for changes of its language, its scheme, and its look (a sample input or custom properties). */
import type { GivenTokens } from "@cardpane/contract/appearance";
import { loadDeferred } from "#lazy";
import { attempt } from "../ui/attempt.ts";
import { pathTo } from "../ui/mount-point.ts";
import { unclobbered } from "../ui/unclobbered.ts";
import { darkIsPreferred } from "./page-preferences.ts";
import type { PageStyle } from "./page-style.ts";

interface ContextOptions {
  /**
   * Called when the children of a watched element, attributes of it or of its ancestors, the preferred scheme, or the look of the
   * sample may have changed.
   */
  readonly onChange: () => void;
  /** The selector of the sample input, or `null`. */
  readonly match: () => string | null;
}

/** Watches the page around a pane until `disconnect()`. */
export class PageContext {
  readonly #options: ContextOptions;
  readonly #observer: MutationObserver;
  readonly #ended = new AbortController();
  #style: PageStyle | undefined;
  #frame = 0;
  #isLoading = false;

  constructor(options: ContextOptions) {
    this.#options = options;
    // Once per animation frame, because a page may set a style at each scroll event.
    this.#observer = new MutationObserver(() => {
      this.#frame ||= requestAnimationFrame(() => {
        this.#frame = 0;
        options.onChange();
      });
    });
    const { signal } = this.#ended;
    attempt(() => darkIsPreferred()?.addEventListener("change", options.onChange, { signal }));
  }

  /** Watches the children of an element, and the attributes of it and of all its ancestors. */
  observe(element: Element): void {
    attempt(() => {
      for (const node of pathTo(element))
        this.#observer.observe(node, { attributes: true, childList: node === element });
    });
  }

  /** Reads the page's look at an element as tokens. The code that reads it is loaded on the first use. */
  lookAt(host: Element): GivenTokens {
    return attempt(() => {
      if (!this.#isLoading && (this.#options.match() || hasOwnTokens(host))) {
        this.#isLoading = true;
        loadDeferred().then(({ readPageStyle }) => this.#start(readPageStyle), console.error);
      }
      return this.#style?.tokensOf(host) ?? {};
    }, {});
  }

  disconnect(): void {
    this.#ended.abort();
    this.#observer.disconnect();
    cancelAnimationFrame(this.#frame);
    this.#style?.stop();
  }

  #start(readPageStyle: (options: ContextOptions) => PageStyle): void {
    // The code may arrive after the pane was removed.
    if (this.#ended.signal.aborted) return;
    this.#style = readPageStyle(this.#options);
    this.#options.onChange();
  }
}

interface Typed {
  computedStyleMap?(): { keys(): Iterable<string> };
}

/** Whether an element has custom properties that are tokens. Firefox lists them in its computed style, other browsers in the style map. */
function hasOwnTokens(host: Element & Typed): boolean {
  const map = unclobbered(host).computedStyleMap?.();
  const names: string[] = map ? [...map.keys()] : [].slice.call(getComputedStyle(host));
  return names.some((name) => name.startsWith("--cardpane-"));
}
