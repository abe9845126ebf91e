/**
 * What the shop does with each event of an order, from a notification or from the response of the call. The package has verified
 * it, compared it with the recorded attempt, and delivers it once; the shop ships on `payment.succeeded`, and shows the rest.
 */
import {
  type CheckoutEvent,
  type Money,
  toMinor,
  type WalletEvent,
  type WalletTransaction,
} from "@cardpane/node";
import type { Records } from "../http/shop.ts";
import { currency } from "../orders/catalogue.ts";
import { type Order, type Receipt, setState } from "../orders/order.ts";
import { addRefund, settleRefund } from "../orders/refunds.ts";
import { noteRefill } from "../orders/shopper-wallet.ts";
import { canceled, charged } from "../orders/subscription.ts";
import { markPaid, markPaidByHand, toReceipt, walletReceipt } from "../payments/payment-result.ts";

/** Applies an event of the checkout. */
export function applyEvent({ orders }: Records, event: CheckoutEvent): void {
  const order = orders.get(event.reference);
  if (!order) return;
  switch (event.type) {
    case "payment.succeeded":
    case "payment.identified":
      if (event.result) markPaid(order, event.result);
      // After `resolve(…, "paid")`: `payment.identified` brings the result.
      else markPaidByHand(order, event.transactionId ?? "");
      return;
    case "payment.failed":
      decline(order, event.transactionId, event.code);
      return;
    case "payment.mismatched":
      if (event.charge === "later" || order.state.status === "paid") return;
      setState(order, { status: "mismatched", receipt: toReceipt(event.result) });
      return;
    case "payment.duplicate":
      order.isPaidTwice = true;
      return;
    case "payment.refunded":
    case "payment.voided": {
      const { transactionId, of: parentTransactionId = null } = event;
      // Without an amount, all of the payment was returned.
      const money = event.money ?? chargedBy(order);
      if (money) addRefund(order.refunds, { transactionId, parentTransactionId, ...money });
      return;
    }
    case "payment.refund_failed":
      if (event.money) settleRefund(order.refunds, event.money);
      return;
    case "subscription.renewed":
    case "subscription.charge_failed": {
      const { payment, timestamp } = event.result;
      if (!event.subscription) return;
      order.subscription = charged(order.subscription, event.subscription, {
        transactionId: event.transactionId,
        at: timestamp?.dateTime ?? new Date(0).toISOString(),
        amount: payment.amount ?? 0,
        currency: payment.currency ?? currency,
        isPaid: event.type === "subscription.renewed",
        code: payment.code ?? null,
      });
      return;
    }
    case "subscription.notice": {
      const { type, eventTime } = event.notice;
      if (type === "cancel") order.subscription = canceled(order.subscription, eventTime);
      return;
    }
    case "payment.authorized":
    case "payment.reversed":
    case "payment.charged_back":
    case "unknown":
      // The log shows these for a person to decide; they change no order of this shop.
      return;
    default:
      event satisfies never;
  }
}

/** Applies an event of the wallet to an order or a refill. */
export function applyWalletEvent({ orders, wallets }: Records, event: WalletEvent): void {
  const { reference, type } = event;
  const order = orders.get(reference);
  const wallet = wallets.get(reference);
  if (order && type === "wallet.payment.succeeded" && order.state.status !== "voided")
    setState(order, { status: "paid", receipt: walletReceipt(event) });
  if (order && type === "wallet.payment.failed") decline(order, String(event.transaction.id), event.code);
  if (order && type === "wallet.payment.voided") {
    // The event's transaction is the void; the receipt belongs to the payment.
    markVoided(order, { ...walletReceipt(event), transactionId: String(event.voidedTransactionId) });
  }
  if (wallet && type === "wallet.refill.succeeded") noteRefill(wallet, reference, { status: "succeeded" });
  if (wallet && type === "wallet.refill.failed")
    noteRefill(wallet, reference, { status: "failed", code: event.code ?? null });
  // The log shows the others for a person to decide; they change no order and no refill of this shop.
}

/** Marks an order as voided: its wallet payment was taken back. Another payment of the order stays paid. */
function markVoided(order: Order, receipt: Receipt): void {
  const { state } = order;
  const isOther = state.status === "paid" && state.receipt.transactionId !== receipt.transactionId;
  if (!isOther) setState(order, { status: "voided", receipt });
}

/** Marks the order of a wallet payment that the operator voided. */
export function applyVoid({ orders }: Records, transaction: WalletTransaction): void {
  const { merchantOrderId, type, status } = transaction;
  const order = orders.get(merchantOrderId ?? "");
  if (order && type === "outcome" && status === "success") markVoided(order, walletReceipt({ transaction }));
}

/** A decline ends the attempt that the order shows; that of an earlier attempt changes nothing. */
function decline(order: Order, transactionId: string, code: string | undefined): void {
  const { state, left } = order;
  const isUndecided = state.status === "paying" || state.status === "unknown";
  const isShown = "ids" in state ? state.ids.transactionId === transactionId : isUndecided;
  if (isShown && !left.has(transactionId)) setState(order, { status: "declined", code: code ?? null });
}

function chargedBy({ state }: Order): Money | undefined {
  if (!("receipt" in state)) return undefined;
  const { amount, currency } = state.receipt;
  return { amountMinor: toMinor(amount, currency), currency };
}
