import { type CardPane, createCardPane } from "@cardpane/browser";
import { app, start } from "./shop.ts";

start((first, { onReady, onChange }) => {
  let pane: CardPane | null = null;
  function render({ isShown, options }: typeof first): void {
    if (!isShown) {
      pane?.destroy();
      pane = null;
    } else if (pane) {
      pane.update(options);
    } else {
      pane = createCardPane(options);
      pane.on("ready", onReady);
      pane.on("change", onChange);
      pane.mount(app());
    }
  }
  render(first);
  return { render, tokenize: async () => (pane as CardPane).tokenize() };
});
