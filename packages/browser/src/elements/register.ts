import { CardPaneElement } from "./card-pane.ts";
import { CardPaneFieldElement } from "./card-pane-field.ts";

/** Defines `<card-pane>` and `<card-pane-field>`. Where it is defined already, by another version too, nothing happens; on a server neither. */
export function defineCardPane(): void {
  if (typeof customElements === "undefined" || customElements.get("card-pane")) return;
  // In this order: a field that is in the page already finds its pane.
  customElements.define("card-pane", CardPaneElement);
  customElements.define("card-pane-field", CardPaneFieldElement);
}

declare global {
  interface HTMLElementTagNameMap {
    "card-pane": CardPaneElement;
    "card-pane-field": CardPaneFieldElement;
  }
}
