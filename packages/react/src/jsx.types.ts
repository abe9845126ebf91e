/** A compile-time test of the types of `@cardpane/browser/react` with React's own types. Nothing here runs. */
import type { CardPaneElement } from "@cardpane/browser";
import type {} from "@cardpane/browser/react";
import type { JSX } from "react";

/** Props that must compile. */
export const good = {
  ref: (pane: CardPaneElement | null) => void pane?.tokenize(),
  className: "payment",
  style: { margin: 0 },
  host: "https://pane.example",
  disabled: false,
  tokens: { radius: 4 },
  onready: ({ detail }) => detail.valid,
} satisfies JSX.IntrinsicElements["card-pane"];

/** Props that must not compile, one per entry. */
export const bad = [
  // @ts-expect-error no such event
  { onpaid: () => {} } satisfies JSX.IntrinsicElements["card-pane"],
  // @ts-expect-error no such token
  { tokens: { margin: 4 } } satisfies JSX.IntrinsicElements["card-pane"],
];
