/** A test by the compiler alone: what markup may say of the components, and what not. Nothing here runs. */
import type { ComponentProps } from "svelte";
import type { CardPane, CardPaneField } from "./index.ts";

type Pane = ComponentProps<typeof CardPane>;

/** Everything that fits. */
export const good = {
  class: ["payment"],
  style: "margin: 0",
  name: "payment",
  host: "https://pane.example",
  disabled: false,
  tokens: { radius: 4 },
  loadTimeoutMs: 5_000,
  onready: (snapshot, event) => snapshot.valid && event.preventDefault(),
  ontokenerror: ({ code }) => code === "card_refused",
} satisfies Pane;

/** What does not, each refused on its own. */
export const bad = [
  // @ts-expect-error no such token
  { tokens: { margin: 4 } } satisfies Pane,
  // @ts-expect-error no such event
  { onpaid: () => {} } satisfies Pane,
  // @ts-expect-error a switch is on or off
  { disabled: "no" } satisfies Pane,
  // @ts-expect-error a field must be named
  {} satisfies ComponentProps<typeof CardPaneField>,
];
