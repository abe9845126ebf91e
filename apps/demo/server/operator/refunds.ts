/** A refund by the operator: read from the form, sent once, and recorded in the order. */
import { type Client, isRefunded, type Money } from "@cardpane/node";
import type { OrderDirectory } from "../orders/directory.ts";
import type { Order } from "../orders/order.ts";
import { refundableReceipt, refundMoney } from "../orders/refundable.ts";
import { advanceRefunds, type RefundAnswer, type RefundEvent } from "../orders/refunds.ts";
import { type Form, moreThanLeft, readFormToken, readMinorAmount, textOf } from "../wallet/inputs.ts";
import { attempt, type Done, type Refusal, refuse, withoutWallet } from "../wallet/refusal.ts";

/** The outcome of a form. `open`: no new request was sent, or no response arrived; the order's page shows the state. */
export type RefundOutcome =
  | { readonly kind: "made"; readonly money: Money }
  | { readonly kind: "open" }
  | { readonly kind: "failed"; readonly code: string | null }
  | { readonly kind: "refused"; readonly refusal: Refusal };

/**
 * Refunds the form's amount of a card payment. The same form again, or a second form while the first is under way or its outcome
 * is unknown, sends nothing: nothing is awaited between the check and the change of state.
 */
export async function refundOrder(
  client: Client,
  orders: OrderDirectory,
  order: Order,
  form: Form,
): Promise<RefundOutcome> {
  const receipt = refundableReceipt(order);
  const formToken = readFormToken(form);
  const isSent = formToken === undefined || order.refunds.formTokens.includes(formToken);
  if (!receipt || isSent || order.refunds.attempt) return { kind: "open" };
  const input = readRefund(form, refundMoney(order, receipt));
  if (!input.ok) return { kind: "refused", refusal: input.refusal };
  const money = input.value;
  noteRefund(orders, order.id, { type: "started", formToken, ...money });
  const reason = textOf(form, "reason") || `Order ${order.id}`;
  let answer: RefundAnswer = { kind: "lost" };
  try {
    const done = await attempt(() =>
      client.payments.refund(
        receipt.transactionId,
        { reason, ...money },
        { idempotencyKey: `refund.${formToken}` },
      ),
    );
    if (!done.ok) {
      if (done.refusal.kind === "unknown") return { kind: "open" };
      answer = { kind: "not_made" };
      return { kind: "refused", refusal: withoutWallet(done.refusal) };
    }
    const { refund } = done.value;
    if (refund.status === "fail") {
      answer = { kind: "not_made" };
      return { kind: "failed", code: refund.code ?? null };
    }
    // Pending, or a status that is newer than this shop: the notification will report the outcome.
    if (!isRefunded(done.value)) return { kind: "open" };
    const { transactionId, parentTransactionId = receipt.transactionId } = refund;
    answer = { kind: "made", refund: { transactionId, parentTransactionId, ...madeMoney(refund, money) } };
    return { kind: "made", money };
  } finally {
    // Also after an exception here: the refund that was sent may have been made.
    noteRefund(orders, order.id, { type: "answered", answer });
  }
}

/** Applies an event to the refunds of an order; `undefined` if there is no such order. */
export function noteRefund(orders: OrderDirectory, orderId: string, event: RefundEvent): Order | undefined {
  return orders.update(orderId, ({ refunds }) => ({ refunds: advanceRefunds(refunds, event) }));
}

/** The refunded amount from the gateway's response; the requested amount if the response has none. */
function madeMoney(
  {
    amountMinor,
    currency,
  }: { readonly amountMinor?: number | undefined; readonly currency?: string | undefined },
  requested: Money,
): Money {
  return amountMinor === undefined || currency === undefined
    ? requested
    : { amountMinor: Math.abs(amountMinor), currency };
}

function readRefund(
  form: Form,
  { currency, leftMinor }: Pick<ReturnType<typeof refundMoney>, "currency" | "leftMinor">,
): Done<Money> {
  const amountMinor = readMinorAmount(form, currency);
  if (!amountMinor.ok) return amountMinor;
  if (amountMinor.value > leftMinor) return refuse({ amount: moreThanLeft });
  if (textOf(form, "reason").length > 255) return refuse({ reason: "must have 255 characters at most" });
  return { ok: true, value: { amountMinor: amountMinor.value, currency } };
}
