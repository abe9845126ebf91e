/**
 * The look of the page as tokens: what a sample input looks like (`match`), and over it the custom properties of the pane's
 * element. Loaded by the pages that use either.
 *
 * Nothing is polled. The pane reads it again when attributes of the page's root, its body or the pane's element change, or the
 * scheme that the person prefers; this file reports besides when the sample comes, changes or ends a transition, and when
 * style sheets come.
 */
import type { Tokens } from "@cardpane/contract/appearance";
import { pageDocument, unclobbered } from "../ui/unclobbered.ts";
import { ownTokens } from "./css-variables.ts";
import { sampleTokens } from "./sample-input.ts";

interface Watch {
  /** Selector of the sample, or `null`. */
  readonly match: () => string | null;
  /** The look of the page may be another. */
  readonly onChange: () => void;
}

/** The look of a page, while a pane is in it. */
export interface PageStyle {
  /** The tokens for a pane, or a field, in this element. */
  tokensOf(host: Element): Tokens;
  /** Watches no more. May be called twice. */
  stop(): void;
}

/** Reads the page's look and watches for changes of it. */
export function readPageStyle({ match, onChange }: Watch): PageStyle {
  const ended = new AbortController();
  const observer = new MutationObserver(onChange);
  /** The input that is watched; `null`: the whole page is, until there is one. */
  let sample: Element | null | undefined;
  /** What was read when nothing was done to the sample: no focus, no pointer on it. */
  let calm: Tokens = {};
  let missed: string | null = null;

  /** Style sheets that come late. */
  pageDocument.addEventListener(
    "load",
    ({ target }) => target instanceof HTMLLinkElement && target.rel === "stylesheet" && onChange(),
    { capture: true, signal: ended.signal },
  );

  function find(host: Element): Element | null {
    const selector = match();
    if (!selector) return null;
    const found = query(unclobbered(host).getRootNode(), selector) ?? query(pageDocument, selector);
    if (found !== sample) follow(found);
    if (!found && missed !== selector) {
      missed = selector;
      // For whoever builds the page. The form works without, and takes the look when the input comes.
      console.error(
        `CardpaneError: No element matches the option match. The pane keeps its theme until there is one.`,
      );
    }
    return found;
  }

  function follow(next: Element | null): void {
    observer.disconnect();
    sample = next;
    calm = {};
    if (!next) {
      observer.observe(pageDocument.documentElement, { childList: true, subtree: true });
      return;
    }
    observer.observe(pageDocument.head, { childList: true, characterData: true, subtree: true });
    observer.observe(next, { attributes: true });
    for (const name of ["transitionend", "blur", "pointerleave"]) {
      next.addEventListener(name, () => next === sample && onChange(), { signal: ended.signal });
    }
  }

  return {
    tokensOf(host) {
      const found = find(host);
      if (found && (Object.keys(calm).length === 0 || !found.matches(":focus, :hover, :autofill"))) {
        calm = sampleTokens(found);
      }
      const tokens = { ...(found ? calm : {}), ...ownTokens(host) };
      // The probes that were put beside them are no news.
      observer.takeRecords();
      return tokens;
    },
    stop() {
      observer.disconnect();
      ended.abort();
      sample = undefined;
    },
  };
}

/** A selector that is none finds nothing, and neither does one of a form, whose members its controls hide. */
function query(root: Node, selector: string): Element | null {
  try {
    const found = unclobbered(root as Document).querySelector(selector);
    return found instanceof HTMLFormElement ? null : found;
  } catch {
    return null;
  }
}
