/** The orders that wait, from the package's record: why each waits, what was said of it, and what ends it. */
import type { Order as OrderRecord } from "@cardpane/node";
import type { Context } from "hono";
import { html } from "hono/html";
import { sheet } from "../http/notice.ts";
import { type Html, openPage } from "../http/page.ts";
import type { Shop } from "../http/shop.ts";
import { formatMoney } from "../orders/money.ts";
import type { Order } from "../orders/order.ts";

type Reason = NonNullable<OrderRecord["waiting"]>["why"];

const reasons: Readonly<Record<Reason, string>> = {
  no_answer: "The gateway has not answered",
  pending: "Open at the bank",
  bank: "The bank decides",
  authorized: "The money is only reserved",
  mismatched: "The money differs from the price",
  refund: "A refund is under way",
};

/** The record that decides whether an order may be paid: of a wallet's payment, or of any other. */
export function recordOf({ checkout, webhooks }: Shop, { id, by }: Order): Promise<OrderRecord | undefined> {
  return (by === "wallet" ? webhooks : checkout).find(id);
}

/** The page "Needs attention". */
export async function attentionPage(c: Context, shop: Shop): Promise<Response> {
  const waiting: OrderRecord[] = [];
  for (const book of [shop.checkout, shop.webhooks]) for await (const one of book.list()) waiting.push(one);
  const [urgent, other] = [true, false].map((needsPerson) =>
    waiting.filter((one) => one.waiting?.needsPerson === needsPerson),
  );
  const body = html`<p class="soft">The gateway’s own list decides. A monitor can ask the same: <code>npx @cardpane/node doubts</code>.</p>
${section("Needs a person", urgent ?? [])}
${section("Waits for a shopper, a bank or a notification", other ?? [])}`;
  return c.html(sheet(openPage(c, shop), "Needs attention", body, { isEnglish: true }));
}

function section(title: string, orders: readonly OrderRecord[]): Html {
  return html`<section><h2>${title} (${orders.length})</h2><ul class="rows">${orders.map(row)}</ul></section>`;
}

function row({ reference, waiting, attempts }: OrderRecord): Html | null {
  if (!waiting) return null;
  const { expected } = attempts.at(-1) ?? {};
  const moved = waiting.money && html`${formatMoney(waiting.money, "en")} of `;
  return html`<li class="ends"><a href="/operator/orders/${reference}">${reference}</a> <span>${reasons[waiting.why]}</span>
<span class="soft">${expected && html`${moved}${formatMoney(expected, "en")}, `}since ${timeOf(waiting.since)}</span></li>`;
}

/** What was said of an order: when, by whom, what it changed. */
export function historyOf({ attempts }: OrderRecord): Html {
  const entries = attempts.flatMap(({ history }) => history);
  return html`<section class="card"><h2>History</h2><ol class="rows">${entries.map(
    ({ at, source, said, money, code, transactionId, note, events }) =>
      html`<li><span class="soft">${timeOf(at)}</span> ${[source, said, money && formatMoney(money, "en"), code && `code ${code}`, transactionId, note].filter(Boolean).join(" · ")}${events.length > 0 && html`<br>→ ${events.join(", ")}`}</li>`,
  )}</ol></section>`;
}

/** The ways to end a doubt that is left to the operator. */
export function waysOut(record: OrderRecord, path: string): Html {
  return html`${
    record.canSupersede &&
    html`<form class="card" method="post" action="${path}/supersede"><p>The shopper left the bank’s page: the order can be paid again. If it is paid after all, that is reported.</p>
<p class="bar"><button class="button">Give up the attempt</button></p></form>`
  }
${
  record.canResolve &&
  html`<form class="card" method="post" action="${path}/resolve"><p>Check the gateway’s own list first. If the payment isn’t there, the order can be paid again.</p>
<div class="field"><label for="transaction">Transaction at the gateway, if it was paid</label><input id="transaction" name="transactionId" autocomplete="off"></div>
<p class="bar"><button class="button" name="decision" value="not_made">I’ve checked: no payment was made</button> <button class="button" name="decision" value="paid">I’ve checked: it was paid</button></p></form>`
}`;
}

function timeOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
