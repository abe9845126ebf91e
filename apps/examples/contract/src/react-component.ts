import type { CardPaneElement } from "@cardpane/browser";
import { CardPane } from "@cardpane/react";
import { createElement as h, StrictMode, useEffect, useRef } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { app, type Reports, start, type View } from "./shop.ts";

let pane: CardPaneElement | null = null;

function Checkout({ options, isEarly, onReady, onChange, onEffect }: View & Reports) {
  const ref = useRef<CardPaneElement>(null);
  useEffect(() => {
    onEffect();
    pane = ref.current;
  }, [onEffect]);
  return h(CardPane, { ...options, early: isEarly, ref, onReady, onChange });
}

export const tree = (view: View, reports: Reports) =>
  h(StrictMode, null, view.isShown && h(Checkout, { ...view, ...reports }));

start((first, reports) => {
  const root = first.isEarly ? hydrateRoot(app(), tree(first, reports)) : createRoot(app());
  const render = (view: View) => root.render(tree(view, reports));
  if (!first.isEarly) render(first);
  return { render, tokenize: async () => (pane as CardPaneElement).tokenize() };
});
