import { type UseCardPane, useCardPane } from "@cardpane/react";
import { createElement as h, StrictMode, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { app, type Reports, start, type View } from "./shop.ts";

let tokenizeCard: UseCardPane["tokenize"];

function Checkout({ options, onReady, onChange, onEffect }: View & Reports) {
  const { ref, ready, snapshot, tokenize } = useCardPane(options);
  tokenizeCard = tokenize;
  useEffect(() => onEffect(), [onEffect]);
  useEffect(() => {
    if (ready) onReady();
  }, [ready, onReady]);
  useEffect(() => {
    if (snapshot) onChange(snapshot);
  }, [snapshot, onChange]);
  return h("div", { ref });
}

start((first, reports) => {
  const root = createRoot(app());
  const render = (view: View) =>
    root.render(h(StrictMode, null, view.isShown && h(Checkout, { ...view, ...reports })));
  render(first);
  return { render, tokenize: () => tokenizeCard() };
});
