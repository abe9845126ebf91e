/** The checkouts with the pane: the default one, the saved card, the one without a script of the shop, and the monthly box. */
import { html } from "hono/html";
import type { ContactTexts, PageTexts } from "../../../web/wire.ts";
import { layout } from "../../http/layout.ts";
import type { Html, Page } from "../../http/page.ts";
import type { NotMade, Order } from "../../orders/order.ts";
import { openPayment } from "../../orders/session-orders.ts";
import type { SavedCard } from "../../payments/payment-result.ts";
import type { Texts } from "../../texts/index.ts";
import { box } from "../catalogue.ts";
import {
  type Contact,
  type ContactField,
  type ContactProblems,
  contactFields,
  emptyContact,
  maxLengths,
} from "../contact.ts";
import { countryNames } from "../countries.ts";
import { formatMinor } from "../money.ts";
import { declineMessage, isPaidByCard } from "./decline.ts";
import { contactProblemText } from "./field.ts";
import { orderLines } from "./parts.ts";
import { sourceWords } from "./source-name.ts";

/** The order, and the result of the last form. */
export interface CheckoutView {
  readonly order: Order;
  /** The ticket of this checkout, which the payment requires. */
  readonly ticket: string;
  /** The problems of the submitted contact. @default none */
  readonly problems?: ContactProblems;
  /** The reason why a submitted form led to no payment attempt. @default none */
  readonly notMade?: NotMade;
}

/** The default checkout: uses the pane's promise API, and changes the page only when there is an outcome. */
export function checkoutPage(page: Page, view: CheckoutView): Html {
  const { texts, session } = page;
  const saved = session.savedCards[0];
  return frame(page, view, {
    title: texts.checkout,
    mode: "script",
    pane: html`${saved && cardChoice(page, saved)}
<p class="soft">${texts.paymentHint}</p>
<card-pane id="pane" environment="${environmentOf(page)}" fields="${session.qa.fields}"></card-pane>`,
    ways: usualWays(page),
  });
}

function usualWays({ texts }: Page): Html {
  return html`<li><a href="/checkout/wallet">${texts.wallet.payWay}</a></li><li><a href="/checkout/other">${texts.otherWay}</a></li><li><a href="/checkout/html">${texts.plainWay}</a></li>`;
}

/** The monthly box: the pane pays the first charge, the gateway charges the later ones. */
export function boxPage(page: Page, view: CheckoutView): Html {
  const { texts, session } = page;
  return frame(page, view, {
    title: texts.boxTitle,
    mode: "script",
    pane: html`<p class="soft">${texts.paymentHint}</p>
<card-pane id="pane" environment="${environmentOf(page)}" fields="${session.qa.fields}"></card-pane>`,
    ways: html`<li><a href="/">${texts.shopOn}</a></li>`,
  });
}

/** Pay again: the gateway stores the card, the pane collects its CVV. */
export function savedPage(page: Page, view: CheckoutView & { readonly card: SavedCard }): Html {
  const { texts } = page;
  return frame(page, view, {
    title: texts.checkout,
    mode: "script",
    // The pane names the card, so the tile does not.
    pane: html`<div class="card-choice" role="group" aria-label="${texts.cardChoice}">
<div class="card-tile chosen"><b>${texts.savedHint}</b>
<card-pane id="pane" environment="${environmentOf(page)}" data-saved-card="${JSON.stringify(view.card)}"></card-pane></div>
<a class="card-tile" href="/checkout"><b>${texts.anotherCard}</b> <span>${texts.anotherHint}</span></a>
</div>
<input type="hidden" name="savedCard" value="${view.card.paymentAccountId}">`,
    ways: usualWays(page),
  });
}

/**
 * HTML only: `<card-pane name="payment">` in a form that needs no script of the shop.
 * The script that the page loads only keeps the typed contact when the language changes.
 */
export function plainPage(page: Page, view: CheckoutView): Html {
  const { texts, session } = page;
  return frame(page, view, {
    title: texts.plainTitle,
    mode: "plain",
    pane: html`<p class="soft">${texts.plainHint}</p>
<card-pane name="payment" match="#email" environment="${environmentOf(page)}" fields="${session.qa.fields}"></card-pane>`,
    ways: html`<li><a href="/checkout">${texts.scriptWay}</a></li>`,
  });
}

interface Parts {
  readonly title: string;
  readonly mode: "script" | "plain";
  readonly pane: Html;
  readonly ways: Html;
}

function frame(
  page: Page,
  { order, ticket, problems = {}, notMade }: CheckoutView,
  { title, mode, pane, ways }: Parts,
): Html {
  const { texts } = page;
  const label = payLabel(page, order);
  const isPlain = mode === "plain";
  const problem = notMade ? notMadeMessage(page, notMade) : lastProblem(page, order);
  const isWrong = problem !== undefined || Object.keys(problems).length > 0;
  return layout(page, {
    title: isWrong ? texts.errorTitle(title) : title,
    quiet: true,
    // Before the pane's script: this one shows a message if the pane does not load.
    scriptsBeforePane: isPlain ? [] : ["checkout.js"],
    scripts: isPlain ? ["plain-form.js"] : [],
    body: html`<h1>${title}</h1>
<div class="checkout">
<form id="checkout" class="checkout-form" method="post" action="/orders/${order.id}/pay" ${isPlain ? html`data-texts="${JSON.stringify(contactTexts(texts))}"` : html`novalidate data-order="/orders/${order.id}" data-texts="${pageTexts(page)}"`}>
<input type="hidden" name="back" value="${page.here}">
<input type="hidden" name="ticket" value="${ticket}">
${localeField(page)}
${contactSection(page, problems)}
<section aria-labelledby="payment-title">
<h2 id="payment-title">${texts.paymentTitle}</h2>
<div id="outcome" class="outcome-slot" role="alert">${problem}</div>
${page.pane ? pane : paneMissing(page)}
<noscript><p class="message failed">${texts.noScript} <a href="/checkout/other">${texts.otherWay}</a></p></noscript>
<button class="button primary pay" id="pay" ${!page.pane && html`disabled`}><span data-label>${label}</span></button>
${order.kind === "box" && consent(page)}
</section>
<nav class="ways" aria-label="${texts.otherWays}"><ul>${ways}</ul></nav>
</form>
${summary(page, order)}
</div>`,
  });
}

/** The pay button's label, with the amount charged now; the summary and the consent name a subscription's later charges. */
function payLabel({ texts, locale }: Page, { kind, totalMinor }: Order): string {
  const amount = formatMinor(totalMinor, locale);
  if (kind !== "box") return texts.pay(amount);
  return texts.afterPayment.subscription.subscribe(amount);
}

/** The terms that the shopper agrees to, and a link to the page where the subscription can be canceled. */
function consent({ texts, locale }: Page): Html {
  const { subscription } = texts.afterPayment;
  return html`<p class="soft consent">${subscription.consent(formatMinor(box.monthlyMinor, locale), box.everyDays)} <a href="/subscription">${subscription.title}</a>.</p>`;
}

/** The language of the form's page, for the answer. `autocomplete="off"`: a browser would otherwise restore an older value. */
export function localeField({ locale }: Page): Html {
  return html`<input type="hidden" name="locale" value="${locale}" autocomplete="off">`;
}

/** The shopper's contact fields. */
export function contactSection(page: Page, problems: ContactProblems): Html {
  const { texts, session } = page;
  return html`<section aria-labelledby="contact-title">
<h2 id="contact-title">${texts.contactTitle}</h2>
<div class="contact">${contactFields.map((field) => contactField(page, field, session.contact ?? emptyContact, problems))}</div>
</section>`;
}

/** The texts of the page's script, which contains none itself. */
function pageTexts({ texts }: Page): string {
  const { paying, paneFailed, paneLoading, reload, otherWay, shopUnreachable, checkOrder } = texts;
  const { unconfirmed, challenge } = texts;
  const own = { paying, paneFailed, paneLoading, reload, otherWay, shopUnreachable, checkOrder };
  return JSON.stringify({ ...contactTexts(texts), ...own, unconfirmed, challenge } satisfies PageTexts);
}

/** The texts with which a form's script shows field errors in another language. */
export function contactTexts({ contactMissing, contactProblems }: Texts): ContactTexts {
  return { contactMissing, notAnEmail: contactProblems.not_an_email };
}

export function paneMissing({ texts, here }: Page): Html {
  return html`<div class="message failed" role="alert"><p>${texts.paneMissing}</p><p><a href="${here}">${texts.reload}</a></p></div>`;
}

/** The result of the last attempt, for a page that was loaded again after it. */
export function lastProblem(page: Page, order: Order): Html | undefined {
  const { state } = order;
  if (state.status === "declined") return declineMessage(page, state.code, isPaidByCard(order));
  if (state.status === "created" && state.problem) return notMadeMessage(page, state.problem);
  return undefined;
}

function notMadeMessage({ texts }: Page, why: NotMade): Html {
  return html`<div class="message failed" tabindex="-1" autofocus><h3>${texts.notMadeTitle}</h3><p>${texts.notMade[why]}</p></div>`;
}

const inputs: Readonly<Record<ContactField, { readonly type: string; readonly autocomplete: string }>> = {
  firstName: { type: "text", autocomplete: "given-name" },
  lastName: { type: "text", autocomplete: "family-name" },
  email: { type: "email", autocomplete: "email" },
  country: { type: "select", autocomplete: "country" },
};

function contactField(
  { texts, locale }: Page,
  field: ContactField,
  contact: Contact,
  problems: ContactProblems,
): Html {
  const { type, autocomplete } = inputs[field];
  const found = problems[field];
  const firstWrong = contactFields.find((name) => problems[name] !== undefined);
  const wiring = html`id="${field}" name="${field}" autocomplete="${autocomplete}" required aria-describedby="${field}-problem" ${found && html`aria-invalid="true"`} ${field === firstWrong && html`autofocus`}`;
  return html`<div class="field ${field}">
<label for="${field}">${texts.contact[field]}</label>
${
  type === "select"
    ? html`<select ${wiring}><option value="">${texts.chooseCountry}</option>${countryNames(locale).map(
        ({ code, name }) =>
          html`<option value="${code}" ${code === contact.country && html`selected`}>${name}</option>`,
      )}</select>`
    : html`<input type="${type}" ${wiring} maxlength="${maxLengths[field]}" value="${contact[field]}" ${type === "email" && html`dir="ltr"`}>`
}
<p class="problem" id="${field}-problem">${found && contactProblemText(texts, field, found)}</p>
</div>`;
}

/** Warns of another payment for the same goods that waits at the bank: a shopper who pays here too buys them twice. */
export function openPaymentNotice({ texts, locale, session }: Page): Html | undefined {
  const order = openPayment(session);
  if (!order) return undefined;
  return html`<p class="message reported">${texts.openPayment(formatMinor(order.totalMinor, locale))} <a href="/orders/${order.id}">${texts.viewOpenPayment}</a></p>`;
}

/** The items and the total of the order. */
export function summary(page: Page, order: Order): Html {
  const { texts, locale, session } = page;
  return html`<section class="summary" aria-labelledby="summary-title">
<h2 id="summary-title">${texts.summary}</h2>
${order.kind === "basket" && openPaymentNotice(page)}
${orderLines(page, order)}
${order.kind === "basket" && session.qa.amountMinor !== null && html`<p class="soft">${texts.qaAmount}</p>`}
<p class="total"><span>${texts.total}</span><strong>${formatMinor(order.totalMinor, locale)}</strong></p>
${order.kind === "box" && html`<p class="soft">${texts.afterPayment.subscription.recurring(formatMinor(box.monthlyMinor, locale), box.everyDays)}</p>`}
</section>`;
}

/** The choice between the saved card and another card: two pages, shown as one choice. */
function cardChoice(page: Page, card: SavedCard): Html {
  const { texts } = page;
  return html`<nav class="card-choice" aria-label="${texts.cardChoice}">
<a class="card-tile" href="/checkout/saved"><b>${cardName(page, card)}</b> <span>${texts.savedHint}</span></a>
<a class="card-tile chosen" href="/checkout" aria-current="page"><b>${texts.anotherCard}</b> <span>${texts.anotherHint}</span></a>
</nav>`;
}

function cardName({ texts }: Page, { brand, lastFour }: SavedCard): string {
  return sourceWords(texts, { method: "card", brand, lastFour });
}

export function environmentOf({ session, config }: Page): string {
  return session.qa.environment ?? config.environments[0];
}
