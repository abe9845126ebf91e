/**
 * How a page embeds a frame: the address of its document and the attributes of its iframe. One source for the element, which
 * creates the iframe or adopts one, and for servers, which write it into a page's HTML.
 */

/** What decides which document the host serves. */
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

/** The attributes that every iframe of a pane has, with the values that it must have. */
export const frameAttributes = {
  // Without allow-forms Enter submits nothing; without allow-same-origin there is no autofill, and no origin to check.
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
  // There is nothing in it before the element opens it, so it is inert.
  return { slot: frameSlot, src: base + framePath(query), ...frameAttributes, inert: true } as const;
}

/** Name of the slot that shows an iframe which is a child of the element; a child with this slot is the pane's. */
export const frameSlot = "cardpane-frame";
