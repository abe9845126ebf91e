/** The markup of the second step's pages: plain HTML forms. The template escapes every value. */
import { declineCodes } from "@cardpane/gateway";
import { html } from "hono/html";
import { redirectSource } from "../sources/redirects.ts";
import { page, wholeWords } from "./page.ts";
import type { PageTexts } from "./page-texts.ts";

/** The values that a page shows the shopper. */
export interface PageFacts {
  /** Formatted, with its currency. */
  readonly amount: string;
  readonly merchant: string;
  readonly title: string | undefined;
  readonly orderId: string;
  readonly sourceType: string;
  /** The last four digits of a card; absent for a source without one. */
  readonly lastFour: string | undefined;
  readonly bankName: string | undefined;
  readonly expiresAt: Date | undefined;
}

const defaultFailCode = "5222";

/**
 * The issuer's challenge.
 *
 * @param problem the error of the code that the shopper entered.
 */
export function challengePage(texts: PageTexts, facts: PageFacts, problem?: string) {
  return page(
    texts.confirmTitle,
    html`<h1>${texts.confirmTitle}</h1>
<p>${texts.confirmText}</p>
${summary(texts, facts)}
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
<button class="stop" name="answer" value="cancel">${texts.cancel}</button>
</form>
<p class="soft">${texts.noBank}</p>`,
    { texts },
  );
}

/** The page that represents every bank, voucher, wallet and QR code. */
export function payPage(texts: PageTexts, facts: PageFacts) {
  const name = redirectSource(facts.sourceType)?.name ?? facts.sourceType;
  return page(
    texts.payBy(name),
    html`<h1>${texts.payBy(name)}</h1>
<p>${texts.payText}</p>
${summary(texts, facts)}
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
${facts.expiresAt ? html`<p class="soft">${texts.expiresAt(`${facts.expiresAt.toISOString().slice(0, 16).replace("T", " ")} UTC`)}</p>` : ""}
<p class="soft">${texts.noMoney}</p>`,
    { texts },
  );
}

/** The page for an unknown address. */
export function missingPage(texts: PageTexts) {
  return page(
    texts.missingTitle,
    html`<h1>${texts.missingTitle}</h1>
<p>${texts.missingText}</p>`,
    { texts },
  );
}

/** The page for a form that was submitted without an answer. */
export function wrongAnswerPage(texts: PageTexts) {
  return page(texts.noAnswerTitle, html`<h1>${texts.noAnswerTitle}</h1><p>${texts.noAnswerText}</p>`, {
    texts,
  });
}

function summary(texts: PageTexts, { amount, merchant, title, lastFour, bankName, orderId }: PageFacts) {
  const fact = (name: string, value: string | Promise<string> | undefined) =>
    value === undefined ? "" : html`<dt>${name}</dt><dd><bdi>${value}</bdi></dd>`;
  return html`<p class="amount"><bdi>${wholeWords(amount)}</bdi></p>
<dl>
${fact(texts.merchant, merchant)}
${fact(texts.product, title)}
${fact(texts.card, lastFour && html`<span>•••• ${lastFour}</span>`)}
${fact(texts.bank, bankName)}
${fact(texts.order, orderId)}
</dl>`;
}
