/** The operator's pages: the wallet users, and the actions on one of them. */
import type { Page as ListPage, PaymentAccount, UserAuthenticator, WalletUser } from "@cardpane/node";
import { html } from "hono/html";
import { layout } from "../http/layout.ts";
import type { Html, Page } from "../http/page.ts";
import { fact } from "../shop/views/parts.ts";
import { type Query, userFilters } from "../wallet/filters.ts";
import { type Done, refusalOf } from "../wallet/refusal.ts";
import { topUpForm } from "../wallet/views/account.ts";
import { kindOfMoney } from "../wallet/views/home.ts";
import { filterForm, pager } from "../wallet/views/list.ts";
import { setUp } from "../wallet/views/login-page.ts";
import { moment, money, noticeMessage, type Refused, refusalMessage } from "../wallet/views/parts.ts";
import { type TransactionsView, transactionList } from "../wallet/views/transactions.ts";

export interface UsersView {
  readonly query: Query;
  readonly list: Done<ListPage<WalletUser>>;
}

export function usersPage(page: Page, { query, list }: UsersView): Html {
  const { wallet } = page.texts;
  return layout(page, {
    title: wallet.users,
    body: html`<div class="wallet">
<h1>${wallet.users}</h1>
<p class="soft">${wallet.operatorNote}</p>
${filterForm(page, { path: "/operator", filters: userFilters, query, refusal: refusalOf(list) })}
${
  list.ok &&
  html`${
    list.value.data.length === 0
      ? html`<p class="soft">${wallet.noUsers}</p>`
      : html`<ul class="accounts">${list.value.data.map((user) => userItem(page, user))}</ul>`
  }
${pager(page, { path: "/operator", query }, list.value.meta)}`
}
</div>`,
  });
}

function userItem(page: Page, user: WalletUser): Html {
  const { wallet } = page.texts;
  return html`<li class="account">
<h2><a href="/operator/users/${user.id}">${address(user.email)}</a></h2>
<p class="soft">${wallet.created} ${moment(user.createdAt, page.locale)}</p>
<p>${chips(page, user)}</p>
</li>`;
}

/** An e-mail address that may wrap after its @. */
function address(email: string): Html {
  const at = email.lastIndexOf("@") + 1;
  return html`<bdi>${email.slice(0, at)}<wbr>${email.slice(at)}</bdi>`;
}

function chips({ texts }: Page, { isActivated, isBlocked }: WalletUser): Html {
  const { wallet } = texts;
  return html`<span class="chip">${isActivated ? wallet.activated : wallet.notActivated}</span>${isBlocked && html` <span class="chip">${wallet.blocked}</span>`}`;
}

export interface UserView extends TransactionsView {
  readonly user: WalletUser;
  /** The new authenticator, shown once. */
  readonly fresh?: UserAuthenticator | undefined;
  readonly refused?: Refused | undefined;
}

export function userPage(page: Page, view: UserView): Html {
  const { wallet } = page.texts;
  const { user, fresh, refused } = view;
  const path = `/operator/users/${user.id}`;
  return layout(page, {
    title: user.email,
    scripts: ["wallet.js"],
    body: html`<div class="wallet">
<p><a href="/operator">${wallet.users}</a></p>
<h1 class="address">${address(user.email)}</h1>
<p>${chips(page, user)}</p>
${noticeMessage(page, page.session.wallet.notice)}
${refused?.form === "user" && refusalMessage(page, refused.refusal)}
${userFacts(page, user)}
${actions(page, user, path)}
${fresh && setUp(page, fresh)}
${user.isBlocked ? html`<p class="soft">${wallet.blockedHidden}</p>` : holdings(page, view, path)}
</div>`,
  });
}

function holdings(page: Page, view: UserView, path: string): Html {
  const { wallet } = page.texts;
  const { accounts, refused } = view;
  return html`<section aria-labelledby="accounts-title"><h2 id="accounts-title">${wallet.accounts}</h2>
${accounts.length === 0 ? html`<p class="soft">${wallet.noAccounts}</p>` : html`<ul class="accounts">${accounts.map((account) => accountItem(page, account, path, refused))}</ul>`}
</section>
<section aria-labelledby="transactions-title"><h2 id="transactions-title">${wallet.transactions}</h2>
${transactionList(page, view, { path, voidPath: `${path}/transactions`, orderPath: "/operator/orders" })}
</section>`;
}

function userFacts({ texts, locale }: Page, user: WalletUser): Html {
  const { wallet } = texts;
  return html`<dl class="facts">
${fact(wallet.user, html`<bdi>${user.id}</bdi>`)}
${fact(wallet.externalId, html`<bdi>${user.externalUserId}</bdi>`)}
${fact(wallet.created, moment(user.createdAt, locale))}
${user.blockedAt !== null && fact(wallet.blockedSince, moment(user.blockedAt, locale))}
</dl>`;
}

function actions({ texts }: Page, { isActivated, isBlocked }: WalletUser, path: string): Html {
  const { wallet } = texts;
  const button = (to: string, words: string) =>
    html`<button class="button secondary small" name="to" value="${to}">${words}</button>`;
  return html`<form class="buttons" method="post" action="${path}/status">
${isBlocked ? button("unblock", wallet.unblock) : button("block", wallet.block)}
${isActivated ? button("deactivate", wallet.deactivate) : button("activate", wallet.activate)}
</form>
<form class="way-out" method="post" action="${path}/authenticator">
<button class="button secondary small">${wallet.regenerate}</button><p class="soft">${wallet.regenerateText}</p></form>`;
}

function accountItem(page: Page, account: PaymentAccount, path: string, refused: Refused | undefined): Html {
  const { wallet } = page.texts;
  const { id, currency, balance } = account;
  const prefix = `top-up-${id}`;
  return html`<li class="account">
<h3><bdi>${account.name ?? wallet.unnamed(currency)}</bdi></h3>
<p class="balance">${money(balance, currency, page.locale)}</p>
<p class="soft">${kindOfMoney(page, account)}${!account.is_active && html` <span class="chip">${wallet.inactive}</span>`}</p>
<details ${refused?.form === prefix && html`open`}><summary><span class="unseen">${account.name ?? wallet.unnamed(currency)}: </span>${wallet.topUp}</summary>
${topUpForm(page, { account, refused, prefix, action: `${path}/accounts/${id}/top-up` })}</details>
</li>`;
}
