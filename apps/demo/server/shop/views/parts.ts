/** Parts that the pages of orders, subscriptions and wallets share. */
import { html } from "hono/html";
import type { Html, Page } from "../../http/page.ts";
import type { Order } from "../../orders/order.ts";
import { formatMinor } from "../money.ts";

/** A row of a list of facts. */
export function fact(name: Html | string, value: Html | string): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

/** The lines of an order. */
export function orderLines({ texts, assets, locale }: Page, { lines }: Order): Html {
  return html`<ul class="lines">${lines.map(
    ({ itemId, quantity, priceMinor }) => html`<li class="line">
<img src="${assets.href(`art/${itemId}.svg`)}" alt="" width="56" height="45">
<div class="line-text"><span>${texts.products[itemId].name}</span><span class="soft">${quantity} × ${formatMinor(priceMinor, locale)}</span></div></li>`,
  )}</ul>`;
}
