/**
 * The operator's pages, with the merchant's key: the orders that wait, refunds of a card payment, the void of a wallet payment, and
 * the end of a doubt. It is a QA tool in English, for this machine only. A real shop protects such a page with a staff login.
 */
import {
  type CardpaneError,
  explainCode,
  fromMinor,
  isRefunded,
  type Money,
  type Order as OrderRecord,
} from "@cardpane/node";
import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { mayUseQa } from "../http/access.ts";
import { attempt, message, notFound, sheet } from "../http/notice.ts";
import { openPage } from "../http/page.ts";
import type { Shop } from "../http/shop.ts";
import { applyVoid } from "../notifications/apply-event.ts";
import { formatAmount, formatMinor, formatMoney, readMinor } from "../orders/money.ts";
import { type Order, type Receipt, refundableReceipt, setState } from "../orders/order.ts";
import { addRefund, refundMoney, settleRefund } from "../orders/refunds.ts";
import { leaveAttempt } from "../payments/leave.ts";
import { markPaidByHand } from "../payments/payment-result.ts";
import { fact } from "../shop/parts.ts";
import { attentionPage, historyOf, recordOf, waysOut } from "./attention.ts";

type Form = Readonly<Record<string, unknown>>;
/** Acts on an order; returns why nothing was done. */
type Work = (order: Order, form: Form) => Promise<string | undefined>;

export function operatorRoutes(app: Hono, shop: Shop): void {
  app.use("/operator/*", async (c, next) => (mayUseQa(c, shop) ? next() : notFound(c, shop)));

  /** Runs `work` for an order, and shows the order with the problem that it returns. */
  const withOrder = (work: Work) => async (c: Context) => {
    // The order is read after the form, because a notification may change it while the form arrives.
    const form = await c.req.parseBody();
    const order = shop.orders.get(c.req.param("id") ?? "");
    if (!order) return notFound(c, shop);
    const problem = await work(order, form);
    if (problem === undefined && c.req.method === "POST")
      return c.redirect(`/operator/orders/${order.id}`, 303);
    const record = await recordOf(shop, order);
    return c.html(orderPage(c, shop, order, { problem, record }), problem ? 422 : 200);
  };
  app.get("/operator", (c) => attentionPage(c, shop));
  const path = "/operator/orders/:id";
  app.get(
    path,
    withOrder(async () => undefined),
  );
  app.post(`${path}/refund`, withOrder(refundWork(shop)));
  app.post(
    `${path}/void`,
    withOrder((order) => voidPayment(shop, order)),
  );
  app.post(
    `${path}/resolve`,
    withOrder((order, form) => resolveDoubt(shop, order, form)),
  );
  app.post(
    `${path}/supersede`,
    withOrder(async (order) => {
      const done = await attempt(() => leaveAttempt(shop, order));
      return done.ok ? undefined : inWords(done.error);
    }),
  );
}

function refundWork({ client }: Shop): Work {
  /** The keys of the refunds that are being sent. */
  const sending = new Set<string>();
  return async (order, form) => {
    const { refunds } = order;
    const { key, inDoubt } = refunds;
    const receipt = refundableReceipt(order);
    // The form of an earlier refund, or a double click: nothing is sent, and the page shows the state.
    if (!receipt || form["key"] !== key || sending.has(key)) return undefined;
    const { currency, leftMinor } = refundMoney(order, receipt);
    const amountMinor = inDoubt?.amountMinor ?? readMinor(String(form["amount"] ?? ""), currency);
    if (amountMinor === undefined || (!inDoubt && amountMinor > leftMinor))
      return `Enter an amount, at most ${formatMoney({ amountMinor: leftMinor, currency }, "en")}.`;
    const money = inDoubt ?? { amountMinor, currency };
    sending.add(key);
    refunds.inDoubt = money;
    try {
      return await sendRefund(client, receipt, order, money, { key, isAgain: inDoubt !== null });
    } finally {
      sending.delete(key);
    }
  };
}

/**
 * Sends a refund; returns why it was not made. Once it is in doubt, an answer about the refund or its notification settles it: a
 * refusal of a later send says nothing about an earlier one.
 */
async function sendRefund(
  client: Shop["client"],
  { transactionId }: Receipt,
  { id, refunds }: Order,
  money: Money,
  { key, isAgain }: { readonly key: string; readonly isAgain: boolean },
): Promise<string | undefined> {
  const request = { reason: `Order ${id}`, ...money };
  const idempotencyKey = `refund.${key}`;
  const done = await attempt(() => client.payments.refund(transactionId, request, { idempotencyKey }));
  if (!done.ok) {
    if (done.error.outcome === "unknown") return undefined;
    if (!isAgain) settleRefund(refunds, money);
    return inWords(done.error);
  }
  const { refund } = done.value;
  if (refund?.status === "fail") {
    settleRefund(refunds, money);
    return `The gateway declined the refund: ${refund.code} ${explainCode(refund.code ?? "")}`;
  }
  // Pending, or a status that is newer than this shop: the notification reports the outcome.
  if (!isRefunded(done.value)) return undefined;
  const { transactionId: own = "" } = refund ?? {};
  addRefund(refunds, { transactionId: own, parentTransactionId: transactionId, ...money });
  return undefined;
}

/**
 * After a refusal or an unknown outcome the transaction is read: it may have been voided before. Each click has a key of its own,
 * so that a refusal is not repeated; the gateway voids a transaction once.
 */
async function voidPayment(shop: Shop, { state }: Order): Promise<string | undefined> {
  const { transactionId, walletUserId } = state.status === "paid" ? state.receipt : {};
  // Paid without a wallet, voided already, or not paid: the page shows it.
  if (walletUserId === undefined) return undefined;
  const { transactions } = shop.client.wallet.forUser(walletUserId);
  const payment = Number(transactionId);
  const done = await attempt(() => transactions.void(payment));
  const known = done.ok ? done : await attempt(() => transactions.get(payment));
  const isVoided = done.ok || (known.ok && known.value.child.some(({ mode }) => mode === "void"));
  if (known.ok && isVoided) applyVoid(shop, known.value);
  return isVoided || done.ok ? undefined : inWords(done.error);
}

/** A person's decision, after a look at the gateway. */
async function resolveDoubt(
  { checkout, webhooks }: Shop,
  order: Order,
  form: Form,
): Promise<string | undefined> {
  const { id, by } = order;
  const decision = form["decision"] === "paid" ? "paid" : "not_made";
  const transactionId = String(form["transactionId"] ?? "").trim();
  const book = by === "wallet" ? webhooks : checkout;
  // Decided in the meantime: the page shows it.
  if (!(await book.find(id))?.canResolve) return undefined;
  const done = await attempt(() => book.resolve(id, decision, transactionId === "" ? {} : { transactionId }));
  if (!done.ok) return inWords(done.error);
  if (decision === "not_made") setState(order, { status: "created", problem: null });
  // A decision for a wallet's payment emits no event.
  else if (by === "wallet") markPaidByHand(order, transactionId);
  return undefined;
}

function inWords({ code, errors = {} }: CardpaneError): string {
  const fields = Object.entries(errors).map(([name, problem]) => `${name} ${problem}`);
  return `Not done: ${[code, ...fields].join(", ")}.`;
}

function orderPage(
  c: Context,
  shop: Shop,
  order: Order,
  { problem, record }: { readonly problem: string | undefined; readonly record: OrderRecord | undefined },
) {
  const page = openPage(c, shop);
  const { id, state, totalMinor, refunds } = order;
  const receipt = "receipt" in state ? state.receipt : undefined;
  const refundable = refundableReceipt(order);
  const money = refundable && refundMoney(order, refundable);
  const path = `/operator/orders/${id}`;
  return sheet(
    { ...page, here: path },
    `Order ${id}`,
    html`<p class="soft">For QA, on this machine only. A real shop protects this page with a staff login.</p>
${problem !== undefined && message(problem)}
<dl class="card facts">
${fact("Status", state.status)}
${fact("Total", formatMinor(totalMinor, "en"))}
${receipt && fact("Charged", formatAmount(receipt.amount, receipt.currency, "en"))}
${receipt && fact("Reference", `${receipt.orderId} / ${receipt.transactionId}`)}
${refunds.made.map((refund) => fact(`Refunded ${refund.transactionId}`, formatMoney(refund, "en")))}
${money && fact("Left to refund", formatMoney({ amountMinor: money.leftMinor, currency: money.currency }, "en"))}
</dl>
${
  money &&
  (money.leftMinor > 0 || refunds.inDoubt) &&
  html`<form class="card" method="post" action="${path}/refund"><input type="hidden" name="key" value="${refunds.key}">
${refunds.inDoubt && html`<p class="message reported">We don’t know if ${formatMoney(refunds.inDoubt, "en")} was refunded. Wait for the notification, or send it again: it can’t be made twice.</p>`}
<div class="field"><label for="amount">Amount to refund (${money.currency})</label>
<input id="amount" name="amount" inputmode="decimal" autocomplete="off" value="${fromMinor(refunds.inDoubt?.amountMinor ?? money.leftMinor, money.currency)}" ${refunds.inDoubt && html`readonly`}></div>
<p class="bar"><button class="button">${refunds.inDoubt ? "Send again" : "Refund"}</button> ${refunds.inDoubt && html`<a class="button" href="${path}">Check again</a>`}</p></form>`
}
${
  state.status === "paid" &&
  receipt?.walletUserId !== undefined &&
  html`<form class="card" method="post" action="${path}/void"><p>The money goes back to the wallet and the order is closed. This can’t be undone.</p>
<p class="bar"><button class="button">Void payment</button></p></form>`
}
${record && waysOut(record, path)}
${record && historyOf(record)}
<p><a href="/operator">Needs attention</a></p>`,
    { isEnglish: true },
  );
}
