/** A compile-time test of the props that markup may set on the components. Nothing here runs. */
import type { ComponentProps } from "svelte";
import type { CardPane, CardPaneField } from "./index.ts";

type Pane = ComponentProps<typeof CardPane>;

/** Props that must compile. */
export const good = {
  class: ["payment"],
  style: "margin: 0",
  name: "payment",
  src: "https://pane.example",
  disabled: false,
  tokens: { radius: 4 },
  loadTimeoutMs: 5_000,
  onready: (snapshot, event) => snapshot.valid && event.preventDefault(),
  ontokenerror: ({ code }) => code === "card_refused",
} satisfies Pane;

/** Props that must not compile, one per entry. */
export const bad = [
  // @ts-expect-error no such token
  { tokens: { margin: 4 } } satisfies Pane,
  // @ts-expect-error no such event
  { onpaid: () => {} } satisfies Pane,
  // @ts-expect-error a flag is boolean
  { disabled: "no" } satisfies Pane,
  // @ts-expect-error a field must be named
  {} satisfies ComponentProps<typeof CardPaneField>,
];
