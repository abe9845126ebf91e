/** The refunds on the operator's order page: completed refunds, an unfinished one, and the form. */
import { explainCode, fromMinor } from "@cardpane/node";
import { html } from "hono/html";
import type { Html, Page } from "../http/page.ts";
import type { Order, Receipt } from "../orders/order.ts";
import { refundMoney } from "../orders/refundable.ts";
import { formatMoney } from "../shop/money.ts";
import { field } from "../shop/views/field.ts";
import { fact } from "../shop/views/parts.ts";
import { type Refused, refusalMessage, refusedIn } from "../wallet/views/parts.ts";

export interface RefundView {
  readonly refused?: Refused | undefined;
  /** The gateway declined the refund, with its code. */
  readonly failed?: { readonly code: string | null } | undefined;
}

export function refundSection(page: Page, order: Order, receipt: Receipt, view: RefundView): Html {
  const { texts, locale } = page;
  const { refunds } = texts.afterPayment;
  const { currency, leftMinor } = refundMoney(order, receipt);
  const { attempt, made } = order.refunds;
  return html`<section class="card" aria-labelledby="refund-title"><h2 id="refund-title">${refunds.title}</h2>
<dl class="facts">
${made.map((refund) => fact(html`${refunds.refunded} <bdi>${refund.transactionId}</bdi>`, formatMoney(refund, locale)))}
${fact(refunds.left, formatMoney({ amountMinor: leftMinor, currency }, locale))}
</dl>
${view.failed && html`<div class="message failed" role="alert"><p>${refunds.failed}</p>${view.failed.code !== null && html`<p class="code"><bdi lang="en" dir="ltr">${view.failed.code} ${explainCode(view.failed.code)}</bdi></p>`}</div>`}
${attempt ? openAttempt(page, order, attempt) : leftMinor > 0 && refundForm(page, order, receipt, view)}
</section>`;
}

function openAttempt(page: Page, { id }: Order, attempt: NonNullable<Order["refunds"]["attempt"]>): Html {
  const { texts, locale } = page;
  const { refunds } = texts.afterPayment;
  const amount = formatMoney(attempt, locale);
  const path = `/operator/orders/${id}`;
  const lookAgain = html`<p><a class="button secondary" href="${path}">${texts.lookAgain}</a></p>`;
  if (attempt.status === "sending") {
    return html`<p class="message reported" role="status">${refunds.sending(amount)}</p>${lookAgain}`;
  }
  return html`<div class="message failed" role="alert"><h3>${refunds.unknownTitle}</h3><p>${refunds.unknownText(amount)}</p></div>
${lookAgain}
<details><summary>${refunds.dismissTitle}</summary>
<form method="post" action="${path}/refund/dismiss">
<input type="hidden" name="formToken" value="${attempt.formToken}">
<p class="soft">${refunds.dismissText}</p>
<button class="button secondary small">${refunds.dismiss}</button></form></details>`;
}

function refundForm(page: Page, order: Order, receipt: Receipt, { refused }: RefundView): Html {
  const { refunds } = page.texts.afterPayment;
  const { currency, leftMinor } = refundMoney(order, receipt);
  const form = refusedIn(refused, "refund");
  return html`<p class="soft">${refunds.text}</p>
<form method="post" action="/operator/orders/${order.id}/refund" novalidate>
<input type="hidden" name="formToken" value="${form.formToken}">
${refusalMessage(page, form.refusal, ["amount", "reason"])}
<div class="fields">
${field(page, { id: "refund-amount", label: `${refunds.amount} (${currency})`, as: "amount", ...form.field("amount", typedAmount(leftMinor, currency)) })}
${field(page, { id: "refund-reason", label: refunds.reason, isOptional: true, ...form.field("reason") })}
</div>
<p class="buttons"><button class="button secondary">${refunds.refund}</button></p></form>`;
}

/** An amount as the form accepts it, for example `18.50`. */
function typedAmount(amountMinor: number, currency: string): string {
  const amount = fromMinor(amountMinor, currency);
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
  }).resolvedOptions();
  const fixed = amount.toFixed(maximumFractionDigits);
  // For some currencies `Intl` has fewer decimals than payments have.
  return Number(fixed) === amount ? fixed : String(amount);
}
