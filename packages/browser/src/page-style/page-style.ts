/**
 * The look of the page as tokens: the style of a sample input (`match`), overridden by custom properties of the pane's element.
 * Only pages that use one of them load this module.
 *
 * Nothing is polled. The pane reads the tokens again when attributes of the pane's element or of its ancestors change, or
 * the preferred scheme. This module reports further changes: the sample is added, changes, or ends a transition, and a style sheet
 * is added.
 */
import type { Tokens } from "@cardpane/contract/appearance";
import { pageDocument, unclobbered } from "../ui/unclobbered.ts";
import { ownTokens } from "./css-variables.ts";
import { sampleTokens } from "./sample-input.ts";

interface Watch {
  /** The selector of the sample input, or `null`. */
  readonly match: () => string | null;
  /** Called when the look of the page may have changed. */
  readonly onChange: () => void;
}

/** The look of a page, for one pane. */
export interface PageStyle {
  /** The tokens for a pane or a field in this element. */
  tokensOf(host: Element): Tokens;
  /** Stops watching. May be called twice. */
  stop(): void;
}

/** Reads the look of the page and watches for changes. */
export function readPageStyle({ match, onChange }: Watch): PageStyle {
  const ended = new AbortController();
  const observer = new MutationObserver(onChange);
  /** The input that is watched; with `null`, the whole page is watched until there is one. */
  let sample: Element | null | undefined;
  /** The tokens that were read while the sample had no focus, no pointer and no autofill. */
  let restingTokens: Tokens = {};
  let reportedSelector: string | null = null;

  /** Style sheets that load later. */
  pageDocument.addEventListener(
    "load",
    ({ target }) => target instanceof HTMLLinkElement && target.rel === "stylesheet" && onChange(),
    { capture: true, signal: ended.signal },
  );

  function find(host: Element): Element | null {
    const selector = match();
    if (!selector) return null;
    const found = query(unclobbered(host).getRootNode(), selector) ?? query(pageDocument, selector);
    if (found !== sample) watch(found);
    if (!found && reportedSelector !== selector) {
      reportedSelector = selector;
      // Logged and not thrown: the form works without the sample, and copies its look when it is added.
      console.error(
        "CardpaneError: No input matches the selector of the option `match`. The pane keeps its theme until one is added. (no_element)",
      );
    }
    return found;
  }

  function watch(next: Element | null): void {
    observer.disconnect();
    sample = next;
    restingTokens = {};
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
      // `:is()` ignores names that a browser does not know: Chromium before 110 has no `:autofill`.
      if (
        found &&
        (Object.keys(restingTokens).length === 0 || !found.matches(":is(:focus, :hover, :autofill)"))
      ) {
        restingTokens = sampleTokens(found);
      }
      const tokens = { ...(found ? restingTokens : {}), ...ownTokens(host) };
      // Reading inserts and removes probes, whose records would report a change.
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

/** Finds an element; `null` for an invalid selector, and for a form, whose members may be clobbered by its controls. */
function query(root: Node, selector: string): Element | null {
  try {
    const found = unclobbered(root as Document).querySelector(selector);
    return found instanceof HTMLFormElement ? null : found;
  } catch {
    return null;
  }
}
