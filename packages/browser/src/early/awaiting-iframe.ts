/** Shared by the early loader and `cardpane.js`, which insert the first iframe. The element itself handles what they skip. */

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
