/** Shared by the gallery's scripts. */
import type { CardPane, CardPaneOptions, createCardPane } from "@cardpane/browser";

/** Finds an element that the page must have. @throws Error with its selector if it is missing, which is a mistake in a view. */
export function find<Kind extends Element = HTMLElement>(selector: string): Kind {
  const found = document.querySelector<Kind>(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}

/** Creates panes in the shop's environment; `undefined` if the pane's script did not load. */
export function paneFactory(): ((options: CardPaneOptions) => CardPane) | undefined {
  const { Cardpane } = window as { readonly Cardpane?: { readonly createCardPane: typeof createCardPane } };
  const { environment = "" } = find("#gallery").dataset;
  return Cardpane && ((options) => Cardpane.createCardPane({ environment, ...options }));
}
