/** The checkout with the wallet: the choice of an account, and the pay button. */
import type { PaymentAccount } from "@cardpane/node";
import { html } from "hono/html";
import { layout } from "../../http/layout.ts";
import type { Html, Page } from "../../http/page.ts";
import type { Order } from "../../orders/order.ts";
import { currency } from "../../shop/catalogue.ts";
import { formatMinor } from "../../shop/money.ts";
import { lastProblem, localeField, summary } from "../../shop/views/checkout.ts";
import { freshFormToken, money } from "./parts.ts";

export interface WalletCheckoutView {
  readonly order: Order;
  readonly accounts: readonly PaymentAccount[];
  /** The account that the last form chose. */
  readonly chosen?: number | undefined;
}

/** Accounts that an order can be paid from. */
export function payingAccounts(accounts: readonly PaymentAccount[]): readonly PaymentAccount[] {
  return accounts.filter((account) => account.currency === currency && account.is_active);
}

export function walletCheckoutPage(page: Page, { order, accounts, chosen }: WalletCheckoutView): Html {
  const { texts, locale } = page;
  const { wallet } = texts;
  const paying = payingAccounts(accounts);
  const first =
    paying.find(({ id }) => id === chosen) ?? paying.find(({ type }) => type === "fiat") ?? paying[0];
  return layout(page, {
    title: wallet.payTitle,
    quiet: true,
    body: html`<h1>${wallet.payTitle}</h1>
<div class="checkout">
<form class="checkout-form" method="post" action="/orders/${order.id}/wallet">
<input type="hidden" name="formToken" value="${freshFormToken()}">
${localeField(page)}
<section aria-labelledby="payment-title">
<h2 id="payment-title">${texts.paymentTitle}</h2>
<div class="outcome-slot" role="alert">${!wasLoggedOut(order) && lastProblem(page, order)}</div>
${
  first
    ? html`<fieldset class="sources"><legend>${wallet.payAccount}</legend>${paying.map((account) => choice(page, account, account.id === first.id))}</fieldset>
<p class="soft">${wallet.payPromoFirst}</p>
<button class="button primary pay"><span>${texts.pay(formatMinor(order.totalMinor, locale))}</span></button>`
    : html`<p>${wallet.payNoAccount}</p><p><a class="button secondary" href="/wallet">${wallet.toWallet}</a></p>`
}
</section>
<nav class="ways" aria-label="${texts.otherWays}"><ul><li><a href="/checkout">${texts.scriptWay}</a></li><li><a href="/wallet">${wallet.toWallet}</a></li></ul></nav>
</form>
${summary(page, order)}
</div>`,
  });
}

/** A shopper who sees this page has logged in again, so that problem is no longer shown. */
function wasLoggedOut({ state }: Order): boolean {
  return state.status === "created" && (state.problem === "logged_out" || state.problem === "blocked");
}

function choice({ texts, locale }: Page, account: PaymentAccount, isChosen: boolean): Html {
  return html`<div class="source"><label class="source-choice"><input type="radio" name="account" value="${account.id}" ${isChosen && html`checked`}> <span><bdi>${account.name ?? texts.wallet.unnamed(account.currency)}</bdi> ${money(account.balance, account.currency, locale)}</span></label></div>`;
}
