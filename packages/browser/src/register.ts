import { CardPaneElement } from "./element.ts";

/** Defines `<card-pane>`. Where it is defined already, by another version too, nothing happens; on a server neither. */
export function defineCardPane(): void {
  if (typeof customElements === "undefined" || customElements.get("card-pane")) return;
  customElements.define("card-pane", CardPaneElement);
}

declare global {
  interface HTMLElementTagNameMap {
    "card-pane": CardPaneElement;
  }
}
