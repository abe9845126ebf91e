/** A wallet's transactions with their parts, and for the operator a button that voids one. */
import type { Page as ListPage, PaymentAccount, WalletTransaction } from "@cardpane/node";
import { html } from "hono/html";
import { layout } from "../../http/layout.ts";
import type { Html, Page } from "../../http/page.ts";
import { codeLine } from "../../shop/views/decline.ts";
import { fact } from "../../shop/views/parts.ts";
import { type Query, transactionFilters } from "../filters.ts";
import { type Done, type Refusal, refusalOf } from "../refusal.ts";
import { filterForm, pager } from "./list.ts";
import { accountCard, freshFormToken, moment, money, noticeMessage, refusalMessage, word } from "./parts.ts";

export interface TransactionsView {
  readonly query: Query;
  readonly accounts: readonly PaymentAccount[];
  /** The result of the request, or its refusal; `undefined` if none was sent. */
  readonly list: Done<ListPage<WalletTransaction>> | undefined;
  /** The refusal of the operator's void. */
  readonly notVoided?: { readonly id: number; readonly refusal: Refusal } | undefined;
}

export function transactionsPage(page: Page, view: TransactionsView): Html {
  const { texts, session } = page;
  const { wallet } = texts;
  return layout(page, {
    title: wallet.transactions,
    body: html`<div class="wallet">
<p><a href="/wallet">${wallet.back}</a></p>
<h1>${wallet.transactions}</h1>
${noticeMessage(page, session.wallet.notice)}
${transactionList(page, view, { path: "/wallet/transactions" })}
</div>`,
  });
}

interface Paths {
  /** The path of the page itself. */
  readonly path: string;
  /** The path before `/:id/void`, on the operator's page. @default none: no void buttons */
  readonly voidPath?: string;
  /** The path before an order's id. @default none: orders are not linked */
  readonly orderPath?: string;
}

/** Filters, list and pager, for the customer and the operator. */
export function transactionList(
  page: Page,
  view: TransactionsView,
  { path, voidPath, orderPath }: Paths,
): Html {
  const { wallet } = page.texts;
  const { query, accounts, list, notVoided } = view;
  return html`${filterForm(page, { path, filters: transactionFilters, query, accounts, refusal: refusalOf(list), isNested: voidPath !== undefined })}
${
  list?.ok &&
  html`${
    list.value.data.length === 0
      ? html`<p class="soft">${wallet.noTransactions}</p>`
      : html`<ol class="movements">${list.value.data.map((one) =>
          movement(page, one, {
            nameOf: (accountId) => {
              const account = accounts.find(({ id }) => id === accountId);
              return account ? (account.name ?? wallet.unnamed(account.currency)) : String(accountId);
            },
            voidAction: voidPath === undefined ? undefined : `${voidPath}/${one.id}/void`,
            orderPath,
            refusal: notVoided?.id === one.id ? notVoided.refusal : undefined,
          }),
        )}</ol>`
  }
${pager(page, { path, query }, list.value.meta)}`
}`;
}

interface MovementParts {
  readonly nameOf: (accountId: number) => string;
  readonly voidAction: string | undefined;
  readonly orderPath: string | undefined;
  readonly refusal: Refusal | undefined;
}

function movement(page: Page, one: WalletTransaction, given: MovementParts): Html {
  const { nameOf, voidAction, orderPath, refusal } = given;
  const { texts, locale } = page;
  const { wallet } = texts;
  const isVoided = one.child.some(({ mode }) => mode === "void");
  const isFailed = one.status === "fail";
  return html`<li class="movement ${isFailed || isVoided ? "undone" : ""}" id="transaction-${one.id}">
<p class="movement-name"><b>${one.descriptor ?? word(page, one.subtype ?? one.type)}</b> <span class="soft">${moment(one.date, locale)}</span></p>
<p class="movement-amount">${signed(page, one)}</p>
<p class="movement-facts"><span class="chip">${word(page, isFailed ? "fail" : (one.mode ?? one.type))}</span>
${isVoided && html`<span class="chip">${wallet.isVoided}</span>`}
<span class="soft">${nameOf(one.paymentAccountId)}</span></p>
<details ${refusal && html`open`}><summary><span class="unseen">${one.descriptor ?? one.id}: </span>${wallet.details}</summary>
${facts(page, one, orderPath)}
${parts(page, one, nameOf)}
${refusalMessage(page, refusal)}
${voidAction !== undefined && mayVoid(one, isVoided) && voidForm(page, { id: one.id, action: voidAction })}
</details></li>`;
}

/** Whether the void form is shown; the gateway decides whether the transaction can be voided. */
function mayVoid({ status, mode, subtype }: WalletTransaction, isVoided: boolean): boolean {
  return status === "success" && !isVoided && mode !== "void" && mode !== "test" && subtype !== "expiry";
}

function signed({ locale }: Page, { type, price, currency }: WalletTransaction): Html {
  return html`<span class="${type}">${money(type === "income" ? price : -price, currency, locale)}</span>`;
}

function facts(page: Page, one: WalletTransaction, orderPath: string | undefined): Html {
  const { texts, locale } = page;
  const { wallet } = texts;
  const { currency, merchantOrderId, message, code, dateExpire, remainingAmount } = one;
  return html`<dl class="facts">
${fact(texts.reference, html`<bdi>${one.id}</bdi>`)}
${fact(wallet.balanceAfter, money(one.balance, currency, locale))}
${merchantOrderId !== null && (isOfOrder(one) || orderPath !== undefined) && fact(wallet.order, orderName(one, merchantOrderId, orderPath))}
${one.accountNumber !== null && fact(texts.paidBy, accountCard(texts, one.brand, one.accountNumber))}
${message !== null && fact(wallet.reason, html`<bdi>${message}</bdi>`)}
${one.type === "income" && remainingAmount !== null && fact(wallet.unspent, money(remainingAmount, currency, locale))}
${dateExpire !== null && fact(wallet.expires, moment(dateExpire, locale))}
${one.status === "fail" && code !== null && fact(texts.result, codeLine(texts, code))}
</dl>`;
}

/**
 * Whether `merchantOrderId` is an order: true for a payment and for its void, which has the opposite type. For a refill and its
 * void it is an internal id of the shop, which means nothing to a customer.
 */
function isOfOrder({ type, mode }: WalletTransaction): boolean {
  return (type === "outcome") !== (mode === "void");
}

/** The order of a payment, linked if orders have a page; or the shop's id of a refill. */
function orderName(one: WalletTransaction, id: string, orderPath: string | undefined): Html {
  const name = html`<bdi>${id}</bdi>`;
  return orderPath !== undefined && isOfOrder(one)
    ? html`<a href="${orderPath}/${encodeURIComponent(id)}">${name}</a>`
    : name;
}

/** The parts of a payment, and its void. */
function parts(page: Page, { child }: WalletTransaction, nameOf: MovementParts["nameOf"]): Html | null {
  const { wallet } = page.texts;
  if (child.length === 0) return null;
  return html`<h3 class="quiet-title">${wallet.parts}</h3>
<ul class="movement-parts">${child.map(
    (one) =>
      html`<li><span>${one.mode === "void" ? word(page, "void") : nameOf(one.paymentAccountId)}${one.message !== null && html`: <bdi>${one.message}</bdi>`}</span> ${signed(page, one)}</li>`,
  )}</ul>`;
}

/** @param parts the transaction, the action of the form, and the label of its button. */
export function voidForm(
  page: Page,
  {
    id,
    action,
    label = page.texts.wallet.void,
  }: { readonly id: number; readonly action: string; readonly label?: string },
): Html {
  const { wallet, optional } = page.texts;
  return html`<details class="confirm"><summary>${label}…</summary><p class="soft">${wallet.voidText}</p>
<form class="void" method="post" action="${action}">
<input type="hidden" name="formToken" value="${freshFormToken()}">
<input type="hidden" name="back" value="${page.here}">
<div class="field"><label for="reason-${id}">${wallet.voidReason} <span class="soft">${optional}</span></label>
<input type="text" id="reason-${id}" name="reason" maxlength="255" autocomplete="off"></div>
<button class="button secondary small">${label}</button></form></details>`;
}
