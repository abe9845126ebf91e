/** The customer's wallet on one page: accounts with their balances, adding money, the latest transactions. */
import type { PaymentAccount, WalletTransaction } from "@cardpane/node";
import { html } from "hono/html";
import { layout } from "../../http/layout.ts";
import type { Html, Page } from "../../http/page.ts";
import { formatMoney } from "../../shop/money.ts";
import { codeFold, declineTitle, declineWords } from "../../shop/views/decline.ts";
import { field, tick } from "../../shop/views/field.ts";
import { accountCurrencies } from "../inputs.ts";
import { newestRefill, type Refill, walletVersion } from "../shopper-wallet.ts";
import {
  accountCard,
  moment,
  money,
  noticeMessage,
  type Refused,
  refusalMessage,
  refusedIn,
} from "./parts.ts";

export interface HomeView {
  readonly accounts: readonly PaymentAccount[];
  /** The latest, the newest first. */
  readonly transactions: readonly WalletTransaction[];
  readonly refused?: Refused | undefined;
}

export function homePage(page: Page, view: HomeView): Html {
  const { texts, session, isQaOpen } = page;
  const { wallet } = texts;
  const { accounts, transactions, refused } = view;
  const refill = newestRefill(session.wallet);
  const isPending = refill?.state.status === "waiting" || refill?.state.status === "reported";
  const isRefillable = accounts.some(({ type }) => type === "fiat");
  return layout(page, {
    title: refused ? texts.errorTitle(wallet.title) : wallet.title,
    scripts: ["wallet.js", ...(isPending ? ["order.js"] : [])],
    body: html`<div class="wallet" id="order" tabindex="-1" data-order="/wallet" data-version="${walletVersion(session.wallet)}">
<h1>${wallet.title}</h1>
<form class="who" method="post" action="/wallet/log-out" data-once><span>${wallet.loggedInAs(session.wallet.email ?? "")}</span>
<button class="button secondary small">${wallet.logOut}</button></form>
${noticeMessage(page, session.wallet.notice)}
${refill && refillState(page, refill)}
<section aria-labelledby="accounts-title"><h2 id="accounts-title">${wallet.accounts}</h2>
${accounts.length === 0 ? html`<p class="soft">${wallet.noAccounts}</p>` : html`<ul class="tiles">${accounts.map((account) => accountItem(page, account))}</ul>`}
</section>
${isRefillable && refillForm(page, view)}
${isQaOpen && accounts.length > 0 && topUpForm(page, view)}
${newAccountForm(page, view)}
${
  transactions.length > 0 &&
  html`<section aria-labelledby="transactions-title"><h2 id="transactions-title">${wallet.transactions}</h2>
<ol class="movements">${transactions.map((one) => movement(page, one))}</ol></section>`
}
<p><a href="/">${texts.shopOn}</a></p>
</div>
<p class="unseen" id="order-news" role="status"></p>`,
  });
}

/** The last refill: what the shop knows of it. */
function refillState(page: Page, refill: Refill): Html {
  const { texts, locale } = page;
  const { wallet } = texts;
  const { state, url } = refill;
  const { title, text } = wallet.refills[state.status];
  const amount = html`<bdi>${refill.accountName}</bdi>: ${formatMoney(refill, locale)}`;
  switch (state.status) {
    case "waiting":
      return html`<section class="message reported"><h2>${title}</h2><p>${amount}. ${text}</p>${url !== null && html`<p><a href="${url}">${wallet.goToRefill}</a></p>`}</section>`;
    case "reported":
      return html`<section class="message ${state.approved ? "reported" : "declined"}"><h2>${state.approved ? texts.reportedApproved : declineTitle(texts, state.code)} <span class="chip">${texts.notConfirmed}</span></h2>
<p>${amount}. ${text}</p>${state.code !== null && codeFold(page, state.code)}</section>`;
    case "succeeded":
      return html`<section class="notice"><h2>${title}</h2><p>${amount}. ${text}</p></section>`;
    case "failed":
      return html`<section class="message declined"><h2>${title}</h2><p>${amount}. ${text}</p>${declineWords(page, state.code, true)}</section>`;
    default:
      return state satisfies never;
  }
}

function nameOf({ texts }: Page, { name, currency }: PaymentAccount): string {
  return name ?? texts.wallet.unnamed(currency);
}

function accountItem(page: Page, account: PaymentAccount): Html {
  const { wallet } = page.texts;
  const { balance, currency, type, accountNumber: number, brand } = account;
  const kind = wallet.accountTypes[type === "promo" ? "promo" : "fiat"];
  return html`<li class="card"><h3><bdi>${nameOf(page, account)}</bdi></h3>
<p class="balance">${money(balance, currency, page.locale)}</p>
<p class="soft">${kind}${!account.isActive && html` <span class="chip">${wallet.inactive}</span>`}${number !== null && html`<br>${accountCard(page.texts, brand, number)}`}</p></li>`;
}

function accountField(
  page: Page,
  accounts: readonly PaymentAccount[],
  form: string,
  refused?: Refused,
): Html {
  const { field: parts } = refusedIn(refused, form);
  return field(page, {
    ...{
      id: `${form}-account`,
      label: page.texts.wallet.account,
      ...parts("account", String(accounts[0]?.id)),
    },
    choices: accounts.map((account) => [
      String(account.id),
      `${nameOf(page, account)} (${account.currency})`,
    ]),
  });
}

function refillForm(page: Page, { accounts, refused }: HomeView): Html {
  const { wallet } = page.texts;
  const form = refusedIn(refused, "refill");
  const fiat = accounts.filter(({ type }) => type === "fiat");
  return html`<section class="card" aria-labelledby="refill-title"><h2 id="refill-title">${wallet.refill}</h2>
<p class="soft">${wallet.refillText}</p>
<form method="post" action="/wallet/refill" novalidate data-device>
<input type="hidden" name="formToken" value="${form.formToken}">
<input type="hidden" name="device" value="">
${refusalMessage(page, form.refusal, ["amount"])}
<div class="fields">${accountField(page, fiat, "refill", refused)}
${field(page, { id: "refill-amount", label: wallet.amount, as: "amount", ...form.field("amount") })}</div>
${fiat.some(({ accountNumber: number }) => number !== null) && tick("another-card", "anotherCard", wallet.anotherCard, form.isTicked("anotherCard"))}
<p class="buttons"><button class="button primary">${wallet.goToRefill}</button></p>
</form></section>`;
}

/** Adds or takes virtual money, for QA: in a real shop, only the operator can. */
function topUpForm(page: Page, { accounts, refused }: HomeView): Html {
  const { wallet } = page.texts;
  const form = refusedIn(refused, "top-up");
  return html`<section class="card" aria-labelledby="top-up-title"><h2 id="top-up-title">${wallet.topUp}</h2>
<p class="soft">${wallet.topUpText}</p>
<form method="post" action="/wallet/top-up" novalidate>
<input type="hidden" name="formToken" value="${form.formToken}">
${refusalMessage(page, form.refusal, ["amount", "expiresInDays"])}
<div class="fields">${accountField(page, accounts, "top-up", refused)}
${field(page, { id: "top-up-amount", label: wallet.amount, as: "amount", ...form.field("amount") })}
${field(page, { id: "top-up-days", label: wallet.expiresInDays, isOptional: true, ...form.field("expiresInDays") })}</div>
<p class="buttons"><button class="button secondary">${wallet.topUpNow}</button></p>
</form></section>`;
}

function newAccountForm(page: Page, { accounts, refused }: HomeView): Html {
  const { wallet } = page.texts;
  const form = refusedIn(refused, "new-account");
  return html`<details class="card" ${(accounts.length === 0 || form.isRefused) && html`open`}><summary><h2>${wallet.newAccount}</h2></summary>
<form method="post" action="/wallet/accounts" novalidate>
<input type="hidden" name="formToken" value="${form.formToken}">
${refusalMessage(page, form.refusal, ["name", "currency", "type"])}
<div class="fields">
${field(page, { id: "new-name", label: wallet.accountName, isOptional: true, ...form.field("name") })}
${field(page, {
  ...{ id: "new-currency", label: wallet.currency, ...form.field("currency", "EUR") },
  choices: accountCurrencies.map((code) => [code, code]),
})}
${field(page, {
  ...{ id: "new-type", label: wallet.accountType, ...form.field("type", "fiat") },
  choices: Object.entries(wallet.accountTypes),
})}
</div>
<p class="buttons"><button class="button secondary">${wallet.createAccount}</button></p>
</form></details>`;
}

function movement({ texts, locale }: Page, one: WalletTransaction): Html {
  const { type, price, currency, status, date, descriptor, child } = one;
  const isVoided = child.some(({ mode }) => mode === "void");
  const state = status === "fail" ? texts.wallet.failed : isVoided ? texts.wallet.voided : undefined;
  return html`<li class="movement ${state !== undefined && "undone"}"><span><b>${descriptor ?? texts.wallet.directions[type === "income" ? "income" : "outcome"]}</b> <span class="soft">${moment(date, locale)}</span>${state !== undefined && html` <span class="chip">${state}</span>`}</span>
${money(type === "income" ? price : -price, currency, locale)}</li>`;
}
