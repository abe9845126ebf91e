/** A compile-time test in a separate project, because React 18 and 19 declare the same elements differently. */
import type { JSX } from "react";
import type { CardPaneElement } from "./elements/card-pane.ts";
import type {} from "./react18.ts";

type Pane = JSX.IntrinsicElements["card-pane"];

/** Props that must compile. */
export const good = {
  ref: (pane: CardPaneElement | null) => pane?.tokenize(),
  class: "payment",
  id: "pane",
  src: "https://pane.example/0.1.0/",
  fields: "number expiry cvv?",
  bin: "6",
  "mask-number": "",
  disabled: undefined,
} satisfies Pane;

/** Props that React 18 would convert to a text with another meaning, or drop. */
export const bad = [
  // @ts-expect-error React would write "false", which disables the pane
  { disabled: false } satisfies Pane,
  // @ts-expect-error React would write "[object Object]"
  { tokens: { radius: 4 } } satisfies Pane,
  // @ts-expect-error a list
  { fields: ["number"] } satisfies Pane,
  // @ts-expect-error React adds no listener
  { onready: () => {} } satisfies Pane,
  // @ts-expect-error React would write `classname`
  { className: "payment" } satisfies Pane,
  // @ts-expect-error a property
  { maskNumber: true } satisfies Pane,
];
