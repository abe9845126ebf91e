/** A test by the compiler alone: what a template may say of the components, and what not. Nothing here runs. */
import type { CardPane, CardPaneField } from "./index.ts";

type Pane = InstanceType<typeof CardPane>["$props"];

/** Everything that fits. */
export const good = {
  key: 1,
  class: ["payment"],
  style: { margin: 0 },
  name: "payment",
  host: "https://pane.example",
  disabled: false,
  tokens: { radius: 4 },
  loadTimeoutMs: 5_000,
  onReady: (snapshot, event) => snapshot.valid && event.preventDefault(),
  onTokenerror: ({ code }) => code === "card_refused",
} satisfies Pane;

/** What does not, each refused on its own. */
export const bad = [
  // @ts-expect-error no such token
  { tokens: { margin: 4 } } satisfies Pane,
  // @ts-expect-error a switch is on or off
  { disabled: "no" } satisfies Pane,
  // @ts-expect-error the detail is a snapshot
  { onReady: (snapshot: string) => snapshot } satisfies Pane,
  // @ts-expect-error a field must be named
  {} satisfies InstanceType<typeof CardPaneField>["$props"],
];
