/**
 * The choice between networks that share a card, at the end of the number (EU 2015/751, article 8: a merchant may choose
 * first, the shopper last). Radio buttons of the browser's own, so that keys and screen readers work as anywhere; each is
 * a transparent layer over its network's mark, and 24 px at least.
 */
import type { Brand } from "@cardpane/contract/messages";
import { html, type TemplateResult } from "lit/html.js";
import { brandName } from "../card/identify-card.ts";
import type { NetworkChoice } from "../form/view.ts";
import { brandIcon } from "../look/brand-icons.ts";

/** Someone chose a network. */
export class ChosenEvent extends Event {
  readonly network: Brand;

  constructor(network: Brand) {
    super("cardpane-chosen", { bubbles: true });
    this.network = network;
  }
}

/** Draws the choice; `disabled` while nothing may change. */
export function networkChoice({ label, brands, chosen }: NetworkChoice, disabled: boolean): TemplateResult {
  return html`<span class="networks" role="radiogroup" aria-label=${label}>${brands.map(
    (brand) =>
      html`<span class="network"
        ><input
          type="radio"
          name="network"
          aria-label=${brandName(brand)}
          .checked=${brand === chosen}
          ?disabled=${disabled}
          @change=${({ target }: Event) => target?.dispatchEvent(new ChosenEvent(brand))}
        />${brandIcon(brand)}</span
      >`,
  )}</span>`;
}
