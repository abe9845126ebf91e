/**
 * The checkouts: the shopper's contact, and the ways to pay as a list of which the chosen one is open.
 *
 *   Card     the pane: a new card, or a saved one (a way of its own) of which it asks only the CVV
 *   Wallet   server/wallet/checkout.ts
 *   More     other.ts
 */
import { html, raw } from "hono/html";
import { layout } from "../http/layout.ts";
import { options } from "../http/options.ts";
import type { Html, Page } from "../http/page.ts";
import { box } from "../orders/catalogue.ts";
import { type ContactField, type ContactProblems, contactFields, maxLengths } from "../orders/contact.ts";
import { countryNames } from "../orders/countries.ts";
import { formatMinor, formatMoney } from "../orders/money.ts";
import type { NotMade, Order } from "../orders/order.ts";
import { declineTitle, declineWords, openPaymentNotice, orderLines, total } from "./parts.ts";
import { sourceWords } from "./source-name.ts";

/** The order, and the problems of the last form. */
export interface CheckoutView {
  readonly order: Order;
  readonly problems?: ContactProblems;
  /** The reason why a submitted form led to no payment attempt. @default none */
  readonly notMade?: NotMade;
}

/** The ways to pay, in the order in which they are shown, with their pages. */
export const ways = {
  saved: "/checkout/saved",
  card: "/checkout",
  wallet: "/checkout/wallet",
  more: "/checkout/other",
} as const;
export type Way = keyof typeof ways;

/** A checkout with the pane; `undefined` if there is no saved card. */
export function cardPage(page: Page, view: CheckoutView): Html | undefined {
  const { texts, session, here } = page;
  const { order } = view;
  const { savedCard: saved } = session;
  const isSaved = here === ways.saved;
  if (isSaved && !saved) return undefined;
  // The HTML-only form is for QA: it needs no script of the shop.
  const isPlain = here === "/checkout/html";
  const fields = html`environment="${environmentOf(page)}" fields="${session.qa.fields}"`;
  const pane = isSaved
    ? html`<card-pane id="pane" environment="${environmentOf(page)}" data-saved-card="${JSON.stringify(saved)}"></card-pane>
<input type="hidden" name="savedCard" value="${saved?.paymentAccountId}">`
    : html`<card-pane ${isPlain ? html`name="payment" match="#email"` : html`id="pane"`} ${fields}></card-pane>`;
  return checkoutFrame(page, order, {
    way: isPlain || order.kind === "box" ? null : isSaved ? "saved" : "card",
    action: "pay",
    contactProblems: view.problems,
    problem: problemOf(page, view),
    scripted: isPlain ? undefined : scriptParts(page, order),
    payment: html`${hint(texts.paymentHint)}
${page.pane ? pane : paneMissing(page)}
<noscript><p class="message">${texts.noScript} <a href="${ways.more}">${texts.wayMore}</a></p></noscript>
<button class="button primary wide pay" id="pay" data-paying="${texts.paying}" ${!page.pane && html`disabled`}>${payLabel(page, order)}</button>
${order.kind === "box" && consent(page)}`,
  });
}

/** The message above the payment. A wrong field has its own error and the focus, and nothing was sent since the last problem. */
function problemOf(page: Page, { order, problems, notMade }: CheckoutView): Html | undefined {
  if (problems) return undefined;
  return notMade ? notMadeMessage(page, notMade) : lastProblem(page, order);
}

function row(way: string, name: Html | string, open: Html | false, end: Html | string = ""): Html {
  const head = html`${name}${end && html`<span class="row-end">${end}</span>`}`;
  return open
    ? html`<li class="way chosen" aria-current="true"><div class="way-head">${head}</div><div class="way-body">${open}</div></li>`
    : html`<li class="way"><button class="way-head" name="way" value="${way}" formaction="/checkout/way" formnovalidate>${head}</button></li>`;
}

interface FrameParts {
  /** The chosen way; `null` if the page has no choice. */
  readonly way: Way | null;
  readonly action: "pay" | "other" | "wallet";
  readonly payment: Html;
  readonly problem: Html | undefined;
  readonly contactProblems?: ContactProblems | undefined;
  /** Whether a field of the payment shows an error. @default false */
  readonly isFieldWrong?: boolean;
  /** The parts of the form for the script that pays. @default the form needs no script */
  readonly scripted?: { readonly attributes: Html; readonly messages: Html } | undefined;
}

/** The layout of every checkout. */
export function checkoutFrame(page: Page, order: Order, parts: FrameParts): Html {
  const { texts } = page;
  const { way, action, payment, problem, contactProblems = {}, isFieldWrong, scripted } = parts;
  const title = order.kind === "box" ? texts.products[box.id].name : texts.checkout;
  const isWrong = problem !== undefined || isFieldWrong || Object.keys(contactProblems).length > 0;
  const isPlain = way === null && !scripted;
  return layout(page, {
    title: isWrong ? texts.errorTitle(title) : title,
    quiet: true,
    scripts: ["checkout.js"],
    body: html`<div class="stack checkout-page">
<h1>${title}</h1>
<div class="beside">
<form id="checkout" class="stack" method="post" action="/orders/${order.id}/${action}" ${!isPlain && html`novalidate`} ${scripted?.attributes}>
<input type="hidden" name="back" value="${page.here}">
<section aria-labelledby="contact-title"><h2 id="contact-title">${texts.contactTitle}</h2>
<div class="contact">${contactFields.map((field) => contactField(page, field, contactProblems))}</div></section>
<section aria-labelledby="payment-title">
<h2 id="payment-title">${texts.paymentTitle}</h2>
<div id="outcome" role="alert">${problem}</div>
${way === null ? payment : html`<ul class="ways">${waysOf(page, way, payment)}</ul>`}
</section>
</form>
${summary(page, order)}
</div>
</div>${scripted?.messages}`,
  });
}

function waysOf({ texts, session, locale }: Page, chosen: Way, payment: Html): readonly (Html | null)[] {
  const { savedCard: saved, wallet } = session;
  return [
    saved && row("saved", sourceWords(texts, { method: "card", ...saved }), chosen === "saved" && payment),
    row("card", saved ? texts.anotherCard : texts.card, chosen === "card" && payment),
    row(
      "wallet",
      texts.wallet.title,
      chosen === "wallet" && payment,
      wallet.balance ? formatMoney(wallet.balance, locale) : "",
    ),
    row("more", texts.wayMore, chosen === "more" && payment),
  ];
}

/** What the page's script needs: the order's path, the dialog's texts, and its messages as templates. */
function scriptParts(page: Page, order: Order): FrameParts["scripted"] {
  const { texts, here } = page;
  const template = (id: string, content: Html) =>
    html`<template id="${id}"><div class="message">${content}</div></template>`;
  const link = (href: string, text: string) => html`<p><a href="${href}">${text}</a></p>`;
  const ended = (kind: "cancelled" | "timed_out") =>
    template(kind, html`<h3>${texts.notMadeTitle}</h3><p>${texts.declines[kind]} ${texts.declinedRetry}</p>`);
  return {
    attributes: html`data-order="/orders/${order.id}" data-challenge="${JSON.stringify(texts.challenge)}"`,
    messages: html`${template("pane-loading", html`<p>${texts.paneLoading}</p>`)}
${template("pane-failed", html`<p>${texts.notMade.no_card}</p>${link(here, texts.reload)}${link(ways.more, texts.wayMore)}`)}
${template("no-answer", html`<p>${texts.shopUnreachable}</p>${link(`/orders/${order.id}`, texts.checkOrder)}`)}
${ended("cancelled")}
${ended("timed_out")}`,
  };
}

/** The hint with the lock that shoppers look for. */
export function hint(text: string): Html {
  return html`<p class="soft lock">${raw('<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M4 7V5a4 4 0 0 1 8 0v2h.5A1.5 1.5 0 0 1 14 8.5v5a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 2 13.5v-5A1.5 1.5 0 0 1 3.5 7zm1.5 0h5V5a2.5 2.5 0 0 0-5 0z" fill="currentColor"/></svg>')} ${text}</p>`;
}

/** The pay button's label, with the amount charged now; the summary and the consent name a subscription's later charges. */
export function payLabel({ texts, locale }: Page, { kind, totalMinor }: Order): string {
  const amount = formatMinor(totalMinor, locale);
  return kind === "box" ? texts.afterPayment.subscription.subscribe(amount) : texts.pay(amount);
}

/** The terms that the shopper agrees to, and a link to the page where the subscription can be canceled. */
function consent({ texts, locale }: Page): Html {
  const { subscription } = texts.afterPayment;
  return html`<p class="soft consent">${subscription.consent(formatMinor(box.monthlyMinor, locale), box.everyDays)} <a href="/subscription">${subscription.title}</a>.</p>`;
}

export function paneMissing({ texts, here }: Page): Html {
  return html`<div class="message" role="alert"><p>${texts.paneMissing}</p><p><a href="${here}">${texts.reload}</a></p></div>`;
}

/** The result of the last attempt. It takes the focus, because the page was loaded again. */
export function lastProblem(page: Page, { state, by }: Order): Html | undefined {
  if (state.status === "created" && state.problem) return notMadeMessage(page, state.problem);
  if (state.status !== "declined") return undefined;
  return html`<div class="message" tabindex="-1" autofocus><h3>${declineTitle(page.texts, state.code)}</h3>${declineWords(page, state.code, by === "card")}</div>`;
}

function notMadeMessage({ texts }: Page, why: NotMade): Html {
  return html`<div class="message" tabindex="-1" autofocus><h3>${texts.notMadeTitle}</h3><p>${texts.notMade[why]}</p></div>`;
}

const autocomplete: Readonly<Record<ContactField, string>> = {
  firstName: "given-name",
  lastName: "family-name",
  email: "email",
  country: "country",
};

function contactField(page: Page, field: ContactField, problems: ContactProblems): Html {
  const { texts, locale, session } = page;
  const value = session.contact[field];
  const found = problems[field];
  const firstWrong = contactFields.find((name) => problems[name] !== undefined);
  // The script shows the same errors before it sends the form.
  const errors = html`data-missing="${texts.contactMissing[field]}" data-invalid="${texts.contactProblems.not_an_email}"`;
  const wiring = html`id="${field}" name="${field}" autocomplete="${autocomplete[field]}" required aria-describedby="${field}-problem" ${errors} ${found && html`aria-invalid="true"`} ${field === firstWrong && html`autofocus`}`;
  return html`<div class="field ${field}">
<label for="${field}">${texts.contact[field]}</label>
${
  field === "country"
    ? html`<select ${wiring}>${options([["", texts.contactMissing.country], ...countryNames(locale)], value)}</select>`
    : html`<input ${field === "email" ? html`type="email" dir="ltr"` : html`type="text"`} ${wiring} maxlength="${maxLengths[field]}" value="${value}">`
}
<p class="problem" id="${field}-problem">${found && (found === "required" ? texts.contactMissing[field] : texts.contactProblems[found])}</p>
</div>`;
}

function summary(page: Page, order: Order): Html {
  const { texts, locale, session } = page;
  return html`<section class="card" aria-labelledby="summary-title">
<h2 id="summary-title">${texts.summary}</h2>
${order.kind === "basket" && openPaymentNotice(page)}
${orderLines(page, order)}
${order.kind === "basket" && session.qa.amountMinor !== null && html`<p class="soft" lang="en">Amount set in the QA panel</p>`}
${total(page, order.totalMinor)}
${order.kind === "box" && html`<p class="soft">${texts.boxTerms(formatMinor(order.totalMinor, locale), formatMinor(box.monthlyMinor, locale), box.everyDays)}</p>`}
</section>`;
}

export function environmentOf({ session, config }: Page): string {
  return session.qa.environment ?? config.environments[0];
}
