/** Converts the gateway's responses and notifications for the order. */
import { isDeclined, isSuccessful, needsSca, nextAction, type PaymentResult } from "@cardpane/node";
import type { Answer, Receipt } from "../orders/order.ts";
import type { SubscriptionNews } from "../orders/subscription.ts";
import { type Brand, lastFourOf, paneBrand } from "../shop/brand.ts";

/** A card that the gateway stores for this shopper. It holds no card data. */
export interface SavedCard {
  readonly paymentAccountId: string;
  readonly consumerId: string;
  readonly brand: Brand | null;
  readonly lastFour: string | null;
}

/** The result of a payment. */
export interface PaymentOutcome {
  readonly answer: Answer;
  /** The card, if the gateway stores it. */
  readonly savedCard: SavedCard | null;
  readonly subscription: SubscriptionNews | null;
  /** The response, if it is a soft decline that requires 3D Secure: the next card is sent as a retry of it. */
  readonly scaDecline: PaymentResult | null;
}

/** An answer without a card, a subscription or a soft decline. */
export function answerOnly(answer: Answer): PaymentOutcome {
  return { answer, savedCard: null, subscription: null, scaDecline: null };
}

/** Converts the response to a payment. */
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

/** The details of a successful payment that the order's page shows. */
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

/** A card that the gateway stores: its id and the consumer's id are enough to pay again. */
export function toSavedCard({ payment, consumer }: PaymentResult): SavedCard | null {
  const { method, paymentAccountId, disabled, brand, number } = payment.source ?? {};
  // A bank account can be charged again too, but not with the pane, which collects a card's CVV.
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

/** The subscription in a result; `null` if there is none. */
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

/** A date as ISO 8601: subscription operations and their notices write `2031-12-24 18:00:00`, in UTC. */
export function toIso(date: string | null | undefined): string | null {
  return date?.replace(/^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/, "$1T$2Z") ?? null;
}

/** Accepts http and https only: a `javascript:` address would run in the shop's page. */
function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
