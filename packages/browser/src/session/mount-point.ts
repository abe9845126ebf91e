/** Where a pane is put: the whole form in one element, or each field in its own. */
import type { FieldName } from "@cardpane/contract/messages";
import { unclobbered } from "../ui/unclobbered.ts";

/** An element that gets a frame. The same object as long as the frame may stay. */
export interface Place {
  /** The one field that is put here, or `null`: the whole form. */
  readonly field: FieldName | null;
  readonly required: boolean;
  readonly host: Element;
}

/** Sorts places as the shopper meets them: as the page is drawn, through shadow roots and their slots. */
export function inDocumentOrder(places: readonly Place[]): readonly Place[] {
  return [...places].sort((a, b) => compare(wayTo(a.host), wayTo(b.host)));
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
