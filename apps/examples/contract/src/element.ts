import { defineCardPane } from "@cardpane/browser";
import { app, start } from "./shop.ts";

defineCardPane();

start((first, { onReady, onChange }) => {
  let pane: HTMLElementTagNameMap["card-pane"] | null = null;
  function render({ isShown, options }: typeof first): void {
    if (!isShown) {
      pane?.remove();
      pane = null;
      return;
    }
    const element = pane ?? document.createElement("card-pane");
    Object.assign(element, options);
    if (pane) return;
    pane = element;
    element.addEventListener("ready", onReady);
    element.addEventListener("change", ({ detail }) => onChange(detail));
    app().append(element);
  }
  render(first);
  return { render, tokenize: async () => (pane as NonNullable<typeof pane>).tokenize() };
});
