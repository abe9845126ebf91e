/** Waits for the iframe of an element that the parser connects before it has parsed the element's children. */
import { childIframes } from "../ui/iframe.ts";
import { pageDocument } from "../ui/unclobbered.ts";

/**
 * Calls back at once. For an element with the attribute `early`, it calls back when the parser has added the iframe, at the latest
 * when the whole page is parsed; otherwise the element would create a second iframe. It does not call back for an element that was
 * removed meanwhile.
 */
export function whenEarlyIframe(element: Element, callback: () => void): void {
  const isParsed = pageDocument.readyState !== "loading" || childIframes(element).length > 0;
  if (isParsed || !element.hasAttribute("early")) callback();
  else setTimeout(() => element.isConnected && whenEarlyIframe(element, callback));
}
