/**
 * Inserts an iframe into the shadow root of each whole form that is already in the page, before the elements are defined, so that the
 * frame's document loads while the rest of the script runs. The element adopts the iframe in the same task; invalid options then
 * remove it before it has loaded.
 */

import { uncheckedAddress } from "../connection/frame-url.ts";
import { attachRoot, placeBox } from "../ui/element-root.ts";
import { createIframe } from "../ui/iframe.ts";
import { pageDocument, unclobbered } from "../ui/unclobbered.ts";
import { awaitingIframe } from "./awaiting-iframe.ts";

/** Inserts the iframes; the release of the script must be known. */
export function startFrames(): void {
  for (const pane of awaitingIframe(pageDocument, pageDocument.readyState !== "loading")) {
    // The page's HTML has an iframe for the element, which the parser may not have reached yet.
    if (pane.hasAttribute("early")) continue;
    try {
      const { getAttribute } = unclobbered(pane);
      const environment = getAttribute("environment") ?? "live";
      const locale = getAttribute("locale") ?? "auto";
      const iframe = createIframe(uncheckedAddress({ src: null, environment, locale }, pane));
      attachRoot(pane);
      placeBox(pane, iframe);
    } catch {
      // The element inserts an iframe itself, or reports why it cannot.
    }
  }
}
