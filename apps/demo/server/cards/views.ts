/** The page of the cards that the gateway stores for the shopper. */
import type { SavedCard } from "@cardpane/node";
import { html } from "hono/html";
import { layout } from "../http/layout.ts";
import type { Html, Page } from "../http/page.ts";
import { lastFourOf, paneBrand } from "../shop/brand.ts";
import { sourceWords } from "../shop/views/source-name.ts";
import type { Refusal } from "../wallet/refusal.ts";
import { noticeMessage, refusalMessage } from "../wallet/views/parts.ts";

export function cardsPage(page: Page, cards: readonly SavedCard[], refusal: Refusal | undefined): Html {
  const { texts, session } = page;
  const words = texts.afterPayment.cards;
  const isUnknown = refusal?.kind === "unknown";
  return layout(page, {
    title: words.title,
    body: html`<div class="wallet">
<h1>${words.title}</h1>
<p class="soft">${words.text}</p>
${noticeMessage(page, session.wallet.notice)}
${isUnknown ? html`<div class="message failed" role="alert"><p>${texts.afterPayment.subscription.unknown}</p></div>` : refusalMessage(page, refusal)}
${cards.length > 0 ? html`<ul class="tiles">${cards.map((card) => cardItem(page, card))}</ul>` : !refusal && html`<p>${words.none}</p>`}
${refusal && html`<p><a class="button secondary" href="/cards">${texts.lookAgain}</a></p>`}
<p><a href="/">${texts.shopOn}</a></p>
</div>`,
  });
}

function cardItem(page: Page, card: SavedCard): Html {
  const words = page.texts.afterPayment.cards;
  const { paymentAccountId, method, brand, number, expirationMonth, expirationYear, disabled } = card;
  const name = sourceWords(page.texts, { method, brand: paneBrand(brand), lastFour: lastFourOf(number) });
  const [to, action] = disabled ? (["enable", words.enable] as const) : (["disable", words.disable] as const);
  return html`<li class="card">
<h2><bdi>${name}</bdi> <span class="chip">${disabled ? words.disabled : words.enabled}</span></h2>
${expirationMonth !== null && expirationYear !== null && html`<p class="soft">${words.expires} <bdi>${expirationMonth}/${expirationYear}</bdi></p>`}
<form method="post" action="/cards/${paymentAccountId}/${to}">
<button class="button secondary small" aria-label="${words.named(action, name)}">${action}</button></form>
</li>`;
}
