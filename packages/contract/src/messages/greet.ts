/**
 * The guards of the frame's first script. They are in a separate file so that this script stays small: it needs no other guards.
 */
import { type Guard, isPlain } from "../guards/guards.ts";
import type { Greet } from "./types.ts";

/** Reads the page's request for a hello. */
export const parseGreet: Guard<Greet> = (value) => {
  const isGreet =
    isPlain(value) && Object.keys(value).join() === "type" && value["type"] === "cardpane:greet";
  return isGreet ? { type: "cardpane:greet" } : undefined;
};

/** Whether a message has the type `open`, valid or not: a second one closes the pane. */
export function claimsToOpen(value: unknown): boolean {
  return typeof value === "object" && value !== null && "type" in value && value.type === "cardpane:open";
}
