/**
 * Where the nodes of a pane go. The elements of this package keep them in an open shadow root: the light DOM of an element, its
 * attributes included, is the page's, and a framework that hydrates it compares every node with what its server rendered. An
 * element of the page's own takes them as children.
 *
 * The iframe alone leaves the shadow root, once hydration is over: Chromium (156) offers autofill in a frame only where the
 * page's document itself has the iframe. Delete `bringToLight` when it looks into shadow roots, too.
 */
import { frameSlot } from "@cardpane/contract/embed";
import { createElement } from "./create-element.ts";
import { pageDocument, unclobbered } from "./unclobbered.ts";

/** A sheet and no `<style>` or attribute: the strictest policies (`style-src 'none'`) allow it. What the page sets wins. */
const styles =
  ":host{display:block}:host([hidden]:not([hidden=until-found i])){display:none}[part]{font:inherit}";

const roots = new WeakMap<Element, ShadowRoot>();

/** Gives an element of this package its shadow root; its children are shown before the pane. */
export function attachRoot(element: HTMLElement): void {
  const root = element.attachShadow({ mode: "open" });
  root.append(createElement("slot"));
  // A DOM simulator may have no sheets that can be made.
  if (globalThis.CSSStyleSheet && "replaceSync" in CSSStyleSheet.prototype) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    root.adoptedStyleSheets = [sheet];
  }
  roots.set(element, root);
}

interface Moving {
  /** Moves a node that keeps its state, an iframe its document: Chromium 133, Firefox 144. */
  moveBefore?(node: Node, child: Node | null): void;
}

/**
 * Makes the iframe in a shadow root of ours a child of the element, shown in the same place, as soon as the page has loaded:
 * a framework has hydrated it by then. Does nothing where that would reload the frame.
 */
export function bringToLight(host: Element & Moving, iframe: HTMLIFrameElement): void {
  if (!hasRoot(host) || !host.moveBefore) return;
  if (pageDocument.readyState !== "complete") {
    addEventListener("load", () => bringToLight(host, iframe), { once: true });
    return;
  }
  const box = iframe.parentElement;
  if (!iframe.isConnected || !box || iframe.slot) return;
  showChild(box);
  iframe.slot = frameSlot;
  host.moveBefore(iframe, null);
}

/** Shows an iframe that is a child of the element in a box of its shadow root. */
export function showChild(box: Element): void {
  // Of the iframe before this one.
  box.querySelector("slot")?.remove();
  box.append(createElement("slot", { name: frameSlot }));
}

/** Whether the pane's nodes go into a shadow root. */
export function hasRoot(host: Element): boolean {
  return roots.has(host);
}

/** The node that the pane's nodes are appended to. */
export function rootOf(host: Element): Pick<ParentNode, "append"> {
  return roots.get(host) ?? unclobbered(host);
}
