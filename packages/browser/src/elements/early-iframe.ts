/** Elements that a parser connects before it has read what is in them. */
import { childIframes } from "../ui/iframe.ts";
import { pageDocument } from "../ui/unclobbered.ts";

/**
 * Calls back at once, or for an element with the attribute `early` when the parser has put its iframe into it, at the latest when
 * the whole page is parsed. A script that runs before the parser comes to the element would create an iframe of its own. Never
 * for an element that has left the page meanwhile.
 */
export function whenEarlyIframe(element: Element, callback: () => void): void {
  const isParsed = () => pageDocument.readyState !== "loading" || childIframes(element).length > 0;
  if (!element.hasAttribute("early") || isParsed()) {
    callback();
    return;
  }
  const handleChange = () => {
    if (element.isConnected && !isParsed()) return;
    observer.disconnect();
    pageDocument.removeEventListener("readystatechange", handleChange);
    if (element.isConnected) callback();
  };
  const observer = new MutationObserver(handleChange);
  observer.observe(element, { childList: true });
  pageDocument.addEventListener("readystatechange", handleChange);
}
