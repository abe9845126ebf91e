/** The shopper's subscription: its state and the possible changes, the confirmation of a cancellation, another card. */
import { html } from "hono/html";
import { freshFormToken } from "../http/form-token.ts";
import { layout } from "../http/layout.ts";
import { message, noticeOf } from "../http/notice.ts";
import type { Html, Page } from "../http/page.ts";
import type { NotMade, Order } from "../orders/order.ts";
import { isCanceled, type Subscription } from "../orders/subscription.ts";
import { environmentOf, paneMissing } from "../shop/views/checkout.ts";
import { dayName, subscriptionFacts } from "../shop/views/subscription.ts";

/** An order that started a subscription. */
export type SubscribedOrder = Order & { readonly subscription: Subscription };

/** Why the card was not changed. */
export type CardProblem = Extract<NotMade, "no_card" | "token_spent" | "not_sent" | "refused">;

/** @param problem why the subscription could not be read: the page shows the last known state. */
export function subscriptionPage(page: Page, order: SubscribedOrder, problem: string | undefined): Html {
  const { texts } = page;
  const words = texts.afterPayment.subscription;
  const { subscription } = order;
  const path = `/orders/${order.id}/subscription`;
  return layout(page, {
    title: words.title,
    body: html`<article class="order">
<h1>${words.title}</h1>
${noticeOf(page)}
${problem !== undefined && html`${message(problem)}<p><a class="button secondary" href="${path}">${texts.lookAgain}</a></p>`}
<p>${texts.products["harbour-box"].name}</p>
${subscriptionFacts(page, subscription)}
${isCanceled(subscription) ? recoverForm(page, path) : html`<p class="buttons"><a class="button secondary" href="${path}/card">${words.changeCard}</a> <a class="button secondary" href="${path}/cancel">${words.cancel}</a></p>`}
<p><a href="/orders/${order.id}">${words.backToOrder}</a></p>
<p><a href="/cards">${texts.afterPayment.cards.title}</a></p>
</article>`,
  });
}

function recoverForm({ texts }: Page, path: string): Html {
  const words = texts.afterPayment.subscription;
  return html`<form class="way-out" method="post" action="${path}/recover">
<input type="hidden" name="formToken" value="${freshFormToken()}">
<button class="button primary">${words.recover}</button>
<p class="soft">${words.recoverText}</p></form>`;
}

/** Asks for confirmation: following a link cancels nothing. */
export function cancelPage(page: Page, { id, subscription }: SubscribedOrder): Html {
  const { texts, locale } = page;
  const words = texts.afterPayment.subscription;
  const path = `/orders/${id}/subscription`;
  const paidUntil = subscription.renewalDate === null ? undefined : dayName(subscription.renewalDate, locale);
  return layout(page, {
    title: words.cancelTitle,
    body: html`<article class="order">
<h1>${words.cancelTitle}</h1>
<p>${paidUntil !== undefined && words.paidUntil(paidUntil)} ${words.cancelText}</p>
<form class="buttons stacked" method="post" action="${path}/cancel">
<input type="hidden" name="formToken" value="${freshFormToken()}">
${paidUntil !== undefined && html`<button class="button secondary" name="when" value="end">${words.cancelAtEnd}</button>`}
<button class="button secondary" name="when" value="now">${words.cancelNow}</button>
<a class="button primary" href="${path}">${words.keep}</a>
</form></article>`,
  });
}

/** The pane in a plain form without a script of the shop: on submit it puts a one-time token into the form. */
export function cardPage(page: Page, { id }: SubscribedOrder, problem: CardProblem | undefined): Html {
  const { texts, session } = page;
  const words = texts.afterPayment.subscription;
  const path = `/orders/${id}/subscription`;
  return layout(page, {
    title: words.changeCard,
    quiet: true,
    body: html`<article class="order">
<h1>${words.changeCard}</h1>
<p>${words.changeCardText}</p>
<form method="post" action="${path}/card">
<div class="outcome-slot" role="alert">${problem !== undefined && html`<div class="message failed"><p>${problemText(page, problem)}</p></div>`}</div>
<p class="soft">${texts.paymentHint}</p>
${page.pane ? html`<card-pane name="payment" environment="${environmentOf(page)}" fields="${session.qa.fields}"></card-pane>` : paneMissing(page)}
<noscript><p class="message failed">${texts.noScript}</p></noscript>
<button class="button primary pay" ${!page.pane && html`disabled`}>${words.useCard}</button>
</form>
<p><a href="${path}">${words.title}</a></p>
</article>`,
  });
}

function problemText({ texts }: Page, problem: CardProblem): string {
  return problem === "no_card" ? texts.afterPayment.subscription.noCard : texts.notMade[problem];
}
