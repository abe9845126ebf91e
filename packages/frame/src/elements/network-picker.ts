/**
 * The choice between the networks of a co-badged card, at the end of the number (EU 2015/751, article 8: the merchant may preselect
 * a network, and the shopper may override it). It uses native radio buttons for keyboard and screen reader support; each is
 * transparent, covers the mark of its network, and is at least 24 px large.
 */
import { html, nothing, type TemplateResult } from "lit";
import { brandName } from "../card/identify-card.ts";
import type { NetworkChoice } from "../form/view-model.ts";
import { brandIcon } from "../theme/network-icons.ts";
import { ActionEvent } from "./action-event.ts";

/**
 * Renders the offer in the line for an error, because two icons alone do not show that there is a choice. For screen readers the same
 * text is the name of the choice.
 */
export function renderOffer(offer: string | null | undefined): TemplateResult | typeof nothing {
  return offer ? html`<span class="offer" aria-hidden="true">${offer}</span>` : nothing;
}

/** Renders the choice. Its radio buttons dispatch the chosen network. */
export function renderNetworks(
  { offer, brands, chosen }: NetworkChoice,
  isDisabled: boolean,
): TemplateResult {
  const networks = brands.map((network) => {
    const handleChange = ({ target }: Event) =>
      target?.dispatchEvent(new ActionEvent({ type: "chosen", network }));
    return html`<span class="network"
      ><input
        type="radio"
        name="network"
        aria-label=${brandName(network)}
        .checked=${network === chosen}
        ?disabled=${isDisabled}
        @change=${handleChange}
      />${brandIcon(network)}</span
    >`;
  });
  return html`<span class="networks" role="radiogroup" aria-label=${offer}>${networks}</span>`;
}
