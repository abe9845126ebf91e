/** An order and where it stands, told as honestly as the shop knows it. */

import { explainCode } from "@cardpane/node";
import { html } from "hono/html";
import { brandName } from "../brand.ts";
import type { Html, Page } from "../http/page.ts";
import { formatAmount, formatMinor } from "../money.ts";
import type { GatewayIds, Order, Receipt } from "../orders/order.ts";
import { codeLine, declineWords } from "./decline.ts";
import { layout } from "./layout.ts";

export function orderPage(page: Page, order: Order): Html {
  const { title, body } = story(page, order);
  const { texts, locale, assets } = page;
  return layout(page, {
    title,
    body: html`<article class="order ${order.state.status}">
${order.state.status === "paid" && html`<img class="order-mark" src="${assets.href("art/paid.svg")}" alt="" width="56" height="56">`}
<p class="order-number">${texts.orderNumber} <bdi>${order.id}</bdi></p>
<h1>${title}</h1>
${body}
<section aria-labelledby="bought-title"><h2 id="bought-title" class="quiet-title">${texts.summary}</h2>
<ul class="lines">${order.lines.map(
      ({ productId, quantity, priceMinor }) => html`<li class="line">
<img src="${assets.href(`art/${productId}.svg`)}" alt="" width="56" height="45">
<div class="line-text"><span>${texts.products[productId].name}</span><span class="soft">${quantity} × ${formatMinor(priceMinor, locale)}</span></div></li>`,
    )}</ul>
<p class="total"><span>${texts.total}</span><strong>${formatMinor(order.totalMinor, locale)}</strong></p></section>
<p><a href="/">${texts.shopOn}</a></p>
</article>`,
  });
}

interface Story {
  readonly title: string;
  readonly body: Html;
}

function story(page: Page, order: Order): Story {
  const { texts } = page;
  const { state } = order;
  const retry = html`<p><a class="button primary" href="/checkout">${texts.tryAgain}</a></p>`;
  switch (state.status) {
    case "created":
      return {
        title: state.problem ? texts.notMadeTitle : texts.createdTitle,
        body: html`<p>${state.problem ? texts.notMade[state.problem] : texts.createdText}</p>${retry}`,
      };
    case "paying":
      return {
        title: texts.payingTitle,
        body: html`<p>${texts.payingText}</p><p><a class="button secondary" href="/orders/${order.id}">${texts.lookAgain}</a></p>`,
      };
    case "paid":
      return { title: texts.paidTitle, body: paid(page, order, state.receipt) };
    case "declined":
      return {
        title: texts.declinedTitle,
        body: html`<div class="message declined">${declineWords(texts, state.code)}</div>${retry}`,
      };
    case "awaiting_3ds":
      return {
        title: texts.awaitingTitle,
        body: html`<p>${texts.awaitingText}</p><p><a class="button primary" href="${state.url}">${texts.toBank}</a></p>`,
      };
    case "reported":
      return {
        title: texts.reportedTitle,
        body: html`<div class="message ${state.approved ? "reported" : "declined"}">
<h2>${state.approved ? texts.reportedApproved : texts.reportedDeclined} <span class="chip">${texts.notConfirmed}</span></h2>
<p>${texts.reportedText}</p>
${state.code !== null && codeLine(texts, state.code)}</div>
${facts(page, state.ids)}
${!state.approved && retry}`,
      };
    case "unknown":
      return {
        title: texts.unknownTitle,
        body: html`<div class="message failed"><p>${texts.unknownText}</p></div>
<form method="post" action="/orders/${order.id}/ask"><button class="button primary">${texts.askAgain}</button></form>`,
      };
    default:
      return state satisfies never;
  }
}

function paid(page: Page, order: Order, receipt: Receipt): Html {
  const { texts, locale, session } = page;
  const charged = formatAmount(receipt.amount, receipt.currency, locale);
  const total = formatMinor(order.totalMinor, locale);
  return html`<p>${texts.paidText(session.contact?.email ?? "")}</p>
${charged !== total && html`<p class="message reported">${texts.paidPartly(charged, total)}</p>`}
<section aria-labelledby="receipt-title"><h2 id="receipt-title" class="quiet-title">${texts.receipt}</h2>
${facts(page, receipt, receipt)}</section>`;
}

function facts({ texts, locale }: Page, ids: GatewayIds, receipt?: Receipt): Html {
  const fact = (name: string, value: Html | string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<dl class="facts">
${
  receipt &&
  html`${fact(texts.charged, formatAmount(receipt.amount, receipt.currency, locale))}
${receipt.lastFour !== null && fact(texts.card, html`<bdi>${brandName(receipt.brand)} •••• ${receipt.lastFour}</bdi>`)}
${fact(texts.result, html`${texts.code} <bdi>${receipt.code}</bdi>: <span lang="en" dir="ltr">${explainCode(receipt.code)}</span>`)}
${receipt.descriptor !== null && fact(texts.onStatement, html`<bdi>${receipt.descriptor}</bdi>`)}`
}
${fact(texts.reference, html`<bdi>${ids.orderId} / ${ids.transactionId}</bdi>`)}
</dl>`;
}
