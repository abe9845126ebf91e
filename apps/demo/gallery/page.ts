/** Shared by the gallery's scripts. */
import type { CardPane, CardPaneOptions, createCardPane } from "@cardpane/browser";

/** Finds an element that the page must have. @throws Error with its selector if it is missing, which is a mistake in a view. */
export function find<Kind extends Element = HTMLElement>(selector: string): Kind {
  const found = document.querySelector<Kind>(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}

/** The function that creates panes in the shop's environment, once the pane's script has loaded. */
export async function paneFactory(): Promise<(options: CardPaneOptions) => CardPane> {
  await customElements.whenDefined("card-pane");
  const { Cardpane } = window as never as {
    readonly Cardpane: { readonly createCardPane: typeof createCardPane };
  };
  const { environment = "" } = find("#gallery").dataset;
  return (options) => Cardpane.createCardPane({ environment, ...options });
}
