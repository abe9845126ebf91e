/**
 * Decides where the nodes of a pane are inserted. The elements of this package keep them in an open shadow root, because the light
 * DOM belongs to the page: a framework that hydrates it compares every node and attribute with the server's markup. In any other
 * element, they are children.
 *
 * Only the iframe is moved out of the shadow root, when hydration is over: Chromium 156 offers autofill in a frame only if the iframe
 * is in the light DOM of the document. Delete `moveToLightDom` when Chromium supports shadow roots.
 */
import { frameSlot } from "@cardpane/contract/embed";
import { createElement } from "./create-element.ts";
import { pageDocument, unclobbered } from "./unclobbered.ts";

/** A constructed style sheet, which even `style-src 'none'` allows, unlike `<style>`. Rules of the page override it. */
const styles =
  ":host{display:block}:host([hidden]:not([hidden=until-found i])){display:none}[part]{font:inherit}";

const roots = new WeakMap<Element, ShadowRoot>();

/** Attaches the shadow root of an element of this package. Children of the element are shown before the pane. */
export function attachRoot(element: Element): void {
  // start-frames.ts has attached the root before the element was defined.
  if (roots.has(element)) return;
  const root = element.attachShadow({ mode: "open" });
  root.append(createElement("slot"));
  // DOM simulators may lack constructed style sheets.
  if (globalThis.CSSStyleSheet && "replaceSync" in CSSStyleSheet.prototype) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    root.adoptedStyleSheets = [sheet];
  }
  roots.set(element, root);
}

/** Inserts the box of a pane, possibly with an iframe that starts to load, into its element. */
export function placeBox(host: Element, ...children: readonly HTMLIFrameElement[]): HTMLElement {
  // In an element that the page lays out as a flex container, the box would be as wide as an iframe without a width.
  const box = createElement("div", { style: "display:grid;width:100%" }, children);
  insertBox(host, box);
  return box;
}

/** The box for a new view in an element: that of `placeBox`, in which no view has put an alert before the iframe yet, or a new one. */
export function takeBox(host: Element): HTMLElement {
  const placed = roots.get(host)?.querySelector("div>iframe:first-child");
  return placed?.parentElement ?? placeBox(host);
}

/** Inserts a box into its element. */
export function insertBox(host: Element, box: HTMLElement): void {
  (roots.get(host) ?? unclobbered(host)).append(box);
}

interface Moving {
  /** Moves a node and keeps its state, such as the document of an iframe: Chromium 133, Firefox 144. */
  moveBefore?(node: Node, child: Node | null): void;
}

/**
 * Makes the iframe in the shadow root a child of the element, shown in the same position. It waits until the page has loaded,
 * because a framework has hydrated the page by then. Does nothing in browsers where moving reloads the frame.
 */
export function moveToLightDom(host: Element & Moving, iframe: HTMLIFrameElement): void {
  if (!hasRoot(host) || !host.moveBefore) return;
  if (pageDocument.readyState !== "complete") {
    addEventListener("load", () => moveToLightDom(host, iframe), { once: true });
    return;
  }
  const box = iframe.parentElement;
  if (!iframe.isConnected || !box || iframe.slot) return;
  addFrameSlot(box);
  iframe.slot = frameSlot;
  host.moveBefore(iframe, null);
}

/** Adds a slot to a box of the shadow root, in which the iframe that is a child of the element is shown. */
export function addFrameSlot(box: Element): void {
  // The slot of an earlier iframe.
  box.querySelector("slot")?.remove();
  box.append(createElement("slot", { name: frameSlot }));
}

/** Whether the pane's nodes are in a shadow root. */
export function hasRoot(host: Element): boolean {
  return roots.has(host);
}
