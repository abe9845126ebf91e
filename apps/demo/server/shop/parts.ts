/** Parts that several pages share. */
import { adviseDecline, explainCode } from "@cardpane/node";
import { html, raw } from "hono/html";
import { asset } from "../http/assets.ts";
import type { Html, Page } from "../http/page.ts";
import type { ItemId } from "../orders/catalogue.ts";
import { formatMinor } from "../orders/money.ts";
import { type Order, openPayment } from "../orders/order.ts";
import { type DeclineKind, declineKind, type Texts } from "../texts/index.ts";

/** A row of a list of facts. */
export function fact(name: Html | string, value: Html | string): Html {
  return html`<div class="ends"><dt>${name}</dt><dd>${value}</dd></div>`;
}

/** The lines of an order. */
export function orderLines(page: Page, { lines }: Order): Html {
  return html`<ul class="lines">${lines.map(({ itemId, quantity, priceMinor }) =>
    lineOf(page, itemId, `${quantity} × ${formatMinor(priceMinor, page.locale)}`),
  )}</ul>`;
}

/** A line of goods: picture, name, price, and what is at its end. */
export function lineOf({ texts }: Page, item: ItemId, price: string, end: Html | string = ""): Html {
  return html`<li class="line">
<img src="${asset(`art/${item}.svg`)}" alt="" width="56" height="45">
<div class="line-text"><span>${texts.products[item].name}</span><span class="soft">${price}</span></div>${end}</li>`;
}

export function total({ texts, locale }: Page, amountMinor: number): Html {
  return html`<p class="ends total"><span>${texts.total}</span><strong>${formatMinor(amountMinor, locale)}</strong></p>`;
}

/** Warns of another payment for the same goods that waits at the bank: a shopper who pays here too buys them twice. */
export function openPaymentNotice({ texts, locale, session }: Page): Html | undefined {
  const order = openPayment(session);
  if (!order) return undefined;
  return html`<p class="message reported">${texts.openPayment(formatMinor(order.totalMinor, locale))} <a href="/orders/${order.id}">${texts.checkOrder}</a></p>`;
}

/** The heading of a decline: if the payment was cancelled or timed out, nobody declined it. */
export function declineTitle({ declinedTitle, notMadeTitle }: Texts, code: string | null): string {
  const kind = declineKind(code);
  return kind === "cancelled" || kind === "timed_out" ? notMadeTitle : declinedTitle;
}

/** A decline explained to the shopper, with the gateway's code for support. A pane on the page tells why it declined a card. */
export function declineWords(page: Page, code: string | null, hasPane = false): Html {
  const { texts } = page;
  return html`<p>${hasPane ? texts.declinedRetry : declineText(texts, code)}</p>${code !== null && codeFold(page, code)}`;
}

/** A decline explained to the shopper. The gateway sends codes that name a card for every payment method. */
export function declineText(texts: Texts, code: string | null): string {
  const all: Readonly<Record<DeclineKind, string>> = { ...texts.declines, ...texts.accountDeclines };
  return `${all[declineKind(code)]} ${texts.declinedRetry}`;
}

/** The gateway's code in details, closed for shoppers and open for QA. */
export function codeFold(page: Page, code: string): Html {
  return supportFold(
    page,
    page.isQaOpen || !adviseDecline(code).hideReason
      ? codeLine(page.texts, code)
      : html`<p>${page.texts.code} <bdi>${code}</bdi></p>`,
  );
}

/** Details that only support and QA need: closed for shoppers, open if the QA panel is open. */
export function supportFold({ texts, isQaOpen }: Page, content: Html): Html {
  return html`<details class="support" ${isQaOpen && html`open`}><summary>${texts.support}</summary>${content}</details>`;
}

/** `Code 5051: Insufficient funds`; the meaning comes from the interface, which is written in English. */
export function codeLine(texts: Texts, code: string): Html {
  return html`<p>${texts.code} <bdi>${code}</bdi>: <span lang="en" dir="ltr">${explainCode(code)}</span></p>`;
}

const lock = raw(
  '<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M4 7V5a4 4 0 0 1 8 0v2h.5A1.5 1.5 0 0 1 14 8.5v5a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 2 13.5v-5A1.5 1.5 0 0 1 3.5 7zm1.5 0h5V5a2.5 2.5 0 0 0-5 0z" fill="currentColor"/></svg>',
);

/**
 * The pay button, with the lock that shoppers look for and the amount charged now; the summary and the consent name a
 * subscription's later charges.
 */
export function payButton({ texts, locale }: Page, { kind, totalMinor }: Order, isDisabled = false): Html {
  const amount = formatMinor(totalMinor, locale);
  const label = kind === "box" ? texts.afterPayment.subscription.subscribe(amount) : texts.pay(amount);
  return html`<button class="button primary wide pay" data-paying="${texts.paying}" data-slow="${texts.payingSlowly}" ${isDisabled && html`disabled`}>${lock}<span>${label}</span></button>`;
}
