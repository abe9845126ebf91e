/** A compile-time test of the props that a template may set on the components. Nothing here runs. */
import type { CardPane, CardPaneField } from "./index.ts";

type Pane = InstanceType<typeof CardPane>["$props"];

/** Props that must compile. */
export const good = {
  key: 1,
  class: ["payment"],
  style: { margin: 0 },
  name: "payment",
  src: "https://pane.example",
  disabled: false,
  tokens: { radius: 4 },
  loadTimeoutMs: 5_000,
  onReady: (snapshot, event) => snapshot.valid && event.preventDefault(),
  onTokenerror: ({ code }) => code === "card_refused",
} satisfies Pane;

/** Props that must not compile, one per entry. */
export const bad = [
  // @ts-expect-error no such token
  { tokens: { margin: 4 } } satisfies Pane,
  // @ts-expect-error a flag is boolean
  { disabled: "no" } satisfies Pane,
  // @ts-expect-error the detail is a snapshot
  { onReady: (snapshot: string) => snapshot } satisfies Pane,
  // @ts-expect-error a field must be named
  {} satisfies InstanceType<typeof CardPaneField>["$props"],
];
