/** An order for the operator: its state, the wallet user who paid it, refunds and the void. */
import { html } from "hono/html";
import { layout } from "../http/layout.ts";
import type { Html, Page } from "../http/page.ts";
import type { Order, Receipt } from "../orders/order.ts";
import { refundableReceipt, refundMoney } from "../orders/refundable.ts";
import { formatAmount, formatMinor } from "../shop/money.ts";
import { fact } from "../shop/views/parts.ts";
import type { Refusal } from "../wallet/refusal.ts";
import { freshFormToken, noticeMessage, refusalMessage } from "../wallet/views/parts.ts";
import { type RefundView, refundSection } from "./refund-section.ts";

export interface OperatorOrderView extends RefundView {
  readonly order: Order;
  /** Why the payment was not voided. */
  readonly refusal?: Refusal | undefined;
}

export function operatorOrderPage(page: Page, view: OperatorOrderView): Html {
  const { order, refusal } = view;
  const { texts, session, locale } = page;
  const { wallet } = texts;
  const { id, state, lines, totalMinor } = order;
  const receipt = "receipt" in state ? state.receipt : undefined;
  const payer = receipt?.walletUserId;
  const refundable = refundableReceipt(order);
  return layout(page, {
    title: `${texts.orderNumber} ${id}`,
    body: html`<div class="wallet">
<p class="soft">${wallet.operatorNote}</p>
<h1>${texts.orderNumber} <bdi>${id}</bdi></h1>
${noticeMessage(page, session.wallet.notice)}
${refusalMessage(page, refusal)}
<dl class="facts">
${fact(wallet.orderState, html`<span class="chip">${wallet.orderStates[state.status]}</span>${refundable && refundChip(page, order, refundable)}`)}
${fact(texts.total, formatMinor(totalMinor, locale))}
${receipt && fact(texts.charged, formatAmount(receipt.amount, receipt.currency, locale))}
${receipt && fact(texts.reference, html`<bdi>${receipt.orderId} / ${receipt.transactionId}</bdi>`)}
</dl>
<ul class="lines">${lines.map(
      ({ itemId, quantity, priceMinor }) =>
        html`<li class="line"><div class="line-text"><span>${texts.products[itemId].name}</span><span class="soft">${quantity} × ${formatMinor(priceMinor, locale)}</span></div></li>`,
    )}</ul>
${refundable && refundSection(page, order, refundable, view)}
${state.status === "unknown" && inDoubt(page, order)}
${state.status === "paid" && payer !== undefined && takeBack(page, order)}
</div>`,
  });
}

function refundChip({ texts }: Page, order: Order, receipt: Receipt): Html | null {
  const { refunds } = texts.afterPayment;
  const { backMinor, leftMinor } = refundMoney(order, receipt);
  if (backMinor === 0) return null;
  return html` <span class="chip">${leftMinor === 0 ? refunds.refunded : refunds.partly}</span>`;
}

/** An order whose outcome is unknown: only who has looked at the gateway's own list may say that nothing was paid. */
function inDoubt({ texts }: Page, { id }: Order): Html {
  const { notMade, notMadeText } = texts.wallet;
  return html`<form class="card way-out" method="post" action="/operator/orders/${id}/not-made">
<p class="soft">${notMadeText}</p><button class="button secondary small">${notMade}</button></form>`;
}

/** Voids the wallet payment; more than one press, because it cannot be undone. */
function takeBack({ texts }: Page, { id }: Order): Html {
  const { wallet, optional } = texts;
  return html`<section class="card" aria-labelledby="take-back-title"><h2 id="take-back-title">${wallet.takeBack}</h2>
<p class="soft">${wallet.takeBackText}</p>
<details class="confirm"><summary>${wallet.takeBack}…</summary><p class="soft">${wallet.voidText}</p>
<form class="void" method="post" action="/operator/orders/${id}/void">
<input type="hidden" name="formToken" value="${freshFormToken()}">
<div class="field"><label for="reason">${wallet.voidReason} <span class="soft">${optional}</span></label>
<input type="text" id="reason" name="reason" maxlength="255" autocomplete="off"></div>
<button class="button secondary small">${wallet.takeBack}</button></form></details></section>`;
}
