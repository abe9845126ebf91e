/** The page of a refill and its state. It polls the refill's version, like an order's page. */
import { createHash } from "node:crypto";
import { html } from "hono/html";
import { layout } from "../../http/layout.ts";
import type { Html, Page } from "../../http/page.ts";
import { formatAmount } from "../../shop/money.ts";
import { codeFold, declineTitle, declineWords } from "../../shop/views/decline.ts";
import type { Refill } from "../shopper-wallet.ts";

/** A short hash of everything that the page shows. */
export function refillVersion({ state }: Refill): string {
  return createHash("sha256").update(JSON.stringify(state)).digest("base64url").slice(0, 16);
}

export function refillPage(page: Page, refill: Refill): Html {
  const { texts, locale, assets } = page;
  const { wallet } = texts;
  const { state, formToken, accountId } = refill;
  const { title } = wallet.refills[state.status];
  return layout(page, {
    title,
    scripts: ["order.js"],
    body: html`<article class="order" id="order" tabindex="-1" data-order="/wallet/refills/${formToken}" data-version="${refillVersion(refill)}">
${state.status === "succeeded" && html`<img class="order-mark" src="${assets.href("art/paid.svg")}" alt="" width="56" height="56">`}
<h1>${title}</h1>
${story(page, refill)}
<p class="total"><span><bdi>${refill.accountName}</bdi></span><strong>${formatAmount(refill.amount, refill.currency, locale)}</strong></p>
<p><a class="button secondary" href="/wallet/accounts/${accountId}">${wallet.toWallet}</a></p>
</article>
<p class="unseen" id="order-news" role="status"></p>`,
  });
}

function story(page: Page, { state, isTest, url }: Refill): Html {
  const { texts } = page;
  const { wallet } = texts;
  const { text } = wallet.refills[state.status];
  const goOn = url !== null && html`<p><a class="button primary" href="${url}">${wallet.goOn}</a></p>`;
  switch (state.status) {
    case "waiting":
      return html`<p>${text}</p>${goOn}`;
    case "reported":
      return html`<div class="message ${state.approved ? "reported" : "declined"}">
<h2>${state.approved ? texts.reportedApproved : declineTitle(texts, state.code)} <span class="chip">${texts.notConfirmed}</span></h2>
<p>${text}</p>${state.code !== null && codeFold(page, state.code)}</div>`;
    case "succeeded":
      return html`<p>${text}</p>${isTest && html`<p class="message reported">${wallet.testNote}</p>`}`;
    case "failed":
      return html`<div class="message declined"><p>${text}</p>${declineWords(page, state.code, true)}</div>`;
    default:
      return state satisfies never;
  }
}
