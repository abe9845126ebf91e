/** What an answer or a notification of the gateway's means for an order. */
import { isDeclined, isSuccessful, needsSca, nextAction, type PaymentResult } from "@cardpane/node";
import type { Answer, Receipt } from "../orders/order.ts";
import type { SubscriptionNews } from "../orders/subscription.ts";
import { type Brand, lastFourOf, paneBrand } from "../shop/brand.ts";

/** A card that the gateway keeps for this shopper. None of it is card data. */
export interface SavedCard {
  readonly paymentAccountId: string;
  readonly consumerId: string;
  readonly brand: Brand | null;
  readonly lastFour: string | null;
}

/** What became of a payment. */
export interface PaymentOutcome {
  readonly answer: Answer;
  /** The card, where the gateway keeps it. */
  readonly savedCard: SavedCard | null;
  readonly subscription: SubscriptionNews | null;
  /** The answer, where it is a decline for want of 3D Secure: the next card is sent as an answer to it. */
  readonly scaDecline: PaymentResult | null;
}

/** An answer that brings nothing else. */
export function answerOnly(answer: Answer): PaymentOutcome {
  return { answer, savedCard: null, subscription: null, scaDecline: null };
}

/** Reads the answer to a payment. */
export function toOutcome(result: PaymentResult): PaymentOutcome {
  const { payment } = result;
  if (isSuccessful(result)) {
    return {
      answer: { kind: "paid", receipt: toReceipt(result) },
      savedCard: toSavedCard(result),
      subscription: toSubscription(result.subscription),
      scaDecline: null,
    };
  }
  if (isDeclined(result)) {
    const declined = answerOnly({ kind: "declined", code: payment.code ?? null });
    return needsSca(result) ? { ...declined, scaDecline: result } : declined;
  }
  const action = nextAction(result);
  // Pending without a redirect: neither paid nor declined, so the outcome is unknown.
  if (action.type !== "redirect" || !isWebAddress(action.url)) return answerOnly({ kind: "lost" });
  const ids = { orderId: payment.orderId, transactionId: payment.transactionId };
  const step = { url: action.url, qrCode: payment.qrCode ?? null };
  return answerOnly({ kind: "second_step", step, ids });
}

/** What to show of a payment that succeeded. */
export function toReceipt({ payment, metadata }: PaymentResult): Receipt {
  const { udf2: network } = metadata;
  return {
    orderId: payment.orderId,
    transactionId: payment.transactionId,
    code: payment.code ?? "0",
    amount: payment.amount,
    currency: payment.currency,
    descriptor: payment.descriptor ?? null,
    method: payment.source?.method ?? null,
    brand: paneBrand(typeof network === "string" ? network : payment.source?.brand),
    lastFour: lastFourOf(payment.source?.number),
  };
}

/** The gateway keeps the card under an id of its own: that and the consumer's is all that paying again needs. */
export function toSavedCard({ payment, consumer }: PaymentResult): SavedCard | null {
  const { method, paymentAccountId, disabled, brand, number } = payment.source ?? {};
  // A bank account can be charged again too, but not by the pane, which collects a card's CVV.
  if (method !== "card" || paymentAccountId === undefined || disabled === true) return null;
  if (consumer.id === undefined) return null;
  return {
    paymentAccountId,
    consumerId: consumer.id,
    brand: paneBrand(brand),
    lastFour: lastFourOf(number),
  };
}

type SubscriptionParts = {
  readonly [Key in keyof SubscriptionNews]?: SubscriptionNews[Key] | undefined;
};

/** The subscription in a result; `null` where there is none. */
export function toSubscription(parts: SubscriptionParts | null | undefined): SubscriptionNews | null {
  if (!parts) return null;
  const { id, status, cycle, renewalDate, cancelDate } = parts;
  return {
    id: id ?? null,
    status: status ?? null,
    cycle: cycle ?? null,
    renewalDate: toIso(renewalDate),
    cancelDate: toIso(cancelDate),
  };
}

/** A date as ISO 8601: operations on subscriptions, and their notices, write `2031-12-24 18:00:00`, in UTC. */
export function toIso(date: string | null | undefined): string | null {
  return date?.replace(/^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/, "$1T$2Z") ?? null;
}

/** A `javascript:` address would run in the shop's page. */
function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
