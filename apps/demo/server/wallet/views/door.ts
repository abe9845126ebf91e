/** The wallet page without a login: the login form, the form that opens a wallet, and the setup of its authenticator. */
import { authenticator, type UserAuthenticator } from "@cardpane/node";
import { html } from "hono/html";
import { layout } from "../../http/layout.ts";
import type { Html, Page } from "../../http/page.ts";
import { field } from "../../shop/views/field.ts";
import { noticeMessage, type Refused, refusalMessage, refusedIn } from "./parts.ts";

export interface DoorView {
  readonly refused?: Refused | undefined;
  /** The code that QA's button fetched. */
  readonly code?: { readonly value: string; readonly isUsed: boolean } | undefined;
  /** The e-mail address that the code was fetched for. */
  readonly email?: string | undefined;
}

export function doorPage(page: Page, view: DoorView): Html {
  const { texts, session } = page;
  const { wallet } = texts;
  const { authenticator: fresh, notice } = session.wallet;
  return layout(page, {
    title: view.refused ? texts.errorTitle(wallet.title) : wallet.title,
    scripts: ["wallet.js"],
    body: html`<div class="wallet">
<h1>${wallet.title}</h1>
<p class="lead">${wallet.intro}</p>
${noticeMessage(page, notice)}
${fresh && setUp(page, fresh)}
<div class="tiles">
${logInForm(page, view)}
${!fresh && openForm(page, view)}
</div>
</div>`,
  });
}

function logInForm(page: Page, { refused, code, email }: DoorView): Html {
  const { texts, session, config, mayUseQa } = page;
  const { wallet } = texts;
  const form = refusedIn(refused, "log-in");
  const mayShow = mayUseQa && config.admin !== undefined;
  return html`<section class="card" aria-labelledby="log-in-title">
<h2 id="log-in-title">${wallet.logInTitle}</h2>
<form method="post" action="/wallet/log-in" novalidate data-once>
${refusalMessage(page, form.refusal, ["email", "code"])}
${field(page, {
  ...{ id: "log-in-email", label: wallet.email, type: "email", autocomplete: "username" },
  ...form.field("email", email ?? session.wallet.email ?? ""),
})}
${field(page, {
  ...{ label: wallet.code, hint: wallet.codeHint, as: "code", autocomplete: "one-time-code" },
  ...{ ...form.field("code"), value: code?.value ?? "" },
})}
${code?.isUsed && html`<p class="message reported" role="status">${wallet.codeUsed}</p>`}
<p class="buttons"><button class="button primary">${wallet.logIn}</button>
${mayShow && html`<button class="button secondary" formaction="/wallet/code">${wallet.showCode}</button>`}</p>
</form></section>`;
}

function openForm(page: Page, { refused }: DoorView): Html {
  const { texts, session } = page;
  const { wallet } = texts;
  const form = refusedIn(refused, "open");
  return html`<section class="card" aria-labelledby="open-title">
<h2 id="open-title">${wallet.openTitle}</h2>
<p class="soft">${wallet.openText}</p>
<form method="post" action="/wallet/users" novalidate data-once>
<input type="hidden" name="formToken" value="${form.formToken}">
${refusalMessage(page, form.refusal, ["email", "externalUserId"])}
${field(page, {
  ...{ id: "open-email", label: wallet.email, type: "email", autocomplete: "email" },
  ...form.field("email", session.contact?.email ?? ""),
})}
<p class="buttons"><button class="button secondary">${wallet.open}</button></p>
</form></section>`;
}

/** The secret as a QR code and as text. Anyone who sees it can log in as the user, so the first login removes it. */
function setUp(page: Page, user: UserAuthenticator): Html {
  const { wallet } = page.texts;
  const { secret } = authenticator.parse(user.oauthUrl);
  const text = secret.reveal();
  return html`<section class="card" data-qr-code="${user.oauthUrl.reveal()}" aria-labelledby="set-up-title">
<h2 id="set-up-title">${wallet.scanTitle}</h2>
<p>${wallet.opened(user.email)} ${wallet.scanText}</p>
<div class="qr-code">
<div class="qr-picture" data-label="${wallet.qr}" hidden></div>
<div class="field"><label for="authenticator-secret">${wallet.secret}</label>
<textarea id="authenticator-secret" rows="2" readonly dir="ltr" spellcheck="false" aria-describedby="secret-hint">${text}</textarea>
<p class="hint" id="secret-hint">${wallet.secretHint}</p>
<p class="buttons"><button class="button secondary small" type="button" data-copies="authenticator-secret" data-copied="${page.texts.copied}" aria-live="polite" hidden>${page.texts.copy}</button></p></div>
</div>
</section>`;
}
