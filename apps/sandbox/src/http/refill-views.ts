/** The markup of a refill's pages. The template escapes every value. */
import { html } from "hono/html";
import { page, wholeWords } from "./page.ts";
import type { PageTexts } from "./page-texts.ts";
import type { PaneScript } from "./pane-script.ts";

/** The values that the page shows the shopper. Amounts are formatted. */
export interface RefillFacts {
  readonly name: string;
  readonly account: string;
  readonly domain: string | undefined;
  readonly amount: string;
  readonly lines: readonly { readonly title: string; readonly amount: string }[];
  /** The amount that the card pays. */
  readonly charge: string;
  /** The amount that the account gets. */
  readonly credit: string;
  readonly isTest: boolean;
  /** Why the last card was refused. */
  readonly problem: string | undefined;
  /** The code of that refusal, and its meaning in English. */
  readonly reason: string | undefined;
}

/** The page that takes a card for a refill. */
export function refillPage(texts: PageTexts, facts: RefillFacts, pane: PaneScript | undefined) {
  return page(
    texts.refillTitle,
    html`<h1>${texts.refillTitle}</h1>
<p class="amount"><bdi>${wholeWords(facts.charge)}</bdi></p>
${bill(texts, facts)}
${facts.problem === undefined ? "" : html`<p class="problem" role="alert">${problemOf(facts)}</p>`}
${pane ? cardForm(texts, facts, pane) : noPane(texts)}
<form method="post" aria-label="${texts.withoutCard}">
<button class="stop" name="answer" value="cancel">${texts.cancel}</button>
</form>
<p class="soft">${facts.isTest ? `${texts.isTest} ` : ""}${texts.noMoney}</p>`,
    { texts, script: pane },
  );
}

function problemOf({ problem, reason }: RefillFacts) {
  return html`${problem}${reason === undefined ? "" : html` <span lang="en" dir="ltr">${reason}</span>`}`;
}

function cardForm(texts: PageTexts, { charge }: RefillFacts, { environment }: PaneScript) {
  return html`<form method="post">
<card-pane name="payment" environment="${environment}" fields="number expiry cvv"></card-pane>
<noscript><p class="problem">${texts.needsScript}</p></noscript>
<button class="main">${texts.pay(charge)}</button>
</form>`;
}

/** *Assumption*: without a pane the sandbox takes no card, since its own page must never see one. */
function noPane(texts: PageTexts) {
  return html`<p class="problem" role="alert">${texts.noPane}</p>
<p class="soft" lang="en" dir="ltr">Set PANE_URL to the address of a running pane host, and list this sandbox in that host's parents. Then reload
this page.</p>`;
}

/** The end of a refill without a shop to return to. */
export function refillEndPage(texts: PageTexts, facts: RefillFacts, isPaid: boolean) {
  const title = isPaid ? texts.refilled : texts.notRefilled;
  return page(
    title,
    html`<h1>${title}</h1>
${isPaid || facts.problem === undefined ? "" : html`<p class="problem">${problemOf(facts)}</p>`}
${bill(texts, facts)}
<p class="soft">${texts.closePage}</p>`,
    { texts },
  );
}

function bill(texts: PageTexts, { name, account, domain, amount, lines, credit }: RefillFacts) {
  const words = (value: string) => html`<bdi>${value}</bdi>`;
  const money = (value: string) => html`<bdi>${wholeWords(value)}</bdi>`;
  return html`<dl>
<dt>${texts.for}</dt><dd>${words(name)}</dd>
${domain === undefined ? "" : html`<dt>${texts.shop}</dt><dd>${words(domain)}</dd>`}
<dt>${texts.account}</dt><dd>${words(account)}</dd>
<dt>${texts.amount}</dt><dd>${money(amount)}</dd>
${lines.map((line) => html`<dt>${words(line.title)}</dt><dd>${money(line.amount)}</dd>`)}
<dt>${texts.youReceive}</dt><dd>${money(credit)}</dd>
</dl>`;
}
