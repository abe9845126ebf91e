/** Converts outcomes of the checkout, and the gateway's results, for the order. */
import {
  type CardpaneError,
  type CheckoutOutcome,
  type FieldErrors,
  needsSca,
  type PaymentResult,
  type TransactionResult,
} from "@cardpane/node";
import type { GatewayIds, NotMade, Receipt, SecondStep } from "../orders/order.ts";
import type { SubscriptionNews } from "../orders/subscription.ts";
import { type Brand, lastFourOf, paneBrand } from "../shop/brand.ts";
import { currency } from "../shop/catalogue.ts";

/** A card that the gateway stores for this shopper. It holds no card data. */
export interface SavedCard {
  readonly paymentAccountId: string;
  readonly consumerId: string;
  readonly brand: Brand | null;
  readonly lastFour: string | null;
}

/** What an attempt to pay led to. */
export type PaymentAnswer =
  | {
      readonly kind: "paid";
      readonly receipt: Receipt;
      /** The card, if the gateway stores it. */
      readonly savedCard: SavedCard | null;
      readonly subscription: SubscriptionNews | null;
    }
  | {
      readonly kind: "declined";
      readonly code: string | null;
      /** The response, if it is a soft decline that requires 3D Secure: the next card is sent as a retry of it. */
      readonly scaDecline: PaymentResult | null;
    }
  | { readonly kind: "second_step"; readonly step: SecondStep; readonly ids: GatewayIds }
  /** Money moved, but not as expected. */
  | { readonly kind: "mismatched"; readonly receipt: Receipt }
  /** No money moved; `errors` are those of the request, by path. */
  | { readonly kind: "not_made"; readonly why: NotMade; readonly errors: FieldErrors }
  /** Nothing was sent: the order is paid, or another attempt is under way. */
  | { readonly kind: "busy" }
  /** It may have been charged. */
  | { readonly kind: "lost" };

/** Converts the outcome of the checkout. */
export function toAnswer(
  outcome: CheckoutOutcome,
  reasonOf: (error: CardpaneError) => NotMade,
): PaymentAnswer {
  switch (outcome.type) {
    case "paid": {
      const { payment } = outcome;
      // A notification came first, and has changed the order.
      if (!payment) return { kind: "busy" };
      const subscription = toSubscription(payment.subscription);
      return { kind: "paid", receipt: toReceipt(payment), savedCard: toSavedCard(payment), subscription };
    }
    case "declined": {
      const { payment, code } = outcome;
      return {
        kind: "declined",
        code: code ?? null,
        scaDecline: payment && needsSca(payment) ? payment : null,
      };
    }
    case "redirect": {
      const { orderId, transactionId, qrCode = null } = outcome.payment.payment;
      if (!isWebAddress(outcome.url)) return { kind: "lost" };
      return { kind: "second_step", step: { url: outcome.url, qrCode }, ids: { orderId, transactionId } };
    }
    case "mismatched":
      return outcome.payment ? { kind: "mismatched", receipt: toReceipt(outcome.payment) } : { kind: "lost" };
    case "not_made":
      return { kind: "not_made", why: reasonOf(outcome.error), errors: outcome.error.errors ?? {} };
    case "already_paid":
    case "in_progress":
      return { kind: "busy" };
    case "authorized":
    case "pending":
    case "unknown":
      return { kind: "lost" };
    default:
      return outcome satisfies never;
  }
}

/** The details of a payment that the order's page shows. */
export function toReceipt({ payment, metadata }: TransactionResult): Receipt {
  const network = metadata["udf2"];
  return {
    orderId: payment.orderId ?? "",
    transactionId: payment.transactionId,
    code: payment.code ?? "0",
    amount: payment.amount ?? 0,
    currency: payment.currency ?? currency,
    descriptor: payment.descriptor ?? null,
    method: payment.source?.method ?? null,
    brand: paneBrand(typeof network === "string" ? network : payment.source?.brand),
    lastFour: lastFourOf(payment.source?.number),
  };
}

/** A card that the gateway stores: its id and the consumer's id are enough to pay again. */
export function toSavedCard({ payment, consumer }: TransactionResult): SavedCard | null {
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
