/**
 * The guards of the frame's first script. They are in a separate file so that this script stays small: it needs no other guards.
 */
import { exact, type Guard, literal } from "../guards/guards.ts";
import type { Greet } from "./types.ts";

/** Reads the page's request for a hello. */
export const parseGreet: Guard<Greet> = exact({ type: literal("cardpane:greet") });

/** Whether a message has the type `open`, valid or not: a second one closes the pane. */
export function claimsToOpen(value: unknown): boolean {
  return typeof value === "object" && value !== null && "type" in value && value.type === "cardpane:open";
}
