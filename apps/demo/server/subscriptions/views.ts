/** The shopper's subscription: its state and the possible changes, the confirmation of a cancellation, another card. */
import { html } from "hono/html";
import { freshFormToken } from "../http/form-token.ts";
import { message, sheet } from "../http/notice.ts";
import type { Html, Page } from "../http/page.ts";
import type { NotMade, Order } from "../orders/order.ts";
import { isCanceled, type LaterCharge, type Subscription } from "../orders/subscription.ts";
import { box } from "../shop/catalogue.ts";
import { environmentOf, hint, paneMissing } from "../shop/checkout-view.ts";
import { formatAmount, formatMinor } from "../shop/money.ts";
import { fact } from "../shop/parts.ts";

/** An order that started a subscription. */
export type SubscribedOrder = Order & { readonly subscription: Subscription };

/** Why the card was not changed. */
export type CardProblem = Extract<NotMade, "no_card" | "token_spent" | "not_sent" | "refused">;

/** The part of an order's page that changes with each renewal. */
export function subscriptionSection(page: Page, orderId: string, subscription: Subscription): Html {
  const { texts } = page;
  const { charges } = subscription;
  return html`<section aria-labelledby="subscription-title"><h2 id="subscription-title">${texts.subscription}</h2>
${facts(page, subscription)}
${subscription.id !== null && html`<p><a href="/orders/${orderId}/subscription">${texts.afterPayment.subscription.manage}</a></p>`}
${charges.length > 0 && html`<h3>${texts.laterCharges}</h3><ol class="rows">${charges.map((charge) => chargeItem(page, charge))}</ol>`}
</section>`;
}

/** The state, the next charge and the end. A subscription that ends on a planned date has no next charge. */
function facts({ texts, locale }: Page, subscription: Subscription): Html {
  const { status, cycle, renewalDate, cancelDate } = subscription;
  const next = isCanceled(subscription) ? null : renewalDate;
  const isNamed = status === "active" || status === "canceled";
  return html`<dl class="card facts">
${fact(texts.subscriptionStatus, isNamed ? texts.subscriptionStates[status] : (status ?? ""))}
${fact(texts.cycle, String(cycle ?? 0))}
${next !== null && fact(texts.renewal, html`${day(next, locale)}, ${formatMinor(box.monthlyMinor, locale)}`)}
${cancelDate !== null && fact(texts.ends, day(cancelDate, locale))}
</dl>`;
}

function chargeItem({ texts, locale, isQaOpen }: Page, charge: LaterCharge): Html {
  const { at, amount, currency, isPaid, code } = charge;
  return html`<li class="ends"><span>${day(at, locale)}</span> <span>${formatAmount(amount, currency, locale)}</span> <span class="chip">${isPaid ? texts.chargePaid : texts.chargeDeclined}${!isPaid && isQaOpen && code !== null && ` (${code})`}</span></li>`;
}

function day(iso: string, locale: string): Html {
  return html`<time datetime="${iso}">${dayName(iso, locale)}</time>`;
}

/** A date as text, in UTC; `undefined` if it is invalid. */
function dayName(iso: string, locale: string): string | undefined {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return undefined;
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(date);
}

/** @param problem why the subscription could not be read: the page shows the last known state. */
export function subscriptionPage(page: Page, order: SubscribedOrder, problem: string | undefined): Html {
  const { texts } = page;
  const words = texts.afterPayment.subscription;
  const { subscription } = order;
  const path = `/orders/${order.id}/subscription`;
  return sheet(
    page,
    words.title,
    html`${problem !== undefined && html`${message(problem)}<p><a class="button" href="${path}">${texts.lookAgain}</a></p>`}
<p>${texts.products["harbour-box"].name}</p>
${facts(page, subscription)}
${
  isCanceled(subscription)
    ? html`<form method="post" action="${path}/recover">${formToken()}
<button class="button primary">${words.recover}</button>
</form>
<p class="soft">${words.recoverText}</p>`
    : html`<p class="bar"><a class="button" href="${path}/card">${words.changeCard}</a> <a class="button" href="${path}/cancel">${words.cancel}</a></p>`
}
<p><a href="/orders/${order.id}">${words.backToOrder}</a></p>
<p><a href="/cards">${texts.afterPayment.cards.title}</a></p>`,
  );
}

const formToken = () => html`<input type="hidden" name="formToken" value="${freshFormToken()}">`;

/** Asks for confirmation: following a link cancels nothing. */
export function cancelPage(page: Page, { id, subscription }: SubscribedOrder): Html {
  const { texts, locale } = page;
  const words = texts.afterPayment.subscription;
  const path = `/orders/${id}/subscription`;
  const paidUntil = subscription.renewalDate === null ? undefined : dayName(subscription.renewalDate, locale);
  return sheet(
    page,
    words.cancelTitle,
    html`<p>${paidUntil !== undefined && words.paidUntil(paidUntil)} ${words.cancelText}</p>
<form class="actions" method="post" action="${path}/cancel">${formToken()}
${paidUntil !== undefined && html`<button class="button" name="when" value="end">${words.cancelAtEnd}</button>`}
<button class="button" name="when" value="now">${words.cancelNow}</button>
<a class="button primary" href="${path}">${words.keep}</a>
</form>`,
  );
}

/** The pane in a plain form without a script of the shop: on submit it puts a one-time token into the form. */
export function cardPage(page: Page, { id }: SubscribedOrder, problem: CardProblem | undefined): Html {
  const { texts, session } = page;
  const words = texts.afterPayment.subscription;
  const path = `/orders/${id}/subscription`;
  const problemText = problem && (problem === "no_card" ? words.noCard : texts.notMade[problem]);
  return sheet(
    page,
    words.changeCard,
    html`<p>${words.changeCardText}</p>
<form method="post" action="${path}/card">
${problemText && message(problemText)}
${hint(texts.paymentHint)}
${page.pane ? html`<card-pane name="payment" environment="${environmentOf(page)}" fields="${session.qa.fields}"></card-pane>` : paneMissing(page)}
<noscript><p class="message">${texts.noScript}</p></noscript>
<button class="button primary wide pay" ${!page.pane && html`disabled`}>${words.useCard}</button>
</form>
<p><a href="${path}">${words.title}</a></p>`,
  );
}
