/** The shopper's subscription: its state and the possible changes as a part of its order's page, and the page for another card. */
import { html } from "hono/html";
import { freshFormToken } from "../http/form-token.ts";
import { message, sheet } from "../http/notice.ts";
import type { Html, Page } from "../http/page.ts";
import { box } from "../orders/catalogue.ts";
import { formatAmount, formatMinor } from "../orders/money.ts";
import type { Order } from "../orders/order.ts";
import { isCanceled, isoOf, type LaterCharge, type Subscription } from "../orders/subscription.ts";
import { environmentOf, paneMissing } from "../shop/checkout-view.ts";
import { fact } from "../shop/parts.ts";

/** An order that started a subscription. */
export type SubscribedOrder = Order & { readonly subscription: Subscription };

/** The part of an order's page that changes with each renewal. */
export function subscriptionSection(page: Page, orderId: string, subscription: Subscription): Html {
  const { texts } = page;
  const { charges, id } = subscription;
  return html`<section id="subscription" tabindex="-1" aria-labelledby="subscription-title"><h2 id="subscription-title">${texts.afterPayment.subscription.title}</h2>
${facts(page, subscription)}
${id !== undefined && changes(page, `/orders/${orderId}/subscription`, subscription)}
${charges.length > 0 && html`<h3>${texts.laterCharges}</h3><ol class="rows">${charges.map((charge) => chargeItem(page, charge))}</ol>`}
</section>`;
}

/** What the shopper can change. A cancellation takes two steps, and a link cancels nothing. */
function changes({ texts, locale }: Page, path: string, subscription: Subscription): Html | null {
  if (isCanceled(subscription)) return null;
  const words = texts.afterPayment.subscription;
  const { renewalDate } = subscription;
  const paidUntil = renewalDate && dayName(renewalDate, locale);
  return html`<p class="bar"><a class="button" href="${path}/card">${words.changeCard}</a> <a href="/cards">${texts.afterPayment.cards.title}</a></p>
<details><summary>${words.cancel}</summary>
<form method="post" action="${path}/cancel"><input type="hidden" name="formToken" value="${freshFormToken()}">
<p>${paidUntil && words.paidUntil(paidUntil)} ${words.cancelText}</p>
<p class="bar">${paidUntil && html`<button class="button" name="when" value="end">${words.cancelAtEnd}</button>`}
<button class="button" name="when" value="now">${words.cancelNow}</button></p></form></details>`;
}

/** The state, the next charge and the end. A subscription that ends on a planned date has no next charge. */
function facts({ texts, locale }: Page, subscription: Subscription): Html {
  const { status, cycle, renewalDate, cancelDate } = subscription;
  const next = isCanceled(subscription) ? undefined : renewalDate;
  const states: Readonly<Record<string, string>> = texts.subscriptionStates;
  return html`<dl class="card facts">
${fact(texts.subscriptionStatus, states[status ?? ""] ?? status ?? "")}
${fact(texts.cycle, String(cycle ?? 0))}
${next !== undefined && fact(texts.renewal, html`${day(next, locale)}, ${formatMinor(box.monthlyMinor, locale)}`)}
${cancelDate !== undefined && fact(texts.ends, day(cancelDate, locale))}
</dl>`;
}

function chargeItem({ texts, locale, isQaOpen }: Page, charge: LaterCharge): Html {
  const { at, amount, currency, isPaid, code } = charge;
  return html`<li class="ends"><span>${day(at, locale)}</span> <span>${formatAmount(amount, currency, locale)}</span> <span class="chip">${isPaid ? texts.chargePaid : texts.chargeDeclined}${!isPaid && isQaOpen && code !== null && ` (${code})`}</span></li>`;
}

function day(given: string, locale: string): Html {
  return html`<time datetime="${isoOf(given)}">${dayName(given, locale)}</time>`;
}

/** A date as text, in UTC; `undefined` if it is invalid. */
function dayName(given: string, locale: string): string | undefined {
  const date = new Date(isoOf(given));
  if (Number.isNaN(date.getTime())) return undefined;
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(date);
}

/** The pane in a plain form without a script of the shop: on submit it puts a one-time token into the form. */
export function cardPage(page: Page, { id }: SubscribedOrder, problem: string | undefined): Html {
  const { texts, session } = page;
  const words = texts.afterPayment.subscription;
  const path = `/orders/${id}`;
  return sheet(
    page,
    words.changeCard,
    html`<p>${words.changeCardText}</p>
<form method="post" action="${path}/subscription/card">
${problem && message(problem)}
${page.pane ? html`<card-pane name="payment" environment="${environmentOf(page)}" fields="${session.qa.fields}"></card-pane>` : paneMissing(page)}
<noscript><p class="message">${texts.noScript}</p></noscript>
<button class="button primary wide pay" ${!page.pane && html`disabled`}>${words.useCard}</button>
<p class="soft small-print">${texts.paymentHint}</p>
</form>
<p><a href="${path}#subscription">${words.backToOrder}</a></p>`,
  );
}
