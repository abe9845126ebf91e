/** A test by the compiler alone: every event of a pane has an output, whose name the component derives. Nothing here runs. */
import type { CardPaneEvents } from "@cardpane/browser";
import type { CardPane } from "./index.ts";

type EventOf<Member> = Member extends `pane${infer Name}` ? Lowercase<Name> : never;

/** `panechange` is `change` again, for frameworks that delegate it. */
type WithoutOutput = Exclude<keyof CardPaneEvents, EventOf<keyof CardPane> | "panechange">;

/** Of another type as soon as an event is without its output. */
export const isComplete: [WithoutOutput] extends [never] ? true : WithoutOutput = true;
