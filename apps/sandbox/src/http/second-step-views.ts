/** What the pages of the second step look like: plain HTML forms. Everything shown is escaped by the template. */
import { declineCodes } from "@cardpane/contract/gateway";
import { html } from "hono/html";
import { redirectSource } from "../sources/redirects.ts";
import { page } from "./page.ts";

/** What a page tells the shopper. */
export interface PageFacts {
  /** With its currency, ready to read. */
  readonly amount: string;
  readonly merchant: string;
  readonly title: string | undefined;
  readonly orderId: string;
  readonly sourceType: string;
  /** Of a card; absent for a source without one. */
  readonly lastFour: string | undefined;
  readonly bankName: string | undefined;
  readonly expiresAt: Date | undefined;
}

const defaultFailCode = "5222";

/**
 * The issuer's challenge.
 *
 * @param problem what was wrong with the code that was entered.
 */
export function challengePage(facts: PageFacts, problem?: string) {
  return page(
    "Confirm your payment",
    html`<h1>Confirm your payment</h1>
<p>Your bank asks whether it is you who pays.</p>
${summary(facts)}
<form method="post">
<label for="code">Code from your bank</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" aria-describedby="hint">
<p class="soft" id="hint">Any six digits are right, 000000 is wrong.</p>
${problem === undefined ? "" : html`<p class="problem" role="alert">${problem}</p>`}
<button class="main" name="answer" value="code">Submit the code</button>
</form>
<form method="post" aria-label="Without a code">
<button name="answer" value="approve">Approve</button>
<button name="answer" value="fail">Fail the authentication</button>
<button name="answer" value="timeout">Let it time out</button>
<button class="stop" name="answer" value="cancel">Cancel</button>
</form>
<p class="soft">This is a sandbox: no bank is asked and no money moves.</p>`,
  );
}

/** The page that stands for every bank, voucher, wallet and QR code. */
export function payPage(facts: PageFacts) {
  const name = redirectSource(facts.sourceType)?.name ?? facts.sourceType;
  return page(
    `Pay by ${name}`,
    html`<h1>Pay by ${name}</h1>
<p>This page stands for the one on which the shopper would pay. Choose what comes of it.</p>
${summary(facts)}
<form method="post">
<button class="main" name="answer" value="paid">Paid</button>
<button name="answer" value="underpaid">Paid too little</button>
<button name="answer" value="overpaid">Paid too much</button>
<button name="answer" value="expired">Let it expire</button>
</form>
<form method="post" aria-label="Failure">
<label for="code">Why it failed</label>
<select id="code" name="code">${Object.entries(declineCodes).map(
      ([code, meaning]) =>
        html`<option value="${code}"${code === defaultFailCode ? html` selected` : ""}>${code} ${meaning}</option>`,
    )}</select>
<button class="stop" name="answer" value="failed">Failed</button>
</form>
${facts.expiresAt ? html`<p class="soft">It expires at ${facts.expiresAt.toISOString().slice(0, 16).replace("T", " ")} UTC.</p>` : ""}
<p class="soft">This is a sandbox: no money moves.</p>`,
  );
}

/** The page for an address that leads to nothing. */
export function missingPage() {
  return page(
    "No such payment",
    html`<h1>There is no such payment</h1>
<p>The address is wrong, or the sandbox has been reset. Go back to the shop and pay again.</p>`,
  );
}

/** The page for a form that was sent without an answer. */
export function wrongAnswerPage() {
  return page(
    "No answer",
    html`<h1>The answer is missing</h1><p>Go back, and choose what shall come of the payment.</p>`,
  );
}

function summary({ amount, merchant, title, lastFour, bankName, orderId }: PageFacts) {
  return html`<p class="amount">${amount}</p>
<dl>
<dt>Merchant</dt><dd>${merchant}</dd>
${title === undefined ? "" : html`<dt>Product</dt><dd>${title}</dd>`}
${lastFour === undefined ? "" : html`<dt>Card</dt><dd>•••• ${lastFour}</dd>`}
${bankName === undefined ? "" : html`<dt>Bank</dt><dd>${bankName}</dd>`}
<dt>Order</dt><dd>${orderId}</dd>
</dl>`;
}
