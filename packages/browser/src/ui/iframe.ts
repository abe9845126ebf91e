/** Creates the iframe, or adopts the one in the page's HTML. */
import { layout } from "@cardpane/contract/appearance";
import { frameAttributes, frameSlot } from "@cardpane/contract/embed";
import { attempt } from "./attempt.ts";
import { createElement } from "./create-element.ts";
import { hasRoot } from "./element-root.ts";
import { allowOf } from "./frame-features.ts";
import { pageDocument } from "./unclobbered.ts";

/**
 * What no rule of the page may decide, as themes do for all iframes: it would cut fields off or cover others. `inherit`: a library that makes
 * the page around a dialog inert still does.
 */
const owned =
  "padding:0!important;margin-block:0!important;min-height:0!important;max-height:none!important;position:static!important;pointer-events:inherit!important";

/** Creates the iframe; it loads when it is inserted into the page. */
export function createIframe(url: URL): HTMLIFrameElement {
  const iframe = createElement("iframe", {
    src: url.href,
    allow: attempt(() => allowOf(pageDocument), ""),
    // Negative margins make the inputs flush with the page's own; the space for focus rings is outside of the element. Themes have
    // rules for all iframes: width and inline margin are the page's, what would cut fields off or cover others is not.
    style: `border:0;width:calc(100% + ${2 * layout.edge}px);max-width:none;margin-inline:-${layout.edge}px;grid-area:1/1;${owned}`,
  });
  for (const [name, value] of Object.entries(frameAttributes)) iframe.setAttribute(name, value);
  return iframe;
}

/**
 * The iframe that the page's HTML contains for the pane: a child of the element, in the slot of the frame, that equals `created`. Only
 * its locale may differ, because a server cannot know the browser's languages; the frame then changes to the locale of the options.
 * Any other iframe in that slot is removed, and the console shows what it must be. One that only lacks `allow` is removed without a
 * message: a server cannot know whether the browser needs it (see allowOf()), and `allow` is read when an iframe loads.
 */
export function adoptIframe(
  host: Element,
  created: HTMLIFrameElement,
  first: HTMLIFrameElement | null,
): HTMLIFrameElement | undefined {
  if (!hasRoot(host)) return undefined;
  const wanted = attributesOf(created, created.src);
  let adopted: HTMLIFrameElement | undefined;
  for (const found of [...(first ? [first] : []), ...childIframes(host)]) {
    const isWanted = !adopted && attributesOf(found, found.getAttribute("src")) === wanted;
    if (isWanted && found.allow === created.allow) {
      adopted = found;
      found.style.cssText = created.style.cssText;
      continue;
    }
    found.remove();
    if (found !== first && !(isWanted && !found.allow))
      console.warn(`Cardpane: iframe is replaced: it needs ${wanted} allow="${created.allow}"`);
  }
  return adopted;
}

/** The iframes that the page's HTML contains for the pane. */
export function childIframes(host: Element): readonly HTMLIFrameElement[] {
  return [...host.querySelectorAll<HTMLIFrameElement>(`:scope>iframe[slot=${frameSlot}]`)];
}

/** The attributes that are replaced, and those that a page or a framework may add. */
const harmless = /^(slot|inert|style|title|lang|id|class|data-.+|_ng.+)$/;

/**
 * The significant attributes, as a text that can be compared: all others, known or not (`srcdoc` overrides `src`, `csp` may block the
 * frame's script), and the address without its locale. `allow` is compared separately.
 */
function attributesOf(iframe: HTMLIFrameElement, src: string | null): string {
  const others = iframe
    .getAttributeNames()
    .filter((name) => name !== "src" && name !== "allow" && !harmless.test(name))
    .map((name) => [name, iframe.getAttribute(name)]);
  // The locale is the last parameter of the address.
  return [...others, ["src", src?.replace(/(&locale=)[\w%-]+$/, "$1")]]
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .sort()
    .join(" ");
}
