/**
 * Finds the session of the order or wallet that a notification is about. The gateway sends no cookie, so the shop remembers
 * the session of each order that it started to pay, and of each reference that it created for a wallet.
 */
import {
  type Money,
  type OrderEvent as NotifiedEvent,
  toMinor,
  type WalletEvent,
  type WalletTransaction,
} from "@cardpane/node";
import type { Session } from "../http/session.ts";
import { toIso, toReceipt, toSavedCard, toSubscription } from "../payments/payment-result.ts";
import type { Locale } from "../texts/index.ts";
import { settleRefill, walletReceipt } from "../wallet/shopper-wallet.ts";
import type { Order } from "./order.ts";
import type { RefundEvent } from "./refunds.ts";
import { applyEvent, applyRefund, keepCard, updateSubscription } from "./session-orders.ts";
import { begun, charged, noticed } from "./subscription.ts";

export interface OrderDirectory {
  /** Remembers the session of an order or a reference; call it before anything is sent. */
  open(reference: string, session: Session): void;
  /** Applies an event of `createNotifications` to its order. */
  apply(event: NotifiedEvent): void;
  /** Applies an event of `createWalletNotifications` to an order or a refill. */
  applyWallet(event: WalletEvent): void;
  /** Marks a paid order as confirmed: a notification repeats the success of the response. */
  confirm(orderId: string, transactionId: string): void;
  /**
   * Marks the order of a voided wallet payment as voided. A second call for the same payment changes nothing.
   */
  takeBack(payment: WalletTransaction): void;
  /** Applies an event to the refunds of an order; returns the order after it, `undefined` if there is no such order. */
  refund(orderId: string, event: RefundEvent): Order | undefined;
  /** An order of any session that was started to pay. */
  find(orderId: string): Order | undefined;
  /** The language that the owner of an order chose; `null` if there is no such order or no choice. */
  localeOf(orderId: string): Locale | null;
}

/**
 * Creates an order directory in memory.
 *
 * @param limit maximum number of remembered references; the oldest is removed first.
 */
export function createOrderDirectory(limit = 50_000): OrderDirectory {
  const owners = new Map<string, Session>();

  function find(orderId: string) {
    const session = owners.get(orderId);
    const order = session?.orders.get(orderId);
    return session && order && { session, order };
  }

  return {
    open: (reference, session) => {
      owners.set(reference, session);
      for (const oldest of owners.keys()) {
        if (owners.size <= limit) break;
        owners.delete(oldest);
      }
    },
    apply: (event) => {
      // The caller that awaits the response applies it to the order.
      if (event.source === "response") return;
      const found = find(event.reference);
      if (found) apply(found.session, found.order.id, event);
    },
    applyWallet: (event) => {
      const session = event.source === "response" ? undefined : owners.get(event.reference);
      if (session) applyWallet(session, event);
    },
    takeBack: (payment) => {
      const { merchantOrderId, type, status } = payment;
      const found = merchantOrderId === null ? undefined : find(merchantOrderId);
      if (!found || type !== "outcome" || status !== "success") return;
      applyEvent(found.session, found.order, {
        type: "voided",
        receipt: walletReceipt({ transaction: payment }),
      });
    },
    refund: (orderId, event) => {
      const found = find(orderId);
      return found && applyRefund(found.session, found.order, event);
    },
    find: (orderId) => find(orderId)?.order,
    localeOf: (orderId) => find(orderId)?.session.locale ?? null,
    confirm: (orderId, transactionId) => {
      const found = find(orderId);
      if (found) applyEvent(found.session, found.order, { type: "confirmed", transactionId });
    },
  };
}

function apply(session: Session, orderId: string, event: NotifiedEvent): void {
  const order = session.orders.get(orderId);
  if (!order) return;
  switch (event.type) {
    case "payment.succeeded":
    // The amount paid is less than the price: the order shows it, and the operator has to decide.
    case "payment.underpaid": {
      const receipt = toReceipt(event.result);
      applyEvent(session, order, { type: "notified", outcome: { kind: "paid", receipt } });
      updateSubscription(session, order, (known) => begun(known, toSubscription(event.result.subscription)));
      keepCard(session, toSavedCard(event.result));
      return;
    }
    case "payment.failed":
      applyEvent(session, order, {
        type: "notified",
        outcome: { kind: "declined", code: event.code ?? null },
      });
      return;
    case "subscription.renewed":
    case "subscription.underpaid":
    case "subscription.charge_failed": {
      const { payment, timestamp } = event.result;
      const news = toSubscription(event.subscription);
      if (!news) return;
      updateSubscription(session, order, (known) =>
        charged(known, news, {
          transactionId: event.transactionId,
          at: timestamp?.dateTime ?? new Date(0).toISOString(),
          amount: payment.amount,
          currency: payment.currency,
          isPaid: event.type !== "subscription.charge_failed",
          code: payment.code ?? null,
        }),
      );
      return;
    }
    case "payment.refunded":
    case "payment.voided": {
      const { transactionId, parentTransactionId = null } = event;
      // A void may name no amount: it then applies to the whole payment.
      const { amountMinor, currency } = event.money ?? wholeOf(order) ?? {};
      if (amountMinor === undefined || currency === undefined) return;
      const refund = { transactionId, parentTransactionId, amountMinor: Math.abs(amountMinor), currency };
      applyRefund(session, order, { type: "notified", refund });
      return;
    }
    case "payment.refund_failed":
      if (event.money) applyRefund(session, order, { type: "failed", ...event.money });
      return;
    case "subscription.notice":
      updateSubscription(session, order, (known) =>
        noticed(known, { type: event.notice.type, at: toIso(event.notice.eventTime) }),
      );
      return;
    case "payment.authorized":
    case "payment.confirmed":
    case "payment.reversed":
    case "payment.chargeback":
    case "unknown":
      // The journal shows these for a person to decide; they change no order of this shop.
      return;
    default:
      event satisfies never;
  }
}

/** The amount that the payment of an order charged. */
function wholeOf({ state }: Order): Money | undefined {
  if (!("receipt" in state)) return undefined;
  const { amount, currency } = state.receipt;
  return { amountMinor: toMinor(amount, currency), currency };
}

function applyWallet(session: Session, event: WalletEvent): void {
  const { reference } = event;
  const order = session.orders.get(reference);
  // A refill's reference ends with its form token.
  const formToken = reference.slice(reference.indexOf(".") + 1);
  switch (event.type) {
    case "wallet.payment.succeeded":
      if (order) {
        const outcome = { kind: "paid", receipt: walletReceipt(event) } as const;
        applyEvent(session, order, { type: "notified", outcome });
      }
      return;
    case "wallet.payment.failed":
      if (order) {
        const outcome = { kind: "declined", code: event.code ?? null } as const;
        applyEvent(session, order, { type: "notified", outcome });
      }
      return;
    case "wallet.payment.voided":
      // The event's transaction is the void; the receipt belongs to the payment.
      if (order) {
        const receipt = { ...walletReceipt(event), transactionId: String(event.voidedTransactionId) };
        applyEvent(session, order, { type: "voided", receipt });
      }
      return;
    case "wallet.refill.succeeded":
      settleRefill(session.wallet, formToken, { status: "succeeded", transactionId: event.transactionId });
      return;
    case "wallet.refill.failed":
      settleRefill(session.wallet, formToken, { status: "failed", code: event.code ?? null });
      return;
    case "wallet.refill.voided":
    case "wallet.account.voided":
    case "wallet.account.low":
    case "wallet.account.moved":
    case "wallet.unknown":
      // The journal shows these for a person to decide; they change no order and no refill of this shop.
      return;
    default:
      event satisfies never;
  }
}
