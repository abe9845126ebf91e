/** The refunds of a payment, shown to the shopper. */
import { html } from "hono/html";
import type { Html, Page } from "../../http/page.ts";
import { type Order, refundableReceipt } from "../../orders/order.ts";
import { refundMoney } from "../../orders/refunds.ts";
import { formatMoney } from "../money.ts";
import { fact } from "./parts.ts";

function moneyOf(order: Order) {
  const receipt = refundableReceipt(order);
  const money = receipt && refundMoney(order, receipt);
  return money && money.backMinor > 0 ? money : undefined;
}

/** The title of the page if some of the payment was refunded. */
export function refundedTitle({ texts }: Page, order: Order): string | undefined {
  const { refunds } = texts.afterPayment;
  const money = moneyOf(order);
  return money && (money.leftMinor === 0 ? refunds.fullTitle : refunds.partTitle);
}

export function refundMessage({ texts, locale }: Page, order: Order): Html | undefined {
  const money = moneyOf(order);
  if (!money) return undefined;
  const { currency, backMinor, chargedMinor } = money;
  const words = (amountMinor: number) => formatMoney({ amountMinor, currency }, locale);
  return html`<p class="message reported">${texts.afterPayment.refunds.shopperText(words(backMinor), words(chargedMinor))}</p>`;
}

/** Each refund with its reference. */
export function refundFacts({ texts, locale }: Page, { refunds: { made } }: Order): Html | undefined {
  if (made.length === 0) return undefined;
  const { refunds } = texts.afterPayment;
  return html`<section aria-labelledby="refunds-title"><h2 id="refunds-title">${refunds.refunded}</h2>
<dl class="card facts">${made.map((refund) => fact(html`<bdi>${refund.transactionId}</bdi>`, formatMoney(refund, locale)))}</dl></section>`;
}
