/** The elements that a pane is mounted in: one for the whole form, or one for each field. */
import type { FieldName } from "@cardpane/contract/messages";
import { CardpaneError } from "../pane/errors.ts";
import { pageDocument, unclobbered } from "../ui/unclobbered.ts";

/** An element that gets a frame. The same object as long as the frame may stay. */
export interface MountPoint {
  /** The one field that is put here, or `null`: the whole form. */
  readonly field: FieldName | null;
  readonly required: boolean;
  readonly host: Element;
}

/** Sorts mount points as the shopper meets them: as the page is drawn, through shadow roots and their slots. */
export function inDocumentOrder(mountPoints: readonly MountPoint[]): readonly MountPoint[] {
  return [...mountPoints].sort((a, b) => compare(wayTo(a.host), wayTo(b.host)));
}

/** What leads from a node to the one that it is drawn in. */
interface Drawn extends Node {
  readonly assignedSlot?: Element | null;
  readonly host?: Element;
}

/** From the root of the page to an element, in the flat tree. */
function wayTo(element: Element): readonly Node[] {
  const way: Node[] = [];
  for (let node: Drawn | null = element; node; ) {
    way.unshift(node);
    const { assignedSlot, parentNode, host }: Drawn = unclobbered(node);
    node = assignedSlot ?? parentNode ?? host ?? null;
  }
  return way;
}

function compare(one: readonly Node[], other: readonly Node[]): number {
  const fork = one.findIndex((node, index) => node !== other[index]);
  const [a, b] = [one[fork], other[fork]];
  if (!a || !b) return one.length - other.length;
  return unclobbered(a).compareDocumentPosition(b) & 4 /* DOCUMENT_POSITION_FOLLOWING */ ? -1 : 1;
}

/**
 * The element that a page named.
 *
 * @throws CardpaneError `no_element`: there is none, or it is not in the page, where an iframe would not load.
 */
export function findElement(target: string | Element): Element {
  let element: Element | null = null;
  try {
    const named = typeof target === "string" ? pageDocument.querySelector(target) : target;
    if (named && unclobbered(named).isConnected) element = named;
  } catch {
    // Not a selector, no element, or no document: a server.
  }
  if (element) return element;
  const where = typeof target === "string" ? { where: `Selector: \`${target}\`` } : {};
  throw new CardpaneError("no_element", where);
}
