/**
 * The checkouts: the shopper's contact, and the ways to pay as radio buttons of which the chosen one is open. CSS opens it, so the
 * choice needs neither a script nor another page.
 *
 *   Card     the pane: a new card, or a saved one (a way of its own) of which it asks only the CVV
 *   Wallet   wallet-way.ts
 *   More     more-ways.ts
 */
import { html } from "hono/html";
import { layout } from "../http/layout.ts";
import type { Html, Page } from "../http/page.ts";
import { box } from "../orders/catalogue.ts";
import type { ContactProblems } from "../orders/contact.ts";
import { formatMinor, formatMoney } from "../orders/money.ts";
import type { NotMade, Order } from "../orders/order.ts";
import { balanceOf } from "../orders/shopper-wallet.ts";
import { contactFields } from "./contact-fields.ts";
import { cardMarks } from "./marks.ts";
import { type MoreView, moreWays } from "./more-ways.ts";
import { declineTitle, declineWords, openPaymentNotice, orderLines, payButton, total } from "./parts.ts";
import { sourceWords } from "./source-name.ts";
import { walletWay } from "./wallet-way.ts";

/** The ways to pay, in the order in which they are shown, with the address of the checkout that has chosen them. */
export const ways = {
  saved: "/checkout/saved",
  card: "/checkout",
  wallet: "/checkout/wallet",
  more: "/checkout/other",
} as const;
export type Way = keyof typeof ways;

/** The order, and the problems of the last form. */
export interface CheckoutView {
  readonly order: Order;
  readonly problems?: ContactProblems;
  /** The reason why a submitted form led to no payment attempt. @default none */
  readonly notMade?: NotMade;
  /** The chosen way; absent on a page that has only the pane. */
  readonly way?: Way;
  /** The state of "More ways to pay". */
  readonly more?: MoreView;
  /** The chosen account of the wallet. */
  readonly accountId?: number;
}

/** A checkout; `undefined` if it is the saved card's, and there is none. */
export function checkoutPage(page: Page, view: CheckoutView): Html | undefined {
  const { texts, session, here } = page;
  const { order, way, problems, more } = view;
  if (way === "saved" && !session.savedCard) return undefined;
  // The HTML-only form is for QA: it needs no script of the shop.
  const isPlain = here === "/checkout/html";
  const isBox = order.kind === "box";
  const title = isBox ? texts.products[box.id].name : texts.checkout;
  const problem = problemOf(page, view);
  const isWrong = problem !== undefined || problems !== undefined || more?.problems !== undefined;
  const scripted = isPlain ? undefined : scriptParts(page, order);
  return layout(page, {
    title: isWrong ? texts.errorTitle(title) : title,
    quiet: true,
    scripts: ["checkout.js"],
    body: html`<div class="stack checkout-page">
<h1>${title}</h1>
<div class="beside">
${foldedSummary(page, order)}
<form id="checkout" class="stack" method="post" action="/orders/${order.id}/pay" ${!isPlain && html`novalidate`} ${scripted?.attributes}>
<input type="hidden" name="back" value="${here}">
<section aria-labelledby="contact-title"><h2 id="contact-title">${texts.contactTitle}</h2>
${contactFields(page, problems)}</section>
<section aria-labelledby="payment-title">
<h2 id="payment-title">${texts.paymentTitle}</h2>
<div id="outcome" role="alert">${problem}</div>
${
  way === undefined
    ? html`${paneParts(page, order)}${noScript(page)}${isBox && consent(page)}`
    : html`<div class="ways" role="radiogroup" aria-labelledby="payment-title">${waysOf(page, view, way)}</div>`
}
</section>
</form>
${summary(page, order)}
</div>
</div>${scripted?.messages}`,
  });
}

function waysOf(page: Page, { order, more, accountId }: CheckoutView, chosen: Way): readonly (Html | null)[] {
  const { texts, session, locale } = page;
  const { savedCard: saved, wallet } = session;
  const balance = balanceOf(wallet);
  const row = (way: Way, name: Html | string, body: Html, end: Html | string = "") =>
    html`<div class="way"><div class="way-head"><input type="radio" name="way" id="way-${way}" value="${way}" ${way === chosen && html`checked`}><label for="way-${way}">${name}</label>${end && html`<span class="row-end">${end}</span>`}</div>
<div class="way-body">${body}</div></div>`;
  // A pane is loaded when its way is chosen: the script then takes it out of its template.
  const cardRow = (way: "saved" | "card", name: string, end?: Html) => {
    const parts = paneParts(page, order, way);
    return row(
      way,
      name,
      html`${way === chosen ? parts : html`<template>${parts}</template>`}${noScript(page)}`,
      end,
    );
  };
  return [
    saved && cardRow("saved", sourceWords(texts, { method: "card", ...saved })),
    cardRow("card", saved ? texts.anotherCard : texts.card, cardMarks()),
    row(
      "wallet",
      texts.wallet.title,
      walletWay(page, order, accountId),
      balance ? formatMoney(balance, locale) : "",
    ),
    row("more", texts.wayMore, moreWays(page, order, more)),
  ];
}

/** The pane with its Pay button; for a new card of the basket also the question whether to keep it. */
function paneParts(page: Page, order: Order, way?: "saved" | "card"): Html {
  const { texts, session, here } = page;
  const { state, by } = order;
  const decline = state.status === "declined" && by === "card" ? state.code : null;
  const common = html`environment="${environmentOf(page)}" ${decline !== null && html`decline="${decline}"`}`;
  const fields = html`fields="${session.qa.fields}"`;
  const pane =
    way === "saved"
      ? html`<card-pane ${common} data-saved-card="${JSON.stringify(session.savedCard)}"></card-pane>`
      : html`<card-pane ${here === "/checkout/html" && html`name="payment" match="#email"`} ${common} ${fields}></card-pane>`;
  return html`${page.pane ? pane : paneMissing(page)}
${way === "card" && html`<div class="check"><input type="checkbox" id="save-card" name="saveCard" value="on"><label for="save-card">${texts.saveCard}</label></div>`}
${payButton(page, order, !page.pane)}
<p class="soft small-print">${texts.paymentHint}</p>`;
}

function noScript({ texts }: Page): Html {
  return html`<noscript><p class="message">${texts.noScript} <a href="${ways.more}">${texts.wayMore}</a></p></noscript>`;
}

/** The message above the payment. A wrong field has its own error and the focus, and nothing was sent since the last problem. */
function problemOf(page: Page, { order, problems, notMade, more }: CheckoutView): Html | undefined {
  if (problems || more?.problems) return undefined;
  if (more?.isNoneChosen) return html`<div class="message"><p>${page.texts.chooseSource}</p></div>`;
  return notMade ? notMadeMessage(page, notMade) : lastProblem(page, order);
}

/** What the page's script needs: the order's path, the dialog's texts, and its messages as templates. */
function scriptParts(page: Page, order: Order): { readonly attributes: Html; readonly messages: Html } {
  const { texts, here, locale } = page;
  const template = (id: string, content: Html) =>
    html`<template id="${id}"><div class="message">${content}</div></template>`;
  const link = (href: string, text: string) => html`<p><a href="${href}">${text}</a></p>`;
  const ended = (kind: "cancelled" | "timed_out") =>
    template(kind, html`<h3>${texts.notMadeTitle}</h3><p>${texts.declines[kind]} ${texts.declinedRetry}</p>`);
  const title = `${texts.challenge.title} · Odd Harbour · ${formatMinor(order.totalMinor, locale)}`;
  return {
    attributes: html`data-order="/orders/${order.id}" data-challenge="${JSON.stringify({ ...texts.challenge, title })}"`,
    messages: html`${template("pane-loading", html`<p>${texts.paneLoading}</p>`)}
${template("pane-failed", html`<p>${texts.notMade.no_card}</p>${link(here, texts.reload)}${link(ways.more, texts.wayMore)}`)}
${template("no-answer", html`<p>${texts.shopUnreachable}</p>${link(`/orders/${order.id}`, texts.checkOrder)}`)}
${ended("cancelled")}
${ended("timed_out")}`,
  };
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
function lastProblem(page: Page, { state, by }: Order): Html | undefined {
  if (state.status === "created" && state.problem) return notMadeMessage(page, state.problem);
  if (state.status !== "declined") return undefined;
  return html`<div class="message" tabindex="-1" autofocus><h3>${declineTitle(page.texts, state.code)}</h3>${declineWords(page, state.code, by === "card")}</div>`;
}

function notMadeMessage({ texts }: Page, why: NotMade): Html {
  return html`<div class="message" tabindex="-1" autofocus><h3>${texts.notMadeTitle}</h3><p>${texts.notMade[why]}</p></div>`;
}

/** The order on a narrow screen: one line above the form, which unfolds. */
function foldedSummary(page: Page, order: Order): Html {
  const { texts, locale } = page;
  return html`<details class="card folded-summary"><summary><span class="ends"><h2>${texts.summary}</h2><strong>${formatMinor(order.totalMinor, locale)}</strong></span></summary>${summaryParts(page, order)}</details>`;
}

/** The order beside the form. */
function summary(page: Page, order: Order): Html {
  return html`<section class="card summary" aria-labelledby="summary-title"><h2 id="summary-title">${page.texts.summary}</h2>
${summaryParts(page, order)}</section>`;
}

function summaryParts(page: Page, order: Order): Html {
  const { texts, locale, session } = page;
  const isBox = order.kind === "box";
  return html`${!isBox && openPaymentNotice(page)}
${orderLines(page, order)}
${!isBox && session.qa.amountMinor !== null && html`<p class="soft" lang="en">Amount set in the QA panel</p>`}
${total(page, order.totalMinor)}
${isBox && html`<p class="soft">${texts.boxTerms(formatMinor(order.totalMinor, locale), formatMinor(box.monthlyMinor, locale), box.everyDays)}</p>`}`;
}

export function environmentOf({ session, config }: Page): string {
  return session.qa.environment ?? config.environments[0];
}
