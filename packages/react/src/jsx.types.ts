/** A compile-time test of `CardPaneJsx` with React's own types. Nothing here runs. */
import type { CardPaneElement } from "@cardpane/browser";
import type { CardPaneJsx } from "@cardpane/browser/jsx";
import type { HTMLAttributes, RefAttributes } from "react";

type Elements = CardPaneJsx<HTMLAttributes<CardPaneElement> & RefAttributes<CardPaneElement>>;

/** Props that must compile. */
export const good = {
  ref: (pane: CardPaneElement | null) => void pane?.tokenize(),
  className: "payment",
  style: { margin: 0 },
  src: "https://pane.example",
  disabled: false,
  tokens: { radius: 4 },
  onready: ({ detail }) => detail.valid,
} satisfies Elements["card-pane"];

/** Props that must not compile, one per entry. */
export const bad = [
  // @ts-expect-error no such event
  { onpaid: () => {} } satisfies Elements["card-pane"],
  // @ts-expect-error no such token
  { tokens: { margin: 4 } } satisfies Elements["card-pane"],
];
