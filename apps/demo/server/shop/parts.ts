/** Parts that several pages share. */
import { adviseDecline, explainCode } from "@cardpane/node";
import { html } from "hono/html";
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

/** A decline explained to the shopper, with the gateway's code for support. */
export function declineWords(page: Page, code: string | null, isCard: boolean): Html {
  return html`<p>${declineText(page.texts, code, isCard)}</p>${code !== null && codeFold(page, code)}`;
}

/** A decline explained to the shopper. The gateway sends codes that name a card for every payment method. */
export function declineText(texts: Texts, code: string | null, isCard: boolean): string {
  const kind = declineKind(code);
  const { declines, accountDeclines, declinedRetry } = texts;
  const text =
    isCard || !cardKinds.includes(kind) ? declines[kind] : accountDeclines[kind === "funds" ? kind : "bank"];
  return `${text} ${declinedRetry}`;
}

const cardKinds: readonly DeclineKind[] = ["bank", "funds", "expired", "cvv", "number"];

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
