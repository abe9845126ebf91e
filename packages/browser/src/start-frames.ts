/**
 * The first statements of `cardpane.js`: each whole form that the page has already gets its iframe, in its shadow root, before anything
 * else is defined. The element adopts it in the same task, so that a mistake in its options removes the iframe before it has loaded.
 */
import { awaitingIframe, prepareIframe } from "./first-iframe.ts";
import { scriptUrl } from "./lazy/release-script.ts";
import { createElement } from "./ui/create-element.ts";
import { attachRoot, placeBox } from "./ui/element-root.ts";
import { pageDocument } from "./ui/unclobbered.ts";

// An inlined script has no address.
if (scriptUrl) {
  for (const pane of awaitingIframe(pageDocument, pageDocument.readyState !== "loading")) {
    // Its HTML claims an iframe of its own, which may not have been parsed yet.
    if (pane.hasAttribute("early")) continue;
    try {
      const iframe = createElement("iframe");
      prepareIframe(iframe, pane, new URL(".", scriptUrl).href, pageDocument);
      attachRoot(pane);
      placeBox(pane, iframe);
    } catch {
      // The element does it, or says why it cannot.
    }
  }
}
