/**
 * The early loader: it inserts the iframe of each whole form into its `<card-pane>` while the page is parsed. `cardpane.js`, which
 * loads later, adopts the iframe by its usual rules. A page inlines it, or loads it as a file of the release:
 *
 *   <script data-src="https://pane.example/0.1.0/">…</script>
 *   <script async src="https://pane.example/0.1.0/start.js"></script>
 *
 * Elements with their own address, and those with one frame per field, are left to `cardpane.js`.
 */
import { frameAttributes, framePath, frameSlot } from "@cardpane/contract/embed";
import { allowOf } from "../ui/frame-features.ts";
import { awaitingIframe } from "./awaiting-iframe.ts";

// biome-ignore lint/style/noRestrictedGlobals: unclobbered.ts is too large for this script. It reads the members of the class, which no element's name can shadow.
const page = new Proxy(document, { get: (page, name) => Reflect.get(Document.prototype, name, page) });
const { currentScript, documentElement: root } = page;
const script = currentScript as HTMLScriptElement | null;
const base = read(script, "data-src") ?? (script?.src && new URL(".", script.src).href);
// A file may arrive when the page is parsed.
const isParsed = page.readyState !== "loading";
placeIframes(isParsed);
if (!isParsed) {
  const observer = new MutationObserver(() => placeIframes());
  observer.observe(root, { childList: true, subtree: true });
  // The page is parsed at this event; scripts with `defer` run next.
  const finish = () => {
    placeIframes(true);
    observer.disconnect();
  };
  addEventListener("readystatechange", finish, { capture: true, once: true });
}

function placeIframes(isParsed = false): void {
  for (const pane of awaitingIframe(root, isParsed)) {
    const iframe = page.createElement.call(root.ownerDocument, "iframe") as HTMLIFrameElement;
    const attributes = {
      ...frameAttributes,
      src: base + framePath({ environment: read(pane, "environment") ?? "live", locale: localeOf(pane) }),
      allow: allowOf(page),
      slot: frameSlot,
      inert: "",
    };
    // Own names only: other code of the page may let an address extend `Object.prototype`, and `srcdoc` would be a script there.
    for (const [name, value] of Object.entries(attributes)) iframe.setAttribute(name, value);
    // By CSSOM, which a policy against inline styles allows. The element replaces the style.
    iframe.style.cssText = "border:0;visibility:hidden";
    pane.append(iframe);
  }
}

/** The locale that the element requests in most pages. If it requests another one, the frame changes its locale. */
function localeOf(pane: Element): string {
  const wanted = read(pane, "locale");
  return (
    (wanted !== "auto" && wanted) ||
    read(pane.closest("[lang]"), "lang")?.replace(/_/g, "-") ||
    navigator.languages.slice(0, 8).join() ||
    "en"
  );
}

/** Reads an attribute by the method of the class, because an ancestor may be a form with a control of that name. */
function read(element: Element | null, name: string): string | null {
  return element && Element.prototype.getAttribute.call(element, name);
}
