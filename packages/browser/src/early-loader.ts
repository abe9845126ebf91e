/**
 * The script that a page inlines into its `<head>` if its HTML has no iframe. While the page is parsed, it inserts the iframe of
 * each whole form into its `<card-pane>`. `cardpane.js`, which loads later, adopts the iframe by its usual rules.
 *
 *   <script data-src="https://pane.example/0.1.0/">…</script>
 *
 * Elements with their own address, and those with one frame per field, are left to `cardpane.js`.
 */
import { frameAttributes, framePath, frameSlot } from "@cardpane/contract/embed";
import { allowOf } from "./ui/frame-features.ts";

// biome-ignore lint/style/noRestrictedGlobals: unclobbered.ts is larger than this script may be. These are read in the head, before any element that may have a name; `createElement` is taken from the class.
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

function placeIframes(isParsed?: boolean): void {
  if (customElements.get("card-pane")) return;
  for (const pane of root.querySelectorAll("card-pane:not([src],[host])")) {
    if (!pane.querySelector("iframe,card-pane-field") && (isParsed || isBehindParser(pane))) addIframe(pane);
  }
}

/** Whether the parser has left the element, because a node follows it. Until then a field may be added to the element. */
function isBehindParser(node: Node | null): boolean {
  return !!node && (!!node.nextSibling || isBehindParser(node.parentNode));
}

function addIframe(pane: Element): void {
  const iframe = Document.prototype.createElement.call(page, "iframe");
  const read = (element: Element | null, name: string) => element?.getAttribute(name);
  const wanted = read(pane, "locale");
  // The locale that the element requests in most pages. Where it requests another one, the frame changes its locale.
  const locale =
    (wanted !== "auto" && wanted) ||
    read(pane.closest("[lang]"), "lang") ||
    navigator.languages.slice(0, 8).join() ||
    "en";
  const environment = read(pane, "environment") ?? "live";
  const attributes = {
    ...frameAttributes,
    slot: frameSlot,
    src: currentScript?.dataset["src"] + framePath({ environment, locale }),
    allow: allowOf(page),
    inert: "",
  };
  for (const name in attributes) iframe.setAttribute(name, attributes[name as keyof typeof attributes]);
  // By CSSOM, which a policy against inline styles allows. The element replaces the style.
  iframe.style.cssText = "border:0;visibility:hidden";
  pane.append(iframe);
}
