/** The state of a subscription, and its later charges. */
import { html } from "hono/html";
import type { Html, Page } from "../../http/page.ts";
import type { Order } from "../../orders/order.ts";
import { isCanceled, type LaterCharge, type Subscription } from "../../orders/subscription.ts";
import { box } from "../catalogue.ts";
import { formatAmount, formatMinor } from "../money.ts";
import { fact } from "./parts.ts";

/** The part of an order's page that changes with each renewal. */
export function subscriptionSection(page: Page, { id }: Pick<Order, "id">, subscription: Subscription): Html {
  const { texts } = page;
  const { charges } = subscription;
  return html`<section aria-labelledby="subscription-title"><h2 id="subscription-title">${texts.subscription}</h2>
${subscriptionFacts(page, subscription)}
${subscription.id !== null && html`<p><a href="/orders/${id}/subscription">${texts.afterPayment.subscription.manage}</a></p>`}
${charges.length > 0 && html`<h3>${texts.laterCharges}</h3><ol class="charges">${charges.map((charge) => chargeItem(page, charge))}</ol>`}
</section>`;
}

/** The state, the next charge and the end. A subscription that ends on a planned date has no next charge. */
export function subscriptionFacts(page: Page, subscription: Subscription): Html {
  const { texts, locale } = page;
  const { status, cycle, renewalDate, cancelDate } = subscription;
  const next = isCanceled(subscription) ? null : renewalDate;
  return html`<dl class="card facts">
${fact(texts.subscriptionStatus, statusName(page, status))}
${fact(texts.cycle, String(cycle ?? 0))}
${next !== null && fact(texts.renewal, html`${day(next, locale)}, ${formatMinor(box.monthlyMinor, locale)}`)}
${cancelDate !== null && fact(texts.ends, day(cancelDate, locale))}
</dl>`;
}

function chargeItem({ texts, locale, isQaOpen }: Page, charge: LaterCharge): Html {
  const { at, amount, currency, isPaid, code } = charge;
  return html`<li><span>${day(at, locale)}</span> <span>${formatAmount(amount, currency, locale)}</span> <span class="chip">${isPaid ? texts.chargePaid : texts.chargeDeclined}${!isPaid && isQaOpen && code !== null && ` (${code})`}</span></li>`;
}

function statusName({ texts }: Page, status: string | null): string {
  return status === "active" || status === "canceled" ? texts.subscriptionStates[status] : (status ?? "");
}

function day(iso: string, locale: string): Html {
  const words = dayName(iso, locale);
  if (words === undefined) return html``;
  return html`<time datetime="${iso}">${words}</time>`;
}

/** A date as text, in UTC; `undefined` if it is invalid. */
export function dayName(iso: string, locale: string): string | undefined {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return undefined;
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(date);
}
