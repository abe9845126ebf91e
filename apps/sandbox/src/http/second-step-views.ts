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
<p>Your bank wants to verify this payment.</p>
${summary(facts)}
<form method="post">
<label for="code">Code from your bank</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" aria-describedby="hint">
<p class="soft" id="hint">Test mode: any 6 digits succeed, 000000 fails.</p>
${problem === undefined ? "" : html`<p class="problem" role="alert">${problem}</p>`}
<button class="main" name="answer" value="code">Confirm</button>
</form>
<form method="post" aria-label="Without a code">
<button name="answer" value="approve">Approve</button>
<button name="answer" value="fail">Simulate failure</button>
<button name="answer" value="timeout">Simulate timeout</button>
<button class="stop" name="answer" value="cancel">Cancel</button>
</form>
<p class="soft">Sandbox: no bank is contacted and no money moves.</p>`,
  );
}

/** The page that stands for every bank, voucher, wallet and QR code. */
export function payPage(facts: PageFacts) {
  const name = redirectSource(facts.sourceType)?.name ?? facts.sourceType;
  return page(
    `Pay by ${name}`,
    html`<h1>Pay by ${name}</h1>
<p>Simulated payment page. Choose an outcome.</p>
${summary(facts)}
<form method="post">
<button class="main" name="answer" value="paid">Paid</button>
<button name="answer" value="underpaid">Underpaid</button>
<button name="answer" value="overpaid">Overpaid</button>
<button name="answer" value="expired">Simulate expiry</button>
</form>
<form method="post" aria-label="Failure">
<label for="code">Decline code</label>
<select id="code" name="code">${Object.entries(declineCodes).map(
      ([code, meaning]) =>
        html`<option value="${code}"${code === defaultFailCode ? html` selected` : ""}>${code} ${meaning}</option>`,
    )}</select>
<button class="stop" name="answer" value="failed">Simulate failure</button>
</form>
${facts.expiresAt ? html`<p class="soft">Expires at ${facts.expiresAt.toISOString().slice(0, 16).replace("T", " ")} UTC.</p>` : ""}
<p class="soft">Sandbox: no money moves.</p>`,
  );
}

/** The page for an address that leads to nothing. */
export function missingPage() {
  return page(
    "Payment not found",
    html`<h1>Payment not found</h1>
<p>The address is incorrect, or the sandbox was reset. Go back to the shop and pay again.</p>`,
  );
}

/** The page for a form that was sent without an answer. */
export function wrongAnswerPage() {
  return page(
    "No outcome chosen",
    html`<h1>No outcome chosen</h1><p>Go back and choose an outcome for the payment.</p>`,
  );
}

function summary({ amount, merchant, title, lastFour, bankName, orderId }: PageFacts) {
  return html`<p class="amount">${wholeWords(amount)}</p>
<dl>
<dt>Merchant</dt><dd>${merchant}</dd>
${title === undefined ? "" : html`<dt>Product</dt><dd>${title}</dd>`}
${lastFour === undefined ? "" : html`<dt>Card</dt><dd>•••• ${lastFour}</dd>`}
${bankName === undefined ? "" : html`<dt>Bank</dt><dd>${bankName}</dd>`}
<dt>Order</dt><dd>${orderId}</dd>
</dl>`;
}

/** An amount that breaks between currency and number alone, however narrow the window is. */
function wholeWords(amount: string) {
  return amount.split(/\s/).map((word, index) => html`${index > 0 ? " " : ""}<span>${word}</span>`);
}
