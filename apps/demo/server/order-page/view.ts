/** The page of an order: shows only the known facts about its payment. */
import { createHash } from "node:crypto";
import { html } from "hono/html";
import { asset } from "../http/assets.ts";
import { sheet } from "../http/notice.ts";
import type { Html, Page } from "../http/page.ts";
import { validContact } from "../orders/contact.ts";
import { formatAmount, formatMinor, formatMoney } from "../orders/money.ts";
import { type GatewayIds, mayLeave, type Order, type Receipt, refundableReceipt } from "../orders/order.ts";
import { refundMoney } from "../orders/refunds.ts";
import {
  codeFold,
  codeLine,
  declineTitle,
  declineWords,
  fact,
  orderLines,
  supportFold,
  total,
} from "../shop/parts.ts";
import { sourceWords } from "../shop/source-name.ts";
import { subscriptionSection } from "../subscriptions/views.ts";

/** A short hash of everything that the page shows of an order. */
export function versionOf(order: Order): string {
  return createHash("sha256")
    .update(JSON.stringify([order.state, order.subscription, order.refunds.made, order.isPaidTwice]))
    .digest("base64url")
    .slice(0, 16);
}

export function orderPage(page: Page, order: Order): Html {
  const { title, body } = story(page, order);
  const { texts } = page;
  const { id, state, subscription } = order;
  return sheet(
    page,
    title,
    html`${body}
${subscription && subscriptionSection(page, id, subscription)}
<section aria-labelledby="bought-title"><h2 id="bought-title">${texts.summary}</h2>
${orderLines(page, order)}
${total(page, order.totalMinor)}</section>
<p><a class="button" href="/">${texts.shopOn}</a></p>
${page.isQaOpen && html`<p><a href="/operator/orders/${id}">View this order as operator (QA)</a></p>`}`,
    {
      watched: { path: `/orders/${id}`, version: versionOf(order) },
      overline: html`${state.status === "paid" && html`<img src="${asset("art/paid.svg")}" alt="" width="56" height="56"><p class="amount">${formatAmount(state.receipt.amount, state.receipt.currency, page.locale)}</p>`}
<p class="soft">${texts.orderNumber} <bdi>${id}</bdi></p>`,
    },
  );
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
  const lookAgain = html`<p><a class="button" href="/orders/${order.id}">${texts.lookAgain}</a></p>`;
  switch (state.status) {
    case "created":
      return state.problem
        ? { title: texts.notMadeTitle, body: html`<p>${texts.notMade[state.problem]}</p>${retry}` }
        : { title: texts.createdTitle, body: retry };
    case "paying":
      return { title: texts.payingTitle, body: html`<p>${texts.payingText}</p>${lookAgain}` };
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
      return { title: texts.voidedTitle, body: facts(page, state.receipt, state.receipt) };
    case "declined":
      return {
        title: declineTitle(texts, state.code),
        body: html`<div class="message">${declineWords(page, state.code)}</div>${retry}`,
      };
    case "awaiting": {
      const { url, qrCode: code } = state.step;
      const { awaitingTitle, awaitingText, qrTitle, qrText, toBank } = texts;
      return {
        title: awaitingTitle,
        body: html`<p>${awaitingText}</p>${code !== null && qrCode(page, { title: qrTitle, code, label: qrText, text: code })}
<p><a class="button primary" href="${url}">${toBank}</a></p>
${wayOut(page, order)}`,
      };
    }
    case "reported":
      return {
        title: texts.reportedTitle,
        body: html`<div class="message ${state.approved ? "reported" : ""}">
<h2>${state.approved ? texts.reportedApproved : declineTitle(texts, state.code)}</h2>
<p>${texts.reportedText}</p>
${state.code !== null && codeFold(page, state.code)}</div>
${facts(page, state.ids)}
${wayOut(page, order)}`,
      };
    case "unknown": {
      const text = html`<div class="message"><p>${texts.unknownText} ${texts.reportedText}</p></div>`;
      return { title: texts.unknownTitle, body: html`${text}${lookAgain}` };
    }
    default:
      return state satisfies never;
  }
}

/** A button to leave: the shopper need not wait until a page at the bank expires. */
function wayOut({ texts }: Page, order: Order): Html | null {
  if (!mayLeave(order)) return null;
  const { id } = order;
  return html`<form method="post" action="/orders/${id}/leave">
<button class="button">${texts.leave}</button>
</form>
<p class="soft">${texts.leaveText}</p>`;
}

interface QrCodeParts {
  readonly title: string;
  readonly about?: Html;
  readonly code: string;
  /** The text beside the picture, to be copied. */
  readonly text: string;
  readonly label: string;
  readonly hint?: string;
}

/** A QR code with its text. The page's script draws the picture and enables the button; the text needs no script. */
export function qrCode({ texts }: Page, { title, about, code, text, label, hint = "" }: QrCodeParts): Html {
  return html`<section class="card" data-qr-code="${code}" aria-labelledby="qr-title"><h2 id="qr-title">${title}</h2>
${about}
<div class="qr-code"><div class="qr-picture" data-label="${title}" hidden></div>
<div class="field"><label for="qr-text">${label}</label><textarea id="qr-text" dir="ltr" rows="3" readonly spellcheck="false" aria-describedby="qr-hint">${text}</textarea>
<p class="hint" id="qr-hint">${hint}</p>
<button class="button small" type="button" data-copied="${texts.copied}" aria-live="polite" hidden>${texts.copy}</button></div></div></section>`;
}

function paid(page: Page, receipt: Receipt): Html {
  const { texts, session } = page;
  const email = validContact(session.contact).email ?? session.wallet.email;
  return html`${email && html`<p>${texts.paidText(email)}</p>`}
${facts(page, receipt, receipt)}`;
}

function facts(page: Page, ids: GatewayIds, receipt?: Receipt): Html {
  const { texts } = page;
  return html`${
    receipt &&
    html`<dl class="card facts">
${fact(texts.paidBy, receipt.method === "wallet" ? texts.wallet.title : sourceWords(texts, receipt))}
${receipt.descriptor !== null && fact(texts.onStatement, html`<bdi>${receipt.descriptor}</bdi>`)}
</dl>`
  }
${supportFold(
  page,
  html`<p>${texts.reference} <bdi>${ids.orderId} / ${ids.transactionId}</bdi></p>
${receipt && codeLine(texts, receipt.code)}`,
)}`;
}

/** What was refunded of a payment; `undefined` if nothing was. */
function refundedMoney(order: Order) {
  const receipt = refundableReceipt(order);
  const money = receipt && refundMoney(order, receipt);
  return money && money.backMinor > 0 ? money : undefined;
}

function refundedTitle({ texts }: Page, order: Order): string | undefined {
  const { refunds } = texts.afterPayment;
  const money = refundedMoney(order);
  return money && (money.leftMinor === 0 ? refunds.fullTitle : refunds.partTitle);
}

function refundMessage({ texts, locale }: Page, order: Order): Html | undefined {
  const money = refundedMoney(order);
  if (!money) return undefined;
  const { currency, backMinor, chargedMinor } = money;
  const words = (amountMinor: number) => formatMoney({ amountMinor, currency }, locale);
  return html`<p class="message reported">${texts.afterPayment.refunds.shopperText(words(backMinor), words(chargedMinor))}</p>`;
}
