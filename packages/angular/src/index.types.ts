/** A compile-time test: every event of a pane has an output with the name that the component derives. Nothing here runs. */
import type { CardPaneEvents } from "@cardpane/browser";
import type { CardPane } from "./index.ts";

type EventOf<Member> = Member extends `pane${infer Name}` ? Lowercase<Name> : never;

type WithoutOutput = Exclude<keyof CardPaneEvents, EventOf<keyof CardPane>>;

/** Does not compile when an event has no output. */
export const isComplete: [WithoutOutput] extends [never] ? true : WithoutOutput = true;
