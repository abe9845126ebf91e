import { CardpaneError } from "../pane/errors.ts";
import { pageDocument, unclobbered } from "../ui/unclobbered.ts";

/**
 * The element that a page named.
 *
 * @throws CardpaneError `no_element`: there is none, or it is not in the page, where an iframe would not load.
 */
export function findElement(target: string | Element): Element {
  let element: Element | null = null;
  try {
    const named = typeof target === "string" ? pageDocument.querySelector(target) : target;
    if (named && unclobbered(named).isConnected) element = named;
  } catch {
    // Not a selector, no element, or no document: a server.
  }
  if (element) return element;
  const where = typeof target === "string" ? { where: `Selector: \`${target}\`` } : {};
  throw new CardpaneError("no_element", where);
}
