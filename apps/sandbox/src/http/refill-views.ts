/** What the pages of a refill look like. Everything shown is escaped by the template. */
import { html } from "hono/html";
import { page } from "./page.ts";
import type { PaneScript } from "./pane-script.ts";

/** What the page tells the shopper. Amounts are ready to read. */
export interface RefillFacts {
  readonly name: string;
  readonly account: string;
  readonly domain: string | undefined;
  readonly amount: string;
  readonly lines: readonly { readonly title: string; readonly amount: string }[];
  /** What the card pays. */
  readonly charge: string;
  /** What the account gets. */
  readonly credit: string;
  readonly isTest: boolean;
  /** Why the last card was not taken. */
  readonly problem: string | undefined;
}

/** Takes a card for a refill. */
export function refillPage(facts: RefillFacts, pane: PaneScript | undefined) {
  return page(
    "Add money",
    html`<h1>Add money</h1>
<p class="amount">${facts.charge}</p>
${bill(facts)}
${facts.problem === undefined ? "" : html`<p class="problem" role="alert">${facts.problem}</p>`}
${pane ? cardForm(facts, pane) : noPane()}
<form method="post" aria-label="Without a card">
<button class="stop" name="answer" value="cancel">Cancel</button>
</form>
<p class="soft">${facts.isTest ? "Test only: the balance doesn’t change. " : ""}Sandbox: no money moves.</p>`,
    "narrow",
    pane,
  );
}

function cardForm({ charge }: RefillFacts, { environment }: PaneScript) {
  return html`<form method="post">
<card-pane name="payment" environment="${environment}" fields="number expiry cvv"></card-pane>
<noscript><p class="problem">The card fields need JavaScript.</p></noscript>
<button class="main">Pay ${charge}</button>
</form>`;
}

/** *Assumption*: without a pane the sandbox takes no card on a page of its own, for a page must never see one. */
function noPane() {
  return html`<p class="problem" role="alert">The card form is not available.</p>
<p class="soft">Set PANE_URL to the address of a running pane host, and list this sandbox in that host's PANE_PARENTS. Then reload
this page.</p>`;
}

/** The end of a refill that leads to no shop. */
export function refillEndPage(facts: RefillFacts, isPaid: boolean) {
  return page(
    isPaid ? "Money added" : "No money was added",
    html`<h1>${isPaid ? "Money added" : "No money was added"}</h1>
${isPaid || facts.problem === undefined ? "" : html`<p class="problem">${facts.problem}</p>`}
${bill(facts)}
<p class="soft">You can close this page.</p>`,
  );
}

function bill({ name, account, domain, amount, lines, credit }: RefillFacts) {
  return html`<dl>
<dt>For</dt><dd>${name}</dd>
${domain === undefined ? "" : html`<dt>Shop</dt><dd>${domain}</dd>`}
<dt>Account</dt><dd>${account}</dd>
<dt>Amount</dt><dd>${amount}</dd>
${lines.map((line) => html`<dt>${line.title}</dt><dd>${line.amount}</dd>`)}
<dt>You receive</dt><dd>${credit}</dd>
</dl>`;
}
