/**
 * The iframe that a page's script puts into a `<card-pane>` before the element is defined, so that the frame's document loads while the
 * rest of the script runs. Shared by the early loader and `cardpane.js`. Elements that they skip are handled by the element itself,
 * which also replaces an iframe that is not the one it would create.
 */
import { frameAttributes, framePath } from "@cardpane/contract/embed";
import { allowOf } from "../ui/frame-features.ts";

/**
 * The elements that show the whole form from the script's own release, and have no iframe yet.
 *
 * @param isParsed the parser has passed all elements; before that, it may still add a field to an element
 */
export function awaitingIframe(page: ParentNode, isParsed: boolean): readonly Element[] {
  // An earlier script of ours, of any version, has defined the element.
  if (customElements.get("card-pane")) return [];
  return [...page.querySelectorAll("card-pane:not([src],[defer])")].filter(
    (pane) => !pane.querySelector("iframe,card-pane-field") && (isParsed || isBehindParser(pane)),
  );
}

/** Whether the parser has passed the element, because a node follows it. */
function isBehindParser(node: Node | null): boolean {
  return !!node && (!!node.nextSibling || isBehindParser(node.parentNode));
}

/** Sets the attributes of a new iframe to those that the element would set. */
export function prepareIframe(
  iframe: HTMLIFrameElement,
  pane: Element,
  base: string | undefined,
  page: Document,
): void {
  // The method of the class, because an ancestor may be a form with a control of that name. unclobbered.ts is too large for the
  // early loader.
  const read = (element: Element | null, name: string): string | null =>
    element && Element.prototype.getAttribute.call(element, name);
  const wanted = read(pane, "locale");
  // The locale that the element requests in most pages. If it requests another one, the frame changes its locale.
  const locale =
    (wanted !== "auto" && wanted) ||
    read(pane.closest("[lang]"), "lang") ||
    navigator.languages.slice(0, 8).join() ||
    "en";
  const environment = read(pane, "environment") ?? "live";
  const attributes = {
    ...frameAttributes,
    src: base + framePath({ environment, locale }),
    allow: allowOf(page),
    inert: "",
  };
  for (const name in attributes) iframe.setAttribute(name, attributes[name as keyof typeof attributes]);
  // By CSSOM, which a policy against inline styles allows. The element replaces the style.
  iframe.style.cssText = "border:0;visibility:hidden";
}
