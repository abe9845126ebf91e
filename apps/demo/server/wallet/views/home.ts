/** The customer's wallet: the accounts with their balances, and the form of a new account. */
import type { PaymentAccount } from "@cardpane/node";
import { html } from "hono/html";
import { layout } from "../../http/layout.ts";
import type { Html, Page } from "../../http/page.ts";
import { formatAmount } from "../../shop/money.ts";
import { field } from "../../shop/views/field.ts";
import { accountCurrencies } from "../inputs.ts";
import type { WalletNews } from "../shopper-wallet.ts";
import { money, noticeMessage, type Refused, refusalMessage, refusedIn } from "./parts.ts";

export interface HomeView {
  readonly email: string;
  readonly accounts: readonly PaymentAccount[];
  readonly refused?: Refused | undefined;
}

export function homePage(page: Page, { email, accounts, refused }: HomeView): Html {
  const { texts, session } = page;
  const { wallet } = texts;
  return layout(page, {
    title: refused ? texts.errorTitle(wallet.title) : wallet.title,
    scripts: ["wallet.js"],
    body: html`<div class="wallet">
<h1>${wallet.title}</h1>
<form class="who" method="post" action="/wallet/log-out" data-once><span>${wallet.loggedInAs(email)}</span>
<button class="button secondary small">${wallet.logOut}</button></form>
${noticeMessage(page, session.wallet.notice)}
${news(page, accounts, session.wallet.news)}
<section aria-labelledby="accounts-title"><h2 id="accounts-title">${wallet.accounts}</h2>
${accounts.length === 0 ? html`<p class="soft">${wallet.noAccounts}</p>` : html`<ul class="accounts">${accounts.map((account) => accountItem(page, account))}</ul>`}
</section>
<p><a href="/wallet/transactions">${wallet.allTransactions}</a></p>
${newAccountForm(page, accounts.length === 0, refused)}
<p><a href="/">${texts.shopOn}</a></p>
</div>`,
  });
}

function accountItem(page: Page, account: PaymentAccount): Html {
  const { wallet } = page.texts;
  const { id, balance, currency } = account;
  const name = account.name ?? wallet.unnamed(currency);
  return html`<li class="account">
<h3><a href="/wallet/accounts/${id}" aria-label="${wallet.manage(name)}">${name}</a></h3>
<p class="balance">${money(balance, currency, page.locale)}</p>
<p class="soft">${kindOfMoney(page, account)}${!account.is_active && html` <span class="chip">${wallet.inactive}</span>`}</p>
</li>`;
}

/** The kind of an account's money: paid in by the customer, or given by the shop. */
export function kindOfMoney({ texts }: Page, { type }: Pick<PaymentAccount, "type">): string {
  const { accountTypes } = texts.wallet;
  const name = type ?? "";
  return Object.hasOwn(accountTypes, name) ? accountTypes[name as keyof typeof accountTypes] : name;
}

function newAccountForm(page: Page, isOpen: boolean, refused: Refused | undefined): Html {
  const { wallet } = page.texts;
  const form = refusedIn(refused, "new-account");
  return html`<details class="card" ${(isOpen || form.isRefused) && html`open`}><summary><h2>${wallet.newAccount}</h2></summary>
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

/** Changes that the shopper did not make, from the gateway's notifications. */
function news(page: Page, accounts: readonly PaymentAccount[], all: readonly WalletNews[]): Html | null {
  const { wallet } = page.texts;
  if (all.length === 0) return null;
  return html`<section class="message reported" aria-labelledby="news-title"><h2 id="news-title">${wallet.newsTitle}</h2>
<ul>${all.slice(0, 5).map((one) => html`<li>${newsText(page, accounts, one)}</li>`)}</ul></section>`;
}

function newsText({ texts, locale }: Page, accounts: readonly PaymentAccount[], one: WalletNews): string {
  const { wallet } = texts;
  const { type, paymentAccountId, currency, transaction } = one;
  const name = accounts.find(({ id }) => id === paymentAccountId)?.name ?? wallet.unnamed(currency);
  const inWords = (amount: number) => formatAmount(amount, currency, locale);
  if (type === "wallet.account.low") return wallet.newsLow(name, inWords(transaction.balance ?? 0));
  const say = transaction.status === "success" ? wallet.newsMoved : wallet.newsFailed;
  return say(name, inWords(transaction.price));
}
