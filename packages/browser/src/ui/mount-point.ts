/** The elements that a pane is mounted in: one for the whole form, or one for each field. */
import type { FieldName } from "@cardpane/contract/messages";
import { CardpaneError } from "../api/errors.ts";
import { pageDocument, unclobbered } from "./unclobbered.ts";

/** An element that a frame is mounted in. A new object means that a new frame is needed. */
export interface MountPoint {
  /** The field that is mounted here, or `null` for the whole form. */
  readonly field: FieldName | null;
  readonly required: boolean;
  readonly host: Element;
}

/** Sorts mount points in the order of the flat tree, across shadow roots and slots. */
export function inDocumentOrder(mountPoints: readonly MountPoint[]): readonly MountPoint[] {
  return [...mountPoints].sort((a, b) => compare(pathTo(a.host), pathTo(b.host)));
}

/** A node with the members that lead to its parent in the flat tree. */
interface FlatTreeNode extends Node {
  readonly assignedSlot?: Element | null;
  readonly host?: Element;
}

/** The nodes from the root of the page to an element, in the flat tree. */
export function pathTo(element: Element): readonly Node[] {
  const path: Node[] = [];
  for (let node: FlatTreeNode | null = element; node; ) {
    path.unshift(node);
    const { assignedSlot, parentNode, host }: FlatTreeNode = unclobbered(node);
    node = assignedSlot ?? parentNode ?? host ?? null;
  }
  return path;
}

function compare(one: readonly Node[], other: readonly Node[]): number {
  const fork = one.findIndex((node, index) => node !== other[index]);
  const [a, b] = [one[fork], other[fork]];
  if (!a || !b) return one.length - other.length;
  return unclobbered(a).compareDocumentPosition(b) & 4 /* DOCUMENT_POSITION_FOLLOWING */ ? -1 : 1;
}

/**
 * The element of a target.
 *
 * @throws CardpaneError `no_element` if no element matches, or if it is not in the page, because an iframe would not load
 */
export function findElement(target: string | Element): Element {
  let element: Element | null = null;
  try {
    const named = typeof target === "string" ? pageDocument.querySelector(target) : target;
    if (named && unclobbered(named).isConnected) element = named;
  } catch {
    // An invalid selector, a value that is not an element, or no document (on a server).
  }
  if (element) return element;
  const where = typeof target === "string" ? { where: `Selector: \`${target}\`` } : {};
  throw new CardpaneError("no_element", where);
}
