/** The markup of the second step's pages: plain HTML forms. The template escapes every value. */
import { declineCodes } from "@cardpane/gateway";
import { html } from "hono/html";
import { redirectSource } from "../sources/redirects.ts";
import { type Markup, page } from "./page.ts";
import type { PageTexts } from "./page-texts.ts";

/** The code of a failure unless QA chooses another. */
export const defaultFailCode = "5222";

/**
 * The issuer's challenge.
 *
 * @param summary what the shopper pays.
 * @param problem the error of the code that the shopper entered.
 */
export function challengePage(texts: PageTexts, summary: Markup, problem?: string) {
  return page(
    texts.confirmTitle,
    html`<h1>${texts.confirmTitle}</h1>
<p>${texts.confirmText}</p>
${summary}
<form method="post">
<label for="code">${texts.code}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" dir="ltr" aria-describedby="hint">
<p class="soft" id="hint">${texts.codeHint}</p>
${problem === undefined ? "" : html`<p class="problem" role="alert">${problem}</p>`}
<button class="main" name="answer" value="code">${texts.confirm}</button>
</form>
<form method="post" aria-label="${texts.withoutCode}">
<button name="answer" value="approve">${texts.approve}</button>
<button name="answer" value="fail">${texts.fail}</button>
<button name="answer" value="timeout">${texts.timeOut}</button>
<button class="quiet" name="answer" value="cancel">${texts.cancel}</button>
</form>
<p class="soft">${texts.noBank}</p>`,
    { texts },
  );
}

/** The page that represents every bank, voucher, wallet and QR code. */
export function payPage(
  texts: PageTexts,
  summary: Markup,
  { sourceType, expiresAt }: { readonly sourceType: string; readonly expiresAt: Date | null },
) {
  const name = redirectSource(sourceType)?.name ?? sourceType;
  const until = expiresAt && `${expiresAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return page(
    texts.payBy(name),
    html`<h1>${texts.payBy(name)}</h1>
<p>${texts.payText}</p>
${summary}
<form method="post">
<button class="main" name="answer" value="paid">${texts.paid}</button>
<button name="answer" value="underpaid">${texts.underpaid}</button>
<button name="answer" value="overpaid">${texts.overpaid}</button>
<button name="answer" value="expired">${texts.expire}</button>
</form>
<form method="post" aria-label="${texts.failure}">
<label for="code">${texts.declineCode}</label>
<select id="code" name="code" lang="en" dir="ltr">${Object.entries(declineCodes).map(
      ([code, meaning]) =>
        html`<option value="${code}"${code === defaultFailCode ? html` selected` : ""}>${code} ${meaning}</option>`,
    )}</select>
<button class="stop" name="answer" value="failed">${texts.fail}</button>
</form>
${until && html`<p class="soft">${texts.expiresAt(until)}</p>`}
<p class="soft">${texts.noMoney}</p>`,
    { texts },
  );
}

/** A page that only says something: for an unknown address, or for a form that was submitted without an answer. */
export function notePage(texts: PageTexts, note: "missing" | "noAnswer") {
  const title = texts[`${note}Title`];
  return page(title, html`<h1>${title}</h1><p>${texts[`${note}Text`]}</p>`, { texts });
}
