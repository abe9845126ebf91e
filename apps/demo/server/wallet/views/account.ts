/** The page of one account: refill, top-up, settings. */
import type { PaymentAccount } from "@cardpane/node";
import { html } from "hono/html";
import { layout } from "../../http/layout.ts";
import type { Html, Page } from "../../http/page.ts";
import { field, tick } from "../../shop/views/field.ts";
import { kindOfMoney } from "./home.ts";
import { accountCard, money, noticeMessage, type Refused, refusalMessage, refusedIn } from "./parts.ts";

export interface AccountView {
  readonly account: PaymentAccount;
  readonly refused?: Refused | undefined;
}

export function accountPage(page: Page, view: AccountView): Html {
  const { texts, session, locale } = page;
  const { wallet } = texts;
  const { account } = view;
  const { id, balance, currency } = account;
  const name = account.name ?? wallet.unnamed(currency);
  return layout(page, {
    title: view.refused ? texts.errorTitle(name) : name,
    scripts: ["wallet.js"],
    body: html`<div class="wallet">
<p><a href="/wallet">${wallet.back}</a></p>
<h1><bdi>${name}</bdi></h1>
<p class="balance large"><span class="unseen">${wallet.balance} </span>${money(balance, currency, locale)}</p>
<p class="soft">${kindOfMoney(page, account)}${!account.is_active && html` <span class="chip">${wallet.inactive}</span>`}</p>
${noticeMessage(page, session.wallet.notice)}
${account.type === "fiat" && refillForm(page, view)}
${page.isQaOpen && topUpForm(page, { ...view, action: `/wallet/accounts/${id}/top-up`, note: wallet.topUpQaText })}
<p><a href="/wallet/transactions?paymentAccountId=${id}">${wallet.transactions}</a></p>
<section aria-labelledby="settings-title"><h2 id="settings-title">${wallet.settings}</h2>
<div class="settings">
${detailsForm(page, view)}
${account.type === "fiat" && autoreloadForm(page, view)}
${notifyForm(page, view)}
</div></section>
</div>`,
  });
}

function refillForm(page: Page, { account, refused }: AccountView): Html {
  const { texts, isQaOpen } = page;
  const { wallet } = texts;
  const form = refusedIn(refused, "refill");
  return html`<section class="card" aria-labelledby="refill-title"><h2 id="refill-title">${wallet.refill}</h2>
<p class="soft">${wallet.refillText}</p>
<form method="post" action="/wallet/accounts/${account.id}/refill" novalidate data-device>
<input type="hidden" name="formToken" value="${form.formToken}">
<input type="hidden" name="device" value="">
${refusalMessage(page, form.refusal, ["amount"])}
${field(page, { id: "refill-amount", label: `${wallet.amount} (${account.currency})`, as: "amount", ...form.field("amount") })}
${account.account_number !== null && html`<p class="soft">${wallet.storedCard(accountCard(texts, account.brand, account.account_number))}</p>${tick("another-card", "anotherCard", wallet.anotherCard, form.isTicked("anotherCard"))}`}
${isQaOpen && tick("test-refill", "test", wallet.testRefill, form.isTicked("test"))}
<p class="buttons"><button class="button primary">${wallet.goToRefill}</button></p>
</form></section>`;
}

/** The top-up form of the customer and of the operator, who post it to different `action` addresses. */
export function topUpForm(
  page: Page,
  view: AccountView & { readonly action: string; readonly prefix?: string; readonly note?: string },
): Html {
  const { wallet } = page.texts;
  const { account, refused, action, prefix = "top-up", note } = view;
  const form = refusedIn(refused, prefix);
  const id = (name: string) => `${prefix}-${name}`;
  return html`<section class="card" aria-labelledby="${id("title")}"><h2 id="${id("title")}">${wallet.topUp}</h2>
<p class="soft">${wallet.topUpText}</p>
${note !== undefined && html`<p class="message reported">${note}</p>`}
<form method="post" action="${action}" novalidate>
<input type="hidden" name="formToken" value="${form.formToken}">
${refusalMessage(page, form.refusal, ["amount", "reason", "dateExpire"])}
<div class="fields">
${field(page, { id: id("amount"), label: `${wallet.topUpAmount} (${account.currency})`, as: "amount", ...form.field("amount") })}
${field(page, { id: id("reason"), label: wallet.reason, isOptional: true, ...form.field("reason") })}
${
  account.type === "promo" &&
  field(page, {
    ...{ id: id("days"), label: wallet.expiresInDays, as: "amount", isOptional: true },
    ...form.field("expiresInDays", "", "dateExpire"),
  })
}
</div>
<p class="buttons"><button class="button secondary">${wallet.topUpNow}</button></p>
</form></section>`;
}

function settingForm(
  page: Page,
  { account, refused }: AccountView,
  part: string,
  title: string,
  body: Html,
): Html {
  const { wallet } = page.texts;
  const form = refusedIn(refused, part);
  return html`<details class="card" ${form.isRefused && html`open`}><summary><h3>${title}</h3></summary>
<form method="post" action="/wallet/accounts/${account.id}/settings" novalidate>
<input type="hidden" name="part" value="${part}">
${refusalMessage(page, form.refusal, ["name", "description", "autoReloadAmount", "autoReloadMinAmount", "notifyAmount"])}
${body}
<p class="buttons"><button class="button secondary">${wallet.save}</button></p>
</form></details>`;
}

function detailsForm(page: Page, view: AccountView): Html {
  const { wallet } = page.texts;
  const { account, refused } = view;
  const form = refusedIn(refused, "details");
  return settingForm(
    page,
    view,
    "details",
    wallet.details,
    html`${field(page, { id: "details-name", label: wallet.accountName, ...form.field("name", account.name ?? "") })}
${field(page, { id: "details-description", label: wallet.description, isOptional: true, ...form.field("description", account.description ?? "") })}
${tick("details-on", "isOn", wallet.active, form.isTicked("isOn", account.is_active === true))}`,
  );
}

function autoreloadForm(page: Page, view: AccountView): Html {
  const { wallet } = page.texts;
  const { account, refused } = view;
  const form = refusedIn(refused, "autoreload");
  const amount = (name: "autoReloadAmount" | "autoReloadMinAmount", known: number | null) =>
    field(page, {
      ...{ label: `${wallet[name]} (${account.currency})`, as: "amount" },
      ...form.field(name, String(known ?? "")),
    });
  return settingForm(
    page,
    view,
    "autoreload",
    wallet.autoreload,
    html`<p class="soft">${wallet.autoreloadText}</p>
${tick("autoreload-on", "isOn", wallet.autoReloadOn, form.isTicked("isOn", account.autoreload === true))}
<div class="fields">${amount("autoReloadAmount", account.autoreload_amount)}${amount("autoReloadMinAmount", account.autoreload_min_amount)}</div>`,
  );
}

function notifyForm(page: Page, view: AccountView): Html {
  const { wallet } = page.texts;
  const { account, refused } = view;
  const form = refusedIn(refused, "notify");
  return settingForm(
    page,
    view,
    "notify",
    wallet.notify,
    html`<p class="soft">${wallet.notifyText}</p>
${tick("notify-on", "isOn", wallet.notifyOn, form.isTicked("isOn", account.is_notify === true))}
${field(page, { label: `${wallet.notifyAmount} (${account.currency})`, as: "amount", ...form.field("notifyAmount", String(account.notify_amount ?? "")) })}`,
  );
}
