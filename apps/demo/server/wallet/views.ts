/** The wallet's page: without a login the forms to log in and to open a wallet, else accounts, money and transactions. */
import type { PaymentAccount, WalletTransaction } from "@cardpane/node";
import { html, raw } from "hono/html";
import { freshFormToken } from "../http/form-token.ts";
import { sheet } from "../http/notice.ts";
import { options } from "../http/options.ts";
import type { Html, Page } from "../http/page.ts";
import { qrCode } from "../order-page/view.ts";
import { lastFourOf, paneBrand } from "../orders/brand.ts";
import { formatAmount, formatMoney } from "../orders/money.ts";
import { accountName, type Refill } from "../orders/shopper-wallet.ts";
import { declineWords } from "../shop/parts.ts";
import { sourceWords } from "../shop/source-name.ts";

/** The currencies that accounts can have: with two decimals, with none and with three. */
const accountCurrencies = ["EUR", "USD", "GBP", "JPY", "KWD"];

const email = raw('type="email" dir="ltr" required maxlength="255"');
const amount = raw('inputmode="decimal" dir="ltr" required');

interface FormParts {
  readonly title: Html | string;
  readonly text?: Html | string;
  readonly fields: Html;
  readonly buttons: Html;
}

/** A form in a card, with its one-time token. A form in doubt shows what was typed, and can only be sent again. */
function form(page: Page, action: string, { title, text, fields, buttons }: FormParts): Html {
  const id = action.split("/").at(-1);
  const { session, texts } = page;
  const [formToken, sent] = [...session.wallet.inDoubt].find(([, { path }]) => path === action) ?? [
    freshFormToken(),
  ];
  const typed = sent && [sent.fields["amount"], sent.fields["name"], sent.fields["email"]].find(Boolean);
  const content = sent
    ? html`<p class="message reported"><bdi>${typed}</bdi> ${texts.refusals.unknown}</p><p><button class="button">${texts.wallet.sendAgain}</button></p>`
    : html`${fields}<p class="bar">${buttons}</p>`;
  return html`<section class="card" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${text && html`<p class="soft">${text}</p>`}
<form method="post" action="${action}" data-once><input type="hidden" name="formToken" value="${formToken}">
${content}</form></section>`;
}

function input(
  id: string,
  name: string,
  label: Html | string,
  attributes: Html | string = "",
  value = "",
): Html {
  return html`<div class="field"><label for="${id}-${name}">${label}</label>
<input id="${id}-${name}" name="${name}" autocomplete="${name === "code" ? "one-time-code" : "off"}" spellcheck="false" value="${value}" ${attributes}></div>`;
}

function select(
  id: string,
  name: string,
  label: string,
  choices: readonly (readonly [string, string])[],
): Html {
  return html`<div class="field"><label for="${id}-${name}">${label}</label>
<select id="${id}-${name}" name="${name}">${options(choices)}</select></div>`;
}

export function logInPage(page: Page): Html {
  const { texts, session, config, mayUseQa } = page;
  const { wallet } = texts;
  const { authenticator: fresh, email: owner, typedEmail, qaCode } = session.wallet;
  session.wallet.qaCode = "";
  const code = raw('inputmode="numeric" dir="ltr" maxlength="7" aria-describedby="code-hint"');
  const logIn = form(page, "/wallet/log-in", {
    title: wallet.logIn,
    fields: html`${input("log-in", "email", texts.contact.email, email, typedEmail ?? owner ?? "")}
<div>${input("log-in", "code", texts.code, code, qaCode)}<p class="hint" id="code-hint">${wallet.codeHint}</p></div>`,
    buttons: html`<button class="button primary">${wallet.logIn}</button> ${mayUseQa && config.admin && html`<button class="button" formaction="/wallet/code">${english("Show code (QA)")}</button>`}`,
  });
  const open = () =>
    form(page, "/wallet/users", {
      title: wallet.open,
      text: wallet.openText,
      fields: input("users", "email", texts.contact.email, email, session.contact.email),
      buttons: html`<button class="button">${wallet.open}</button>`,
    });
  return sheet(
    page,
    wallet.title,
    html`<p class="soft">${wallet.intro}</p>
${fresh && setUp(page, fresh.email, fresh.oauthUrl.reveal())}
<div class="tiles">${logIn}${!fresh && open()}</div>`,
    { scripts: ["wallet.js"] },
  );
}

/** The secret as a QR code and as text. Anyone who sees it can log in as the user, so the first login removes it. */
function setUp(page: Page, owner: string, oauthUrl: string): Html {
  const { wallet } = page.texts;
  // For customers who cannot scan.
  const secret = new URL(oauthUrl).searchParams.get("secret") ?? "";
  return qrCode(page, {
    title: wallet.scanTitle,
    about: html`<p>${wallet.opened(owner)} ${wallet.scanText}</p>`,
    code: oauthUrl,
    label: wallet.secret,
    text: secret,
    hint: wallet.secretHint,
  });
}

export function homePage(
  page: Page,
  accounts: readonly PaymentAccount[],
  transactions: readonly WalletTransaction[],
): Html {
  const { texts, session, isQaOpen } = page;
  const { wallet } = texts;
  const { refill } = session.wallet;
  return sheet(
    page,
    wallet.title,
    html`<form class="bar ends" method="post" action="/wallet/log-out" data-once><span>${wallet.loggedInAs(session.wallet.email ?? "")}</span>
<button class="button small">${wallet.logOut}</button></form>
${refill && refillState(page, refill)}
${
  accounts.length > 0 &&
  html`<section aria-labelledby="own-title"><h2 id="own-title">${wallet.accounts}</h2>
<ul class="tiles">${accounts.map((one) => accountItem(page, one))}</ul></section>`
}
${refillForm(page, accounts)}
${isQaOpen && accounts.length > 0 && topUpForm(page, accounts)}
${accountForm(page)}
${
  transactions.length > 0 &&
  html`<section aria-labelledby="transactions-title"><h2 id="transactions-title">${wallet.transactions}</h2>
<ol class="rows">${transactions.map((one) => transactionItem(page, one))}</ol></section>`
}
<p><a href="/">${texts.shopOn}</a></p>`,
    { scripts: ["wallet.js"], ...(refill && { watched: { path: "/wallet", version: refill.state.status } }) },
  );
}

function moneyFields(page: Page, id: string, accounts: readonly PaymentAccount[]): Html {
  const { wallet } = page.texts;
  const choices = accounts.map((one) => [String(one.id), `${accountName(one)} (${one.currency})`] as const);
  return html`${select(id, "account", wallet.account, choices)}${input(id, "amount", wallet.amount, amount)}`;
}

function refillForm(page: Page, accounts: readonly PaymentAccount[]): Html | false {
  const { wallet } = page.texts;
  const fiat = accounts.filter(({ type }) => type === "fiat");
  const hasCard = fiat.some(({ accountNumber }) => accountNumber !== null);
  const anotherCard = html`<p><label><input type="checkbox" name="anotherCard" value="on"> ${page.texts.anotherCard}</label></p>`;
  return (
    fiat.length > 0 &&
    form(page, "/wallet/refill", {
      title: wallet.refill,
      text: wallet.refillText,
      fields: html`<div class="fields">${moneyFields(page, "refill", fiat)}</div>${hasCard && anotherCard}<input type="hidden" name="device">`,
      buttons: html`<button class="button primary">${wallet.goToRefill}</button>`,
    })
  );
}

/** QA's tools are in English on every page. */
const english = (text: string) => html`<bdi lang="en">${text}</bdi>`;

/** For QA: virtual money, which in a real shop only the operator adds and takes. */
function topUpForm(page: Page, accounts: readonly PaymentAccount[]): Html {
  const label = english("Expires in (days, optional)");
  const days = input("top-up", "expiresInDays", label, raw('inputmode="numeric" pattern="\\d{1,4}"'));
  return form(page, "/wallet/top-up", {
    title: english("Store credit (QA)"),
    text: english("A negative amount removes credit."),
    fields: html`<div class="fields">${moneyFields(page, "top-up", accounts)}${days}</div>`,
    buttons: html`<button class="button">${english("Add credit")}</button>`,
  });
}

function accountForm(page: Page): Html {
  const { wallet, optional, sourceFields } = page.texts;
  const currencies = accountCurrencies.map((one) => [one, one] as const);
  return form(page, "/wallet/accounts", {
    title: wallet.createAccount,
    fields: html`<div class="fields">${input("accounts", "name", html`${wallet.accountName} <span class="soft">${optional}</span>`)}
${select("accounts", "currency", wallet.currency, currencies)}
${select("accounts", "type", sourceFields.accountType, Object.entries(wallet.accountTypes))}</div>`,
    buttons: html`<button class="button">${wallet.createAccount}</button>`,
  });
}

function refillState(page: Page, { state, url, accountName: name, ...refill }: Refill): Html {
  const { wallet } = page.texts;
  const { title, text } = wallet.refills[state.status];
  const isWaiting = state.status === "waiting";
  return html`<section class="message ${isWaiting ? "reported" : state.status === "succeeded" ? "good" : ""}"><h2>${title}</h2>
<p><bdi>${name}</bdi>: ${formatMoney(refill, page.locale)}. ${text}</p>
${isWaiting && url !== null && html`<p><a href="${url}">${wallet.goToRefill}</a></p>`}
${state.status === "failed" && declineWords(page, state.code)}</section>`;
}

function accountItem(page: Page, account: PaymentAccount): Html {
  const { texts, locale } = page;
  const { balance, currency, type, accountNumber: number, brand } = account;
  const stored = { method: "card", brand: paneBrand(brand), lastFour: lastFourOf(number) };
  return html`<li class="card"><h3><bdi>${accountName(account)}</bdi></h3>
<p>${money(balance, currency, locale)}</p>
<p class="soft">${texts.wallet.accountTypes[type === "promo" ? "promo" : "fiat"]}${!account.isActive && html` <span class="chip">${texts.wallet.inactive}</span>`}${number !== null && html`<br>${sourceWords(texts, stored)}`}</p></li>`;
}

function transactionItem({ texts, locale }: Page, one: WalletTransaction): Html {
  const { type, price, currency, status, date, descriptor, child } = one;
  const isVoided = child.some(({ mode }) => mode === "void");
  const state = status === "fail" ? texts.chargeDeclined : isVoided ? texts.wallet.voided : undefined;
  const name = descriptor ?? texts.wallet.directions[type === "income" ? "income" : "outcome"];
  const sum = money(type === "income" ? price : -price, currency, locale);
  return html`<li class="ends"><span><b>${name}</b> <span class="soft">${moment(date, locale)}</span>${state !== undefined && html` <span class="chip">${state}</span>`}</span>
${state === undefined ? sum : html`<s>${sum}</s>`}</li>`;
}

/** An amount with its currency, in a `<bdi>` so that it is not reordered in right-to-left text. */
function money(sum: number | null, currency: string, locale: string): Html {
  return html`<bdi>${sum === null ? "–" : formatAmount(sum, currency, locale)}</bdi>`;
}

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
