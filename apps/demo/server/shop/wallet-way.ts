/** The wallet as a way to pay: the choice of an account, or the way to its login. */
import { html } from "hono/html";
import type { Html, Page } from "../http/page.ts";
import { formatAmount } from "../orders/money.ts";
import type { Order } from "../orders/order.ts";
import { accountName } from "../orders/shopper-wallet.ts";
import { payButton } from "./parts.ts";

/** @param accountId the chosen account @default the first with money, else the first */
export function walletWay(page: Page, order: Order, accountId?: number): Html {
  const { texts, session, locale } = page;
  const { login, accounts } = session.wallet;
  const { wallet } = texts;
  if (!login || !accounts)
    return html`<p>${wallet.intro}</p><p><button class="button" name="open" value="wallet" formaction="/checkout/way">${login ? wallet.account : wallet.logIn}</button></p>`;
  const first =
    accounts.find(({ id }) => id === accountId) ??
    accounts.find(({ type }) => type === "fiat") ??
    accounts[0];
  if (!first)
    return html`<p>${wallet.payNoAccount}</p><p><a class="button" href="/wallet">${wallet.title}</a></p>`;
  const rows = accounts.map(
    (one) =>
      html`<label class="row"><input type="radio" name="account" value="${one.id}" ${one === first && html`checked`}> <span><bdi>${accountName(one)}</bdi></span> <span class="row-end"><bdi>${formatAmount(one.balance ?? 0, one.currency, locale)}</bdi></span></label>`,
  );
  return html`<fieldset class="rows"><legend>${wallet.account}</legend>${rows}</fieldset>
<p class="soft">${wallet.payPromoFirst}</p>
${payButton(page, order)}`;
}
