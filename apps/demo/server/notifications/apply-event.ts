/**
 * What the shop does with each event of an order. The package has verified it, compared it with the recorded attempt, and
 * delivers it once; the shop ships on `payment.succeeded`, and shows the rest.
 */
import {
  type CheckoutEvent,
  type Money,
  toMinor,
  type WalletEvent,
  type WalletTransaction,
} from "@cardpane/node";
import type { OrderDirectory } from "../orders/directory.ts";
import type { Order, OrderState, Receipt } from "../orders/order.ts";
import { settled, withRefund } from "../orders/refunds.ts";
import { keepCard } from "../orders/session-orders.ts";
import { begun, charged, noticed } from "../orders/subscription.ts";
import { toIso, toReceipt, toSavedCard, toSubscription } from "../payments/payment-result.ts";
import { currency } from "../shop/catalogue.ts";
import { noteRefill, walletReceipt } from "../wallet/shopper-wallet.ts";

/** Applies an event of the checkout. Events with `source: "response"` are applied by the caller that awaits the response. */
export function applyEvent(orders: OrderDirectory, event: CheckoutEvent): void {
  const { reference } = event;
  if (event.source === "response" && event.type !== "payment.duplicate") return;
  switch (event.type) {
    case "payment.succeeded": {
      const { result } = event;
      orders.update(reference, (order, session) => {
        const receipt = result ? toReceipt(result) : resolvedReceipt(order, event.transactionId ?? "");
        if (result) keepCard(session, toSavedCard(result));
        return {
          state: { status: "paid", receipt },
          subscription: begun(order.subscription, toSubscription(result?.subscription)),
        };
      });
      return;
    }
    case "payment.failed":
      orders.update(reference, (order) => declined(order, event.transactionId, event.code));
      return;
    case "payment.mismatched":
      if (event.charge === "later") return;
      orders.update(reference, ({ state }) =>
        state.status === "paid" ? {} : { state: { status: "mismatched", receipt: toReceipt(event.result) } },
      );
      return;
    case "payment.duplicate":
      orders.update(reference, () => ({ isPaidTwice: true }));
      return;
    case "payment.refunded":
    case "payment.voided": {
      const { transactionId, of: parentTransactionId = null, money } = event;
      orders.update(reference, (order) => {
        // Without an amount, all of the payment was returned.
        const whole = money ?? chargedBy(order);
        if (!whole) return {};
        return { refunds: withRefund(order.refunds, { transactionId, parentTransactionId, ...whole }) };
      });
      return;
    }
    case "payment.refund_failed": {
      const { money } = event;
      if (money) orders.update(reference, ({ refunds }) => ({ refunds: settled(refunds, money) }));
      return;
    }
    case "subscription.renewed":
    case "subscription.charge_failed": {
      const { payment, timestamp } = event.result;
      const news = toSubscription(event.subscription);
      if (!news) return;
      const charge = {
        transactionId: event.transactionId,
        at: timestamp?.dateTime ?? new Date(0).toISOString(),
        amount: payment.amount ?? 0,
        currency: payment.currency ?? currency,
        isPaid: event.type === "subscription.renewed",
        code: payment.code ?? null,
      };
      orders.update(reference, ({ subscription }) => ({ subscription: charged(subscription, news, charge) }));
      return;
    }
    case "subscription.notice": {
      const { type, eventTime } = event.notice;
      orders.update(reference, ({ subscription }) => ({
        subscription: noticed(subscription, { type: type ?? "", at: toIso(eventTime) }),
      }));
      return;
    }
    case "payment.authorized":
    case "payment.reversed":
    case "payment.charged_back":
    case "unknown":
      // The journal shows these for a person to decide; they change no order of this shop.
      return;
    default:
      event satisfies never;
  }
}

/** Applies an event of the wallet to an order or a refill. */
export function applyWalletEvent(orders: OrderDirectory, event: WalletEvent): void {
  const { reference } = event;
  if (event.source === "response") return;
  // A refill's reference ends with its form token.
  const formToken = reference.slice(reference.indexOf(".") + 1);
  const settle = (state: Parameters<typeof noteRefill>[2]) => {
    const session = orders.sessionOf(reference);
    if (session) noteRefill(session.wallet, formToken, state);
  };
  switch (event.type) {
    case "wallet.payment.succeeded": {
      const receipt = walletReceipt(event);
      orders.update(reference, ({ state }) =>
        state.status === "voided" ? {} : { state: { status: "paid", receipt } },
      );
      return;
    }
    case "wallet.payment.failed":
      orders.update(reference, (order) => declined(order, String(event.transaction.id), event.code));
      return;
    case "wallet.payment.voided":
      markVoided(orders, reference, {
        // The event's transaction is the void; the receipt belongs to the payment.
        ...walletReceipt(event),
        transactionId: String(event.voidedTransactionId),
      });
      return;
    case "wallet.refill.succeeded":
      settle({ status: "succeeded", transactionId: event.transaction.id });
      return;
    case "wallet.refill.failed":
      settle({ status: "failed", code: event.code ?? null });
      return;
    default:
      // The journal shows the others for a person to decide; they change no order and no refill of this shop.
      return;
  }
}

/** Marks an order as voided: its wallet payment was taken back. Another payment of the order stays paid. */
function markVoided(orders: OrderDirectory, reference: string, receipt: Receipt): void {
  orders.update(reference, ({ state }) => {
    const isOther = state.status === "paid" && state.receipt.transactionId !== receipt.transactionId;
    return isOther ? {} : { state: { status: "voided", receipt } };
  });
}

/** Marks the order of a wallet payment that the operator voided. */
export function applyVoid(orders: OrderDirectory, payment: WalletTransaction): void {
  const { merchantOrderId, type, status } = payment;
  if (merchantOrderId === null || type !== "outcome" || status !== "success") return;
  markVoided(orders, merchantOrderId, walletReceipt({ transaction: payment }));
}

/** A decline ends the attempt that the order shows; that of an earlier attempt changes nothing. */
function declined({ state }: Order, transactionId: string, code: string | undefined): Partial<Order> {
  const next: OrderState = { status: "declined", code: code ?? null };
  switch (state.status) {
    case "awaiting":
    case "reported":
      return state.ids.transactionId === transactionId ? { state: next } : {};
    case "paying":
    case "unknown":
      return { state: next };
    default:
      return {};
  }
}

function chargedBy({ state }: Order): Money | undefined {
  if (!("receipt" in state)) return undefined;
  const { amount, currency } = state.receipt;
  return { amountMinor: toMinor(amount, currency), currency };
}

/** An operator decided that the order is paid, and the gateway has not reported the transaction. */
function resolvedReceipt({ totalMinor }: Order, transactionId: string): Receipt {
  return {
    orderId: "",
    transactionId,
    code: "0",
    amount: totalMinor / 100,
    currency,
    descriptor: null,
    method: null,
    brand: null,
    lastFour: null,
  };
}
