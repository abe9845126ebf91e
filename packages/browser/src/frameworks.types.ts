/** A compile-time test of the props that each framework's templates may set on the elements. Nothing here runs. */
import type { JSX } from "react";
import type { SvelteHTMLElements } from "svelte/elements";
import type { GlobalComponents } from "vue";
import type { CardPaneElement } from "./elements/card-pane.ts";
import type {} from "./react.ts";
import type {} from "./svelte.ts";
import type {} from "./vue.ts";

type React = JSX.IntrinsicElements["card-pane"];
type Vue = InstanceType<GlobalComponents["card-pane"]>["$props"];
type Svelte = SvelteHTMLElements["card-pane"];

/** Props that must compile. */
export const good = [
  {
    ref: { current: null as CardPaneElement | null },
    key: "pane",
    className: "payment",
    host: "https://pane.example",
    fields: ["number", "expiry"],
    disabled: false,
    maskNumber: true,
    tokens: { radius: 4 },
    onready: ({ detail }) => detail.valid,
    onpanechange: ({ detail }) => detail.valid,
  } satisfies React,
  {
    ref: "pane",
    key: 1,
    class: ["payment"],
    style: { margin: 0 },
    disabled: false,
    tokens: { radius: 4 },
    onReady: ({ detail }) => detail.valid,
    onChange: ({ detail }) => detail.valid,
  } satisfies Vue,
  {
    class: "payment",
    disabled: false,
    tokens: { radius: 4 },
    onready: ({ detail }) => detail.valid,
    onpanechange: ({ detail }) => detail.valid,
    "on:ready": ({ detail }) => detail.valid,
  } satisfies Svelte,
  { name: "number", className: "wide" } satisfies JSX.IntrinsicElements["card-pane-field"],
  { name: "cvv?", ref: "cvv" } satisfies InstanceType<GlobalComponents["card-pane-field"]>["$props"],
];

/** Props that must not compile, one per entry. */
export const bad = [
  // @ts-expect-error no such token
  { tokens: { margin: 4 } } satisfies React,
  // @ts-expect-error no such event
  { onpaid: () => {} } satisfies React,
  // @ts-expect-error a flag is boolean
  { disabled: "no" } satisfies React,
  // @ts-expect-error no such event
  { onPaid: () => {} } satisfies Vue,
  // @ts-expect-error no such theme
  { theme: "sepia" } satisfies Vue,
  // @ts-expect-error no such event
  { onpaid: () => {} } satisfies Svelte,
  // @ts-expect-error a field must be named
  {} satisfies SvelteHTMLElements["card-pane-field"],
];
