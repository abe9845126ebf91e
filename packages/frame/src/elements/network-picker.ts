/**
 * `<cardpane-networks>`: the choice between the networks of a co-badged card, at the end of the number (EU 2015/751, article 8:
 * the merchant may preselect a network, and the shopper may override it). It uses native radio buttons for keyboard and screen
 * reader support; each is transparent, covers the mark of its network, and is at least 24 px large.
 */
import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import { brandName } from "../card/identify-card.ts";
import type { NetworkChoice } from "../form/view-model.ts";
import { brandIcon } from "../theme/network-icons.ts";
import { ActionEvent } from "./action-event.ts";

/** The choice between networks. */
export class CardpaneNetworks extends LitElement {
  static override properties: PropertyDeclarations = {
    choice: { attribute: false },
    disabled: { attribute: false },
  };

  /** The networks to choose from; `null` renders nothing. */
  declare choice: NetworkChoice | null;
  declare disabled: boolean;

  constructor() {
    super();
    this.choice = null;
    this.disabled = false;
  }

  /** Light DOM, so that the document's style sheet applies and the radio buttons belong to the form. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.choice) return nothing;
    const { offer, brands, chosen } = this.choice;
    const networks = brands.map(
      (brand) =>
        html`<span class="network"
          ><input
            type="radio"
            name="network"
            .value=${brand}
            aria-label=${brandName(brand)}
            .checked=${brand === chosen}
            ?disabled=${this.disabled}
          />${brandIcon(brand)}</span
        >`,
    );
    return html`<span class="networks" role="radiogroup" aria-label=${offer} @change=${this.#handleChange}
      >${networks}</span
    >`;
  }

  #handleChange({ target }: Event): void {
    const value = target instanceof HTMLInputElement ? target.value : "";
    const network = this.choice?.brands.find((brand) => brand === value);
    if (network) this.dispatchEvent(new ActionEvent({ type: "chosen", network }));
  }
}

customElements.define("cardpane-networks", CardpaneNetworks);

declare global {
  interface HTMLElementTagNameMap {
    "cardpane-networks": CardpaneNetworks;
  }
}
