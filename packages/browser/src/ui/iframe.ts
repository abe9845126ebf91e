/** Creates the iframe, or adopts the one in the page's HTML. */
import { layout } from "@cardpane/contract/appearance";
import { frameAttributes, frameSlot } from "@cardpane/contract/embed";
import { createElement } from "./create-element.ts";
import { hasRoot } from "./element-root.ts";
import { allowOf } from "./frame-features.ts";
import { pageDocument } from "./unclobbered.ts";

/** Creates the iframe; it loads when it is inserted into the page. */
export function createIframe(url: URL): HTMLIFrameElement {
  const iframe = createElement("iframe", {
    src: url.href,
    allow: allowOf(pageDocument),
    // Negative margins make the inputs flush with the page's own; the space for focus rings is outside of the element.
    style: `border:0;width:calc(100% + ${2 * layout.edge}px);max-width:none;margin-inline:-${layout.edge}px;grid-area:1/1`,
  });
  for (const [name, value] of Object.entries(frameAttributes)) iframe.setAttribute(name, value);
  return iframe;
}

/**
 * The iframe that the page's HTML contains for the pane: a child of the element, in the slot of the frame, that equals `created`. Only
 * its locale may differ, because a server cannot know the browser's languages; the frame then changes to the locale of the options.
 * Any other iframe in that slot is removed, and the reason is logged to the console. One that only lacks `allow` is removed without
 * a message: a server cannot know whether the browser needs it (see allowOf()), and `allow` is read when an iframe loads.
 */
export function adoptIframe(
  host: Element,
  created: HTMLIFrameElement,
  first: HTMLIFrameElement | null,
): HTMLIFrameElement | undefined {
  if (!hasRoot(host)) return undefined;
  let adopted: HTMLIFrameElement | undefined;
  for (const found of [...(first ? [first] : []), ...childIframes(host)]) {
    const reason = adopted ? "second" : differenceOf(found, created);
    if (reason !== undefined) {
      found.remove();
      if (reason && found !== first)
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

/** The iframes that the page's HTML contains for the pane. */
export function childIframes(host: Element): readonly HTMLIFrameElement[] {
  return [...host.querySelectorAll<HTMLIFrameElement>(`:scope>iframe[slot=${frameSlot}]`)];
}

/** The attributes that are replaced, and those that a page or a framework may add. */
const harmless = /^(slot|inert|style|title|lang|id|class|data-.+|_ng.+)$/;

/**
 * The reason why an iframe cannot be adopted: its first significant attribute that differs, known or not (`srcdoc` overrides `src`,
 * `csp` may block the frame's script); empty if only `allow` is missing.
 */
function differenceOf(found: HTMLIFrameElement, { src, allow }: HTMLIFrameElement): string | undefined {
  const wanted: Readonly<Record<string, string>> = { ...frameAttributes, src, allow };
  // The locale is the last parameter of `src`.
  const withoutLocale = (value: string | undefined) => value?.replace(/(&locale=)[\w%-]+$/, "$1");
  const different = [...found.getAttributeNames(), ...Object.keys(wanted)].find((name) => {
    if (harmless.test(name)) return false;
    const given = found.getAttribute(name) ?? (name === "allow" ? "" : undefined);
    return !Object.hasOwn(wanted, name) || withoutLocale(given) !== withoutLocale(wanted[name]);
  });
  if (different === "allow" && !found.hasAttribute(different)) return "";
  if (!different) return undefined;
  return Object.hasOwn(wanted, different)
    ? `its \`${different}\` is not "${wanted[different]}"`
    : `it has \`${different}\``;
}
