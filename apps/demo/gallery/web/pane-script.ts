/** What the pane's script tag puts on `window`, as far as the gallery uses it. */
import type { CardPane, CardPaneOptions, createCardPane } from "@cardpane/browser";

interface PaneScript {
  readonly createCardPane: typeof createCardPane;
}

/** Nothing where the pane's host did not answer, or something blocks its script. */
export function paneScript(): PaneScript | undefined {
  return (window as { readonly Cardpane?: PaneScript }).Cardpane;
}

/** @throws Error when the pane's script did not load. */
export function createPane(options: CardPaneOptions): CardPane {
  const script = paneScript();
  if (!script) throw new Error("The pane's script did not load.");
  return script.createCardPane(options);
}
