/** The page of an order: shows only the known facts about its payment. */
import { createHash } from "node:crypto";
import { html } from "hono/html";
import { layout } from "../../http/layout.ts";
import type { Html, Page } from "../../http/page.ts";
import { type GatewayIds, mayLeave, type Order, type Receipt, type SecondStep } from "../../orders/order.ts";
import { formatAmount, formatMinor } from "../money.ts";
import { codeFold, codeLine, declineTitle, declineWords, supportFold } from "./decline.ts";
import { fact, orderLines } from "./parts.ts";
import { refundedTitle, refundFacts, refundMessage } from "./refunds.ts";
import { sourceWords } from "./source-name.ts";
import { subscriptionSection } from "./subscription.ts";

/** A short hash of everything that the page shows of an order. */
export function versionOf(order: Order): string {
  return createHash("sha256")
    .update(JSON.stringify([order.state, order.subscription, order.refunds.made, order.isPaidTwice]))
    .digest("base64url")
    .slice(0, 16);
}

/** Whether the page has a QR code to draw. */
export function hasQrCode({ state }: Order): boolean {
  return state.status === "awaiting" && state.step.qrCode !== null;
}

export function orderPage(page: Page, order: Order): Html {
  const { title, body } = story(page, order);
  const { texts, locale, assets } = page;
  return layout(page, {
    title,
    scripts: ["order.js"],
    body: html`<article class="order ${order.state.status}" id="order" tabindex="-1" data-order="/orders/${order.id}" data-version="${versionOf(order)}">
${order.state.status === "paid" && html`<img src="${assets.href("art/paid.svg")}" alt="" width="56" height="56">`}
<p class="soft">${texts.orderNumber} <bdi>${order.id}</bdi></p>
<h1>${title}</h1>
${body}
${refundFacts(page, order)}
${order.subscription && subscriptionSection(page, order, order.subscription)}
<section aria-labelledby="bought-title"><h2 id="bought-title">${texts.summary}</h2>
${orderLines(page, order)}
<p class="total"><span>${texts.total}</span><strong>${formatMinor(order.totalMinor, locale)}</strong></p></section>
<p><a href="/">${texts.shopOn}</a></p>
${page.isQaOpen && html`<p><a href="/operator/orders/${order.id}">View this order as operator (QA)</a></p>`}
</article>
<p class="unseen" id="order-news" role="status"></p>`,
  });
}

interface Story {
  readonly title: string;
  readonly body: Html;
}

function story(page: Page, order: Order): Story {
  const { texts, locale } = page;
  const { state } = order;
  const again = order.kind === "box" ? "/subscribe" : "/checkout";
  const retry = html`<p><a class="button primary" href="${again}">${texts.tryAgain}</a></p>`;
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
      return {
        title: refundedTitle(page, order) ?? texts.paidTitle,
        body: html`${refundMessage(page, order)}${order.isPaidTwice && html`<p class="message reported">${texts.paidTwice}</p>`}
${paid(page, state.receipt)}`,
      };
    case "mismatched": {
      const { amount, currency } = state.receipt;
      const charged = formatAmount(amount, currency, locale);
      return {
        title: refundedTitle(page, order) ?? texts.mismatchedTitle,
        body: html`${refundMessage(page, order)}<div class="message reported"><p>${texts.paidPartly(charged, formatMinor(order.totalMinor, locale))}</p><p>${texts.mismatchedText}</p></div>
${facts(page, state.receipt, state.receipt)}`,
      };
    }
    case "voided":
      return {
        title: texts.voidedTitle,
        body: html`<p class="message reported">${texts.voidedText}</p>
${facts(page, state.receipt, state.receipt)}`,
      };
    case "declined":
      return {
        title: declineTitle(texts, state.code),
        body: html`<div class="message declined">${declineWords(page, state.code, order.by === "card")}</div>${retry}`,
      };
    case "awaiting":
      return {
        title: texts.awaitingTitle,
        body: html`<p>${texts.awaitingText}</p>${qrCode(page, state.step)}<p><a class="button primary" href="${state.step.url}">${texts.toBank}</a></p>
${wayOut(page, order)}`,
      };
    case "reported":
      return {
        title: texts.reportedTitle,
        body: html`<div class="message ${state.approved ? "reported" : "declined"}">
<h2>${state.approved ? texts.reportedApproved : declineTitle(texts, state.code)} <span class="chip">${texts.notConfirmed}</span></h2>
<p>${texts.reportedText}</p>
${state.code !== null && codeFold(page, state.code)}</div>
${facts(page, state.ids)}
${wayOut(page, order)}`,
      };
    case "unknown":
      return {
        title: texts.unknownTitle,
        body: html`<div class="message failed"><p>${texts.unknownText}</p></div>
<p><a class="button secondary" href="/orders/${order.id}">${texts.lookAgain}</a></p>`,
      };
    default:
      return state satisfies never;
  }
}

/** A button to leave: the shopper need not wait until a page at the bank expires. */
function wayOut({ texts }: Page, { id, state }: Order): Html | null {
  if (!mayLeave(state)) return null;
  return html`<form class="way-out" method="post" action="/orders/${id}/leave">
<button class="button secondary">${texts.leave}</button>
<p class="soft">${texts.leaveText}</p></form>`;
}

/** The QR code for a wallet's or a bank's app. The page's script draws the picture; the text needs no script. */
function qrCode({ texts }: Page, { qrCode: text }: SecondStep): Html | null {
  if (text === null) return null;
  return html`<section data-qr-code="${text}" aria-labelledby="qr-title"><h2 id="qr-title">${texts.qrTitle}</h2>
<div class="qr-code"><div class="qr-picture" data-label="${texts.qrScan}" hidden></div>
<div class="field"><label for="qr-text">${texts.qrText}</label><textarea id="qr-text" dir="ltr" rows="3" readonly>${text}</textarea>
<p class="problem"><button class="button secondary small" type="button" data-copied="${texts.copied}" aria-live="polite" hidden>${texts.copy}</button></p></div></div></section>`;
}

function paid(page: Page, receipt: Receipt): Html {
  const { texts, session } = page;
  return html`<p>${texts.paidText(session.contact?.email ?? session.wallet.email ?? "")}</p>
<section aria-labelledby="receipt-title"><h2 id="receipt-title">${texts.receipt}</h2>
${facts(page, receipt, receipt)}</section>`;
}

function facts(page: Page, ids: GatewayIds, receipt?: Receipt): Html {
  const { texts, locale } = page;
  return html`${
    receipt &&
    html`<dl class="card facts">
${fact(texts.charged, formatAmount(receipt.amount, receipt.currency, locale))}
${fact(texts.paidBy, receipt.method === "wallet" ? texts.wallet.title : sourceWords(texts, receipt))}
${receipt.descriptor !== null && fact(texts.onStatement, html`<bdi>${receipt.descriptor}</bdi>`)}
</dl>`
  }
${supportFold(
  page,
  html`<p class="code">${texts.reference} <bdi>${ids.orderId} / ${ids.transactionId}</bdi></p>
${receipt && codeLine(texts, receipt.code)}`,
)}`;
}
