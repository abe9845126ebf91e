/** The wallet's page: without a login the forms to log in and to open a wallet, else accounts, money and transactions. */
import type { PaymentAccount, WalletTransaction } from "@cardpane/node";
import { html, raw } from "hono/html";
import { freshFormToken } from "../http/form-token.ts";
import { layout } from "../http/layout.ts";
import { noticeOf } from "../http/notice.ts";
import type { Html, Page } from "../http/page.ts";
import { lastFourOf, paneBrand } from "../shop/brand.ts";
import { formatAmount, formatMoney } from "../shop/money.ts";
import { codeFold, declineTitle, declineWords } from "../shop/views/decline.ts";
import { sourceWords } from "../shop/views/source-name.ts";
import { type Refill, walletVersion } from "./shopper-wallet.ts";

/** The currencies that accounts can have: with two decimals, with none and with three. */
const accountCurrencies = ["EUR", "USD", "GBP", "JPY", "KWD"];

const email = raw('type="email" dir="ltr" required maxlength="255"');
const amount = raw('inputmode="decimal" dir="ltr" required');

/** A form in a card, with its one-time token and one button. The browser reports an empty or a wrong field. */
function card(
  page: Page,
  action: string,
  title: string,
  fields: Html,
  button: Html | string,
  text = "",
): Html {
  const id = action.split("/").at(-1);
  const { session, texts } = page;
  const [formToken, sent] = [...session.wallet.inDoubt].find(([, { path }]) => path === action) ?? [
    freshFormToken(),
  ];
  const typed = sent && [sent.fields["amount"], sent.fields["name"], sent.fields["email"]].find(Boolean);
  return html`<section class="card" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${text && html`<p class="soft">${text}</p>`}
<form method="post" action="${action}" data-once><input type="hidden" name="formToken" value="${formToken}">
${sent ? html`<p class="message reported"><bdi>${typed}</bdi> ${texts.refusals.unknown}</p>` : fields}<p class="buttons">${sent ? html`<button class="button secondary">${texts.wallet.sendAgain}</button>` : button}</p></form></section>`;
}

function input(
  form: string,
  name: string,
  label: Html | string,
  attributes: Html | string = "",
  value = "",
): Html {
  return html`<div class="field"><label for="${form}-${name}">${label}</label>
<input id="${form}-${name}" name="${name}" autocomplete="off" spellcheck="false" value="${value}" ${attributes}></div>`;
}

function select(form: string, name: string, label: string, choices: readonly (readonly [string, string])[]) {
  return html`<div class="field"><label for="${form}-${name}">${label}</label>
<select id="${form}-${name}" name="${name}">${choices.map(([value, words]) => html`<option value="${value}">${words}</option>`)}</select></div>`;
}

const button = (words: string, kind: "primary" | "secondary") =>
  html`<button class="button ${kind}">${words}</button>`;

export function logInPage(page: Page): Html {
  const { texts, session, config, mayUseQa } = page;
  const { wallet } = texts;
  const { authenticator: fresh, email: owner, typedEmail, qaCode } = session.wallet;
  session.wallet.qaCode = "";
  const code = raw('inputmode="numeric" dir="ltr" maxlength="7" aria-describedby="code-hint"');
  return layout(page, {
    title: wallet.title,
    scripts: ["wallet.js"],
    body: html`<div class="wallet">
<h1>${wallet.title}</h1>
<p class="soft">${wallet.intro}</p>
${noticeOf(page)}
${fresh && setUp(page, fresh.email, fresh.oauthUrl.reveal())}
<div class="tiles">
${card(
  page,
  "/wallet/log-in",
  wallet.logInTitle,
  html`${input("log-in", "email", wallet.email, email, typedEmail ?? owner ?? "")}
${input("log-in", "code", wallet.code, code, qaCode)}<p class="hint" id="code-hint">${wallet.codeHint}</p>`,
  html`${button(wallet.logIn, "primary")} ${mayUseQa && config.admin && html`<button class="button secondary" formaction="/wallet/code">${wallet.showCode}</button>`}`,
)}
${
  !fresh &&
  card(
    page,
    "/wallet/users",
    wallet.openTitle,
    input("users", "email", wallet.email, email, session.contact?.email ?? ""),
    button(wallet.open, "secondary"),
    wallet.openText,
  )
}
</div>
</div>`,
  });
}

/** The secret as a QR code and as text. Anyone who sees it can log in as the user, so the first login removes it. */
function setUp({ texts }: Page, owner: string, oauthUrl: string): Html {
  const { wallet } = texts;
  // For customers who cannot scan.
  const secret = new URL(oauthUrl).searchParams.get("secret") ?? "";
  return html`<section class="card" data-qr-code="${oauthUrl}" aria-labelledby="set-up-title">
<h2 id="set-up-title">${wallet.scanTitle}</h2>
<p>${wallet.opened(owner)} ${wallet.scanText}</p>
<div class="qr-code">
<div class="qr-picture" data-label="${wallet.qr}" hidden></div>
<div class="field"><label for="authenticator-secret">${wallet.secret}</label>
<textarea id="authenticator-secret" rows="2" readonly dir="ltr" spellcheck="false" aria-describedby="secret-hint">${secret}</textarea>
<p class="hint" id="secret-hint">${wallet.secretHint}</p>
<button class="button secondary small" type="button" data-copied="${texts.copied}" aria-live="polite" hidden>${texts.copy}</button></div>
</div>
</section>`;
}

export function homePage(
  page: Page,
  accounts: readonly PaymentAccount[],
  transactions: readonly WalletTransaction[],
): Html {
  const { texts, session, isQaOpen } = page;
  const { wallet } = texts;
  const { refill } = session.wallet;
  const isPending = refill?.state.status === "waiting" || refill?.state.status === "reported";
  return layout(page, {
    title: wallet.title,
    scripts: ["wallet.js", ...(isPending ? ["order.js"] : [])],
    body: html`<div class="wallet" id="order" tabindex="-1" data-order="/wallet" data-version="${walletVersion(session.wallet)}">
<h1>${wallet.title}</h1>
<form class="who" method="post" action="/wallet/log-out" data-once><span>${wallet.loggedInAs(session.wallet.email ?? "")}</span>
<button class="button secondary small">${wallet.logOut}</button></form>
${noticeOf(page)}
${refill && refillState(page, refill)}
<section aria-labelledby="own-title"><h2 id="own-title">${wallet.accounts}</h2>
${accounts.length === 0 ? html`<p class="soft">${wallet.noAccounts}</p>` : html`<ul class="tiles">${accounts.map((one) => accountItem(page, one))}</ul>`}
</section>
${moneyForms(page, accounts, isQaOpen)}
${card(
  page,
  "/wallet/accounts",
  wallet.newAccount,
  html`<div class="fields">${input("accounts", "name", html`${wallet.accountName} <span class="soft">${texts.optional}</span>`)}
${select(
  "accounts",
  "currency",
  wallet.currency,
  accountCurrencies.map((one) => [one, one]),
)}
${select("accounts", "type", wallet.accountType, Object.entries(wallet.accountTypes))}</div>`,
  button(wallet.createAccount, "secondary"),
)}
${
  transactions.length > 0 &&
  html`<section aria-labelledby="transactions-title"><h2 id="transactions-title">${wallet.transactions}</h2>
<ol>${transactions.map((one) => transactionItem(page, one))}</ol></section>`
}
<p><a href="/">${texts.shopOn}</a></p>
</div>
<p class="unseen" id="order-news" role="status"></p>`,
  });
}

/** Adds money by card; for QA also virtual money, which in a real shop only the operator adds and takes. */
function moneyForms(page: Page, accounts: readonly PaymentAccount[], isQaOpen: boolean): Html {
  const { wallet, optional } = page.texts;
  const fiat = accounts.filter(({ type }) => type === "fiat");
  const fields = (form: string, from: readonly PaymentAccount[]) =>
    html`${select(
      form,
      "account",
      wallet.account,
      from.map((one) => [String(one.id), `${accountName(page, one)} (${one.currency})`]),
    )}
${input(form, "amount", wallet.amount, amount)}`;
  const hasCard = fiat.some(({ accountNumber: number }) => number !== null);
  const anotherCard = html`<p class="tick"><label><input type="checkbox" name="anotherCard" value="on"> ${wallet.anotherCard}</label></p>`;
  const days = html`${wallet.expiresInDays} <span class="soft">${optional}</span>`;
  return html`${
    fiat.length > 0 &&
    card(
      page,
      "/wallet/refill",
      wallet.refill,
      html`<div class="fields">${fields("refill", fiat)}</div>${hasCard && anotherCard}<input type="hidden" name="device">`,
      button(wallet.goToRefill, "primary"),
      wallet.refillText,
    )
  }
${
  isQaOpen &&
  accounts.length > 0 &&
  card(
    page,
    "/wallet/top-up",
    wallet.topUp,
    html`<div class="fields">${fields("top-up", accounts)}${input("top-up", "expiresInDays", days, raw('inputmode="numeric" pattern="\\d{1,4}"'))}</div>`,
    button(wallet.topUpNow, "secondary"),
    wallet.topUpText,
  )
}`;
}

/** The last refill: what the shop knows of it. */
function refillState(page: Page, refill: Refill): Html {
  const { texts, locale } = page;
  const { wallet } = texts;
  const { state, url } = refill;
  const { text } = wallet.refills[state.status];
  const sum = html`<p><bdi>${refill.accountName}</bdi>: ${formatMoney(refill, locale)}. ${text}</p>`;
  switch (state.status) {
    case "waiting":
      return html`<section class="message reported"><h2>${wallet.refills.waiting.title}</h2>${sum}${url !== null && html`<p><a href="${url}">${wallet.goToRefill}</a></p>`}</section>`;
    case "reported":
      return html`<section class="message ${state.approved ? "reported" : "declined"}"><h2>${state.approved ? texts.reportedApproved : declineTitle(texts, state.code)} <span class="chip">${texts.notConfirmed}</span></h2>
${sum}${state.code !== null && codeFold(page, state.code)}</section>`;
    case "succeeded":
      return html`<section class="notice"><h2>${wallet.refills.succeeded.title}</h2>${sum}</section>`;
    case "failed":
      return html`<section class="message declined"><h2>${wallet.refills.failed.title}</h2>${sum}${declineWords(page, state.code, true)}</section>`;
    default:
      return state satisfies never;
  }
}

/** The name of an account; one without a name is named by its currency. */
export function accountName({ texts }: Page, { name, currency }: PaymentAccount): string {
  return name ?? texts.wallet.unnamed(currency);
}

function accountItem(page: Page, account: PaymentAccount): Html {
  const { texts, locale } = page;
  const { balance, currency, type, accountNumber: number, brand } = account;
  const stored = { method: "card", brand: paneBrand(brand), lastFour: lastFourOf(number) };
  return html`<li class="card"><h3><bdi>${accountName(page, account)}</bdi></h3>
<p class="balance">${money(balance, currency, locale)}</p>
<p class="soft">${texts.wallet.accountTypes[type === "promo" ? "promo" : "fiat"]}${!account.isActive && html` <span class="chip">${texts.wallet.inactive}</span>`}${number !== null && html`<br>${sourceWords(texts, stored)}`}</p></li>`;
}

function transactionItem({ texts, locale }: Page, one: WalletTransaction): Html {
  const { type, price, currency, status, date, descriptor, child } = one;
  const isVoided = child.some(({ mode }) => mode === "void");
  const state = status === "fail" ? texts.wallet.failed : isVoided ? texts.wallet.voided : undefined;
  const name = descriptor ?? texts.wallet.directions[type === "income" ? "income" : "outcome"];
  return html`<li class="transaction ${state !== undefined && "undone"}"><span><b>${name}</b> <span class="soft">${moment(date, locale)}</span>${state !== undefined && html` <span class="chip">${state}</span>`}</span>
${money(type === "income" ? price : -price, currency, locale)}</li>`;
}

/** An amount with its currency, in a `<bdi>` so that it is not reordered in right-to-left text. */
export function money(sum: number | null, currency: string, locale: string): Html {
  return html`<bdi class="money">${sum === null ? "–" : formatAmount(sum, currency, locale)}</bdi>`;
}

/** A date and time of the wallet, in UTC. */
function moment(given: WalletTransaction["date"], locale: string): Html | null {
  const at = new Date(`${given?.date.slice(0, 19).replace(" ", "T")}Z`);
  if (Number.isNaN(at.getTime())) return null;
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return html`<time datetime="${at.toISOString()}">${format.format(at)} UTC</time>`;
}
