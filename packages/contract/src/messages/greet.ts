/**
 * What the frame's first script reads of the page's messages. In a file of its own: that script is small because it needs none of
 * the other guards.
 */
import { exact, type Guard, literal } from "../guards/guards.ts";
import type { Greet } from "./types.ts";

/** Reads the page's request for a hello. */
export const parseGreet: Guard<Greet> = exact({ type: literal("cardpane:greet") });

/** Says whether a message claims to be an `open`, whatever else is wrong with it: a second one closes the pane. */
export function claimsToOpen(value: unknown): boolean {
  return typeof value === "object" && value !== null && "type" in value && value.type === "cardpane:open";
}
