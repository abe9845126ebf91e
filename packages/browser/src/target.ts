import { CardpaneError } from "./errors.ts";

/**
 * The element that a page named.
 *
 * @throws CardpaneError `no_element`: there is none, or it is not in the page, where an iframe would not load.
 */
export function findElement(target: string | Element): Element {
  let element: Element | null = null;
  try {
    element = typeof target === "string" ? document.querySelector(target) : target;
  } catch {
    // Not a selector, or no document: a server.
  }
  if (!element?.isConnected) throw new CardpaneError("no_element");
  return element;
}
