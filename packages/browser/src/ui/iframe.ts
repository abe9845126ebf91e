/** The iframe: what it may do, and that it shows nothing of its own but the form. */
import { layout } from "@cardpane/contract/appearance";
import { frameAttributes, frameSlot } from "@cardpane/contract/embed";
import { createElement } from "./create-element.ts";
import { hasRoot } from "./element-root.ts";
import { allowOf } from "./frame-features.ts";
import { pageDocument } from "./unclobbered.ts";

/** Creates the iframe; it loads when it is put into the page. */
export function createIframe(url: URL): HTMLIFrameElement {
  const iframe = createElement(
    "iframe",
    {
      src: url.href,
      allow: allowOf(pageDocument),
    },
    {
      // Its inputs stand flush with the page's own: the room for their focus rings lies outside of the element.
      style: `border:0;width:calc(100% + ${2 * layout.edge}px);max-width:none;margin-inline:-${layout.edge}px;grid-area:1/1`,
    },
  );
  for (const [name, value] of Object.entries(frameAttributes)) iframe.setAttribute(name, value);
  return iframe;
}

/**
 * The iframe that the page's HTML has for the pane: a child of the element, in the slot of the frame, that is what `created` is.
 * Only its locale may be another, since a server cannot know the browser's languages; the frame changes to that of the options.
 * Any other iframe in that slot is removed, and the console has the reason; not where it lacks `allow` alone, which a server
 * cannot write either: see allowOf(). A frame without it could not be typed into by such a browser, and an iframe's `allow` counts
 * when it loads.
 */
export function adoptIframe(host: Element, created: HTMLIFrameElement): HTMLIFrameElement | undefined {
  if (!hasRoot(host)) return undefined;
  let adopted: HTMLIFrameElement | undefined;
  for (const found of childIframes(host)) {
    const reason = adopted ? "second" : differenceOf(found, created);
    if (reason !== undefined) {
      found.remove();
      if (reason)
        console.warn(
          `Cardpane: an iframe in <${host.localName}> is replaced: ${reason}. Write it as paneMarkup() does.`,
        );
    } else {
      adopted = found;
      found.style.cssText = created.style.cssText;
    }
  }
  return adopted;
}

/** The iframes that the page's HTML has for the pane in an element. */
export function childIframes(host: Element): readonly HTMLIFrameElement[] {
  return [...host.querySelectorAll<HTMLIFrameElement>(`:scope>iframe[slot=${frameSlot}]`)];
}

/** The first attribute that decides what a frame is and may, and that differs; empty for an `allow` that is not written. */
function differenceOf(found: HTMLIFrameElement, created: HTMLIFrameElement): string | undefined {
  // It would take the place of the address.
  if (found.hasAttribute("srcdoc")) return "it has `srcdoc`";
  if (withoutLocale(found.getAttribute("src") ?? "") !== withoutLocale(created.src))
    return `its \`src\` is not ${created.src}`;
  for (const name of [...Object.keys(frameAttributes), "allow"]) {
    const value = created.getAttribute(name) ?? "";
    const given = found.getAttribute(name);
    if ((given ?? "") !== value)
      return given === null && name === "allow" ? "" : `its \`${name}\` is not "${value}"`;
  }
  return undefined;
}

/** Its last value. */
function withoutLocale(address: string): string {
  return address.replace(/(&locale=)[\w%-]+$/, "$1");
}
