/**
 * The checkouts: the shopper's contact, and the ways to pay as a list of which the chosen one is open.
 *
 *   Card     the pane: a new card, or a saved one of which it asks only the CVV
 *   Wallet   server/wallet/checkout.ts
 *   More     views/other.ts
 */
import { html, raw } from "hono/html";
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
import { formatMinor, formatMoney } from "../money.ts";
import { declineMessage } from "./decline.ts";
import { contactProblemText } from "./field.ts";
import { orderLines } from "./parts.ts";
import { sourceWords } from "./source-name.ts";

/** The order, and the result of the last form. */
export interface CheckoutView {
  readonly order: Order;
  /** The problems of the submitted contact. @default none */
  readonly problems?: ContactProblems;
  /** The reason why a submitted form led to no payment attempt. @default none */
  readonly notMade?: NotMade;
}

/** The ways to pay, in the order in which they are shown, with their pages. */
const ways = { card: "/checkout", wallet: "/checkout/wallet", more: "/checkout/other" } as const;
export type Way = keyof typeof ways;

/** The page of a way that a form names; that of the saved card too. */
export function pathOfWay(way: unknown): string {
  if (way === "saved") return "/checkout/saved";
  return Object.hasOwn(ways, String(way)) ? ways[way as Way] : ways.card;
}

/** The default checkout: uses the pane's promise API, and changes the page only when there is an outcome. */
export function checkoutPage(page: Page, view: CheckoutView): Html {
  const [saved] = page.session.savedCards;
  const pane = scriptPane(page);
  return cardCheckout(page, view, saved ? cardRows(savedRow(page, saved), newCardRow(page, pane)) : pane);
}

/** Pay again: the gateway stores the card, the pane collects its CVV. */
export function savedPage(page: Page, view: CheckoutView): Html | undefined {
  const [card] = page.session.savedCards;
  if (!card) return undefined;
  const pane = html`<card-pane id="pane" environment="${environmentOf(page)}" data-saved-card="${JSON.stringify(card)}"></card-pane>
<input type="hidden" name="savedCard" value="${card.paymentAccountId}">`;
  return cardCheckout(page, view, cardRows(savedRow(page, card, pane), newCardRow(page)));
}

/** The monthly box: the pane pays the first charge, the gateway charges the later ones. */
export function boxPage(page: Page, view: CheckoutView): Html {
  return cardCheckout(page, view, scriptPane(page));
}

function cardCheckout(page: Page, view: CheckoutView, pane: Html): Html {
  const { texts } = page;
  const { order } = view;
  return checkoutFrame(page, order, {
    way: order.kind === "box" ? null : "card",
    action: `/orders/${order.id}/pay`,
    ...problemsOf(page, view),
    // Before the pane's script: this one shows a message if the pane does not load.
    scriptsBeforePane: ["checkout.js"],
    attributes: html`novalidate data-order="/orders/${order.id}" data-texts="${pageTexts(page)}"`,
    payment: html`${hint(texts.paymentHint)}
${page.pane ? pane : paneMissing(page)}
<noscript><p class="message failed">${texts.noScript} <a href="/checkout/other">${texts.wayMore}</a></p></noscript>
${payButton(page, order)}
${order.kind === "box" && consent(page)}`,
  });
}

/** HTML only, for QA: `<card-pane name="payment">` in a form that needs no script of the shop. */
export function plainPage(page: Page, view: CheckoutView): Html {
  const { texts, session } = page;
  const { order } = view;
  return checkoutFrame(page, order, {
    way: null,
    action: `/orders/${order.id}/pay`,
    attributes: html``,
    ...problemsOf(page, view),
    payment: html`${hint(texts.paymentHint)}
${page.pane ? html`<card-pane name="payment" match="#email" environment="${environmentOf(page)}" fields="${session.qa.fields}"></card-pane>` : paneMissing(page)}
<noscript><p class="message failed">${texts.noScript} <a href="/checkout/other">${texts.wayMore}</a></p></noscript>
${payButton(page, order)}`,
  });
}

function scriptPane(page: Page): Html {
  return html`<card-pane id="pane" environment="${environmentOf(page)}" fields="${page.session.qa.fields}"></card-pane>`;
}

/** The saved card and a new one, as rows of their own list. */
function cardRows(...rows: readonly Html[]): Html {
  return html`<ul class="ways">${rows}</ul>`;
}

/** The saved card, open with the pane in it, or to be chosen. */
function savedRow(page: Page, card: SavedCard, pane?: Html): Html {
  return row("saved", sourceWords(page.texts, { method: "card", ...card }), pane);
}

function newCardRow({ texts }: Page, pane?: Html): Html {
  return row("card", texts.anotherCard, pane);
}

function row(way: string, name: Html | string, open?: Html, end?: Html | string): Html {
  if (open === undefined)
    return html`<li class="way"><button class="way-head" name="way" value="${way}" formaction="/checkout/way" formnovalidate>${name}${end && html`<span class="row-end">${end}</span>`}</button></li>`;
  return html`<li class="way chosen" aria-current="true"><div class="way-head">${name}${end && html`<span class="row-end">${end}</span>`}</div><div class="way-body">${open}</div></li>`;
}

interface FrameParts {
  /** The chosen way; `null` if the page has no choice. */
  readonly way: Way | null;
  readonly action: string;
  /** The content of the chosen way, with the pay button. */
  readonly payment: Html;
  readonly problem?: Html | undefined;
  readonly contactFaults?: ContactProblems;
  /** Whether a field of the payment shows an error. @default false */
  readonly isFieldWrong?: boolean;
  readonly scriptsBeforePane?: readonly string[];
  /** More attributes of the form. */
  readonly attributes?: Html;
}

/** The layout of every checkout. */
export function checkoutFrame(page: Page, order: Order, parts: FrameParts): Html {
  const { texts } = page;
  const {
    way,
    action,
    payment,
    problem,
    contactFaults = {},
    isFieldWrong,
    scriptsBeforePane,
    attributes,
  } = parts;
  const title = order.kind === "box" ? texts.boxTitle : texts.checkout;
  const isWrong = problem !== undefined || isFieldWrong || Object.keys(contactFaults).length > 0;
  return layout(page, {
    title: isWrong ? texts.errorTitle(title) : title,
    quiet: true,
    ...(scriptsBeforePane ? { scriptsBeforePane } : { scripts: ["checkout.js"] }),
    body: html`<div class="checkout-page">
<h1>${title}</h1>
<div class="beside checkout">
<form id="checkout" class="checkout-form" method="post" action="${action}" ${attributes ?? html`novalidate`}>
<input type="hidden" name="back" value="${page.here}">
${localeField(page)}
${contactSection(page, contactFaults)}
<section aria-labelledby="payment-title">
<h2 id="payment-title">${texts.paymentTitle}</h2>
<div id="outcome" class="outcome-slot" role="alert">${problem}</div>
${way === null ? payment : html`<ul class="ways">${waysOf(page, way, payment)}</ul>`}
</section>
</form>
${summary(page, order)}
</div>
</div>`,
  });
}

function waysOf({ texts, session, locale }: Page, way: Way, payment: Html): readonly Html[] {
  const { balance } = session.wallet;
  const names = { card: texts.card, wallet: texts.wallet.title, more: texts.wayMore };
  return (Object.keys(ways) as Way[]).map((name) =>
    row(
      name,
      names[name],
      name === way ? payment : undefined,
      name === "wallet" && balance ? formatMoney(balance, locale) : undefined,
    ),
  );
}

/** The hint with the lock that shoppers look for. */
function hint(text: string): Html {
  return html`<p class="soft lock">${raw('<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M4 7V5a4 4 0 0 1 8 0v2h.5A1.5 1.5 0 0 1 14 8.5v5a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 2 13.5v-5A1.5 1.5 0 0 1 3.5 7zm1.5 0h5V5a2.5 2.5 0 0 0-5 0z" fill="currentColor"/></svg>')} ${text}</p>`;
}

function payButton(page: Page, order: Order): Html {
  return html`<button class="button primary pay" id="pay" ${!page.pane && html`disabled`}><span data-label>${payLabel(page, order)}</span></button>`;
}

/** The pay button's label, with the amount charged now; the summary and the consent name a subscription's later charges. */
function payLabel({ texts, locale }: Page, { kind, totalMinor }: Order): string {
  const amount = formatMinor(totalMinor, locale);
  return kind === "box" ? texts.afterPayment.subscription.subscribe(amount) : texts.pay(amount);
}

/** The terms that the shopper agrees to, and a link to the page where the subscription can be canceled. */
function consent({ texts, locale }: Page): Html {
  const { subscription } = texts.afterPayment;
  return html`<p class="soft consent">${subscription.consent(formatMinor(box.monthlyMinor, locale), box.everyDays)} <a href="/subscription">${subscription.title}</a>.</p>`;
}

/** The language of the form's page, for the answer. `autocomplete="off"`: a browser would otherwise restore an older value. */
function localeField({ locale }: Page): Html {
  return html`<input type="hidden" name="locale" value="${locale}" autocomplete="off">`;
}

function problemsOf(page: Page, { order, notMade, problems = {} }: CheckoutView) {
  return {
    problem: notMade ? notMadeMessage(page, notMade) : lastProblem(page, order),
    contactFaults: problems,
  };
}

/** The texts of the page's script, which contains none itself. */
function pageTexts({ texts }: Page): string {
  const { paying, paneFailed, paneLoading, reload, wayMore, shopUnreachable, checkOrder } = texts;
  const { unconfirmed, challenge } = texts;
  const own = { paying, paneFailed, paneLoading, reload, wayMore, shopUnreachable, checkOrder };
  return JSON.stringify({ ...contactTexts(texts), ...own, unconfirmed, challenge } satisfies PageTexts);
}

/** The texts with which the script shows errors of the contact. */
function contactTexts({ contactMissing, contactProblems }: Texts): ContactTexts {
  return { contactMissing, notAnEmail: contactProblems.not_an_email };
}

export function paneMissing({ texts, here }: Page): Html {
  return html`<div class="message failed" role="alert"><p>${texts.paneMissing}</p><p><a href="${here}">${texts.reload}</a></p></div>`;
}

/** The result of the last attempt, for a page that was loaded again after it. */
export function lastProblem(page: Page, order: Order): Html | undefined {
  const { state } = order;
  if (state.status === "declined") return declineMessage(page, state.code, order.by === "card");
  if (state.status === "created" && state.problem) return notMadeMessage(page, state.problem);
  return undefined;
}

function notMadeMessage({ texts }: Page, why: NotMade): Html {
  return html`<div class="message failed" tabindex="-1" autofocus><h3>${texts.notMadeTitle}</h3><p>${texts.notMade[why]}</p></div>`;
}

/** The shopper's contact fields. */
function contactSection(page: Page, problems: ContactProblems): Html {
  const { texts, session } = page;
  return html`<section aria-labelledby="contact-title">
<h2 id="contact-title">${texts.contactTitle}</h2>
<div class="contact">${contactFields.map((field) => contactField(page, field, session.contact ?? emptyContact, problems))}</div>
</section>`;
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
function summary(page: Page, order: Order): Html {
  const { texts, locale, session } = page;
  return html`<section class="card" aria-labelledby="summary-title">
<h2 id="summary-title">${texts.summary}</h2>
${order.kind === "basket" && openPaymentNotice(page)}
${orderLines(page, order)}
${order.kind === "basket" && session.qa.amountMinor !== null && html`<p class="soft">${texts.qaAmount}</p>`}
<p class="total"><span>${texts.total}</span><strong>${formatMinor(order.totalMinor, locale)}</strong></p>
${order.kind === "box" && html`<p class="soft">${texts.afterPayment.subscription.recurring(formatMinor(box.monthlyMinor, locale), box.everyDays)}</p>`}
</section>`;
}

export function environmentOf({ session, config }: Page): string {
  return session.qa.environment ?? config.environments[0];
}
