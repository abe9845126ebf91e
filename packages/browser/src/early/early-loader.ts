/**
 * The script that a page inlines into its `<head>` if its HTML has no iframe. While the page is parsed, it inserts the iframe of
 * each whole form into its `<card-pane>`. `cardpane.js`, which loads later, adopts the iframe by its usual rules.
 *
 *   <script data-src="https://pane.example/0.1.0/">…</script>
 *
 * Elements with their own address, and those with one frame per field, are left to `cardpane.js`.
 */
import { frameSlot } from "@cardpane/contract/embed";
import { awaitingIframe, prepareIframe } from "./first-iframe.ts";

// biome-ignore lint/style/noRestrictedGlobals: unclobbered.ts is too large for this script. It reads the members in the head, before any element that may have a name; `createElement` is read from the class.
const page = document;
const { currentScript, documentElement: root } = page;
const observer = new MutationObserver(() => placeIframes());
observer.observe(root, { childList: true, subtree: true });
// The page is parsed now; scripts with `defer` run next.
page.addEventListener(
  "readystatechange",
  () => {
    placeIframes(true);
    observer.disconnect();
  },
  { once: true },
);

function placeIframes(isParsed = false): void {
  for (const pane of awaitingIframe(root, isParsed)) {
    const iframe = Document.prototype.createElement.call(page, "iframe") as HTMLIFrameElement;
    prepareIframe(iframe, pane, currentScript?.dataset["src"], page);
    iframe.slot = frameSlot;
    pane.append(iframe);
  }
}
