import { CardPaneElement } from "./card-pane.ts";
import { CardPaneFieldElement } from "./card-pane-field.ts";

/** Defines `<card-pane>` and `<card-pane-field>`. Does nothing on a server, and if any version has already defined them. */
export function defineCardPane(): void {
  if (typeof customElements === "undefined" || customElements.get("card-pane")) return;
  // The pane first, so that fields that are already in the page find their pane.
  customElements.define("card-pane", CardPaneElement);
  customElements.define("card-pane-field", CardPaneFieldElement);
}

declare global {
  interface HTMLElementTagNameMap {
    "card-pane": CardPaneElement;
    "card-pane-field": CardPaneFieldElement;
  }
}
