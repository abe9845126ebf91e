/**
 * How a page embeds a frame: the address of its document and the attributes of its iframe. Both the element, which creates or
 * adopts the iframe, and servers, which write it into a page's HTML, use this module.
 */

/** The query of a frame's address, by which the host selects the document that it serves. */
export interface FrameQuery {
  /** Id of an environment that the pane's host lists. */
  readonly environment: string;
  /** BCP 47 tags, 1 to 8 of them, separated by commas, the best first. */
  readonly locale: string;
}

/** The address of a frame's document, relative to the base address of its release. */
export function framePath({ environment, locale }: FrameQuery): string {
  return `frame?environment=${encodeURIComponent(environment)}&locale=${encodeURIComponent(locale)}`;
}

/**
 * The base address of a release: the given one if it ends with a version, otherwise that of the package's own version on the
 * given host, so that script and frame are of one release after any update.
 *
 * @param host a whole address, or its path
 */
export function releaseOf(host: string, version: string): string {
  const folder = host.replace(/\/?$/, "/");
  return /(^|[^/])\/\d+\.\d+\.[^/]+\/$/.test(folder) ? folder : `${folder}${version}/`;
}

/** The attributes that every iframe of a pane must have, with their values. */
export const frameAttributes = {
  // Enter submits only with allow-forms. Autofill needs allow-same-origin, and so does the check of the frame's origin.
  sandbox: "allow-scripts allow-same-origin allow-forms",
  // The frame learns the page's origin from the browser; under `no-referrer` Firefox would hide it.
  referrerpolicy: "strict-origin",
} as const;

/**
 * The attributes of an iframe that a page's HTML has in the element, for the element to adopt.
 *
 * @param base address of a release on the pane's host, with a slash at its end
 */
export function earlyFrameAttributes(base: string, query: FrameQuery) {
  // The iframe is inert because it is empty until the element opens it.
  return { slot: frameSlot, src: base + framePath(query), ...frameAttributes, inert: true } as const;
}

/** Name of the slot that shows an iframe in the element's light DOM; a child with this slot is the pane's iframe. */
export const frameSlot = "cardpane-frame";

/**
 * A script of ES5 for the page's HTML, which also runs where the pane's script cannot: in a browser below the minimum, or if the script
 * did not load. A form with an undefined `<card-pane>` is not submitted then, because it would post the order without a token, and the
 * paragraph in the element is shown: `<p slot="cardpane-fallback" hidden>`. The pane has no such slot, so a working one hides it.
 */
export const guardScript =
  '!function(){function g(e){var c=window.customElements,p=e.target.querySelector("card-pane");if(p&&!(c&&c.get("card-pane"))){e.preventDefault();if(p=p.querySelector("p"))p.hidden=!1}}addEventListener("submit",g,!0);addEventListener("load",g)}()';

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes a text for HTML: as content, or as the value of an attribute in quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? "");
}
