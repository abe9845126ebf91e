/** The iframe: what it may do, and that it shows nothing of its own but the form. */
import { make } from "./create-element.ts";
import { pageDocument } from "./unclobbered.ts";

interface FeaturePolicy {
  features(): readonly string[];
}

/** Makes the iframe; it loads when it is put into the page. */
export function createFrameElement(url: URL): HTMLIFrameElement {
  // Only what the browser knows: an unknown feature is an error on the console.
  const known = (pageDocument as { featurePolicy?: FeaturePolicy }).featurePolicy?.features() ?? [];
  return make(
    "iframe",
    {
      // The frame learns the page's origin from the browser; under `no-referrer` Firefox would hide it.
      referrerPolicy: "strict-origin",
      src: url.href,
      // Without allow-forms Enter submits nothing; without allow-same-origin there is no autofill, and no origin to check.
      // A property that takes text, which its type does not say.
      sandbox: "allow-scripts allow-same-origin allow-forms" as unknown as DOMTokenList,
      allow: ["autofill", "manual-text"].filter((feature) => known.includes(feature)).join("; "),
    },
    "border:0;width:100%;grid-area:1/1;transition:opacity .15s",
  );
}
