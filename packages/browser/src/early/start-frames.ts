/**
 * The first statements of `cardpane.js`: they insert an iframe into the shadow root of each whole form that is already in the
 * page, before anything else is defined. The element adopts the iframe in the same task; invalid options then remove it before it
 * has loaded.
 */

import { scriptUrl } from "../lazy/release-script.ts";
import { createElement } from "../ui/create-element.ts";
import { attachRoot, placeBox } from "../ui/element-root.ts";
import { pageDocument } from "../ui/unclobbered.ts";
import { awaitingIframe, prepareIframe } from "./first-iframe.ts";

// An inlined script has no address.
if (scriptUrl) {
  for (const pane of awaitingIframe(pageDocument, pageDocument.readyState !== "loading")) {
    // The page's HTML has an iframe for the element, which the parser may not have reached yet.
    if (pane.hasAttribute("early")) continue;
    try {
      const iframe = createElement("iframe");
      prepareIframe(iframe, pane, new URL(".", scriptUrl).href, pageDocument);
      attachRoot(pane);
      placeBox(pane, iframe);
    } catch {
      // The element inserts an iframe itself, or reports why it cannot.
    }
  }
}
