/** The iframe: what it may do, and that it shows nothing of its own but the form. */
import { layout } from "@cardpane/contract/appearance";
import { createElement } from "./create-element.ts";
import { pageDocument } from "./unclobbered.ts";

interface FeaturePolicy {
  features(): readonly string[];
}

/** Creates the iframe; it loads when it is put into the page. */
export function createIframe(url: URL): HTMLIFrameElement {
  // Only what the browser knows: an unknown feature is an error on the console.
  const known = (pageDocument as { featurePolicy?: FeaturePolicy }).featurePolicy?.features() ?? [];
  const iframe = createElement(
    "iframe",
    {
      // The frame learns the page's origin from the browser; under `no-referrer` Firefox would hide it.
      referrerPolicy: "strict-origin",
      src: url.href,
      allow: ["autofill", "manual-text"].filter((feature) => known.includes(feature)).join("; "),
    },
    {
      // Its inputs stand flush with the page's own: the room for their focus rings lies outside of the element.
      style: `border:0;width:calc(100% + ${2 * layout.edge}px);max-width:none;margin-inline:-${layout.edge}px;grid-area:1/1`,
    },
  );
  // Without allow-forms Enter submits nothing; without allow-same-origin there is no autofill, and no origin to check.
  iframe.sandbox = "allow-scripts allow-same-origin allow-forms";
  return iframe;
}
