/** Converts outcomes of the checkout, and the gateway's results, for the order. */
import {
  type CardpaneError,
  type CheckoutOutcome,
  type FieldErrors,
  needsSca,
  type PaymentResult,
  type TransactionResult,
} from "@cardpane/node";
import type { NotMade, OrderState, Receipt } from "../orders/order.ts";
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
export interface PaymentAnswer {
  /** The order's state, unless a notification has changed it in the meantime. */
  readonly state: OrderState;
  /** The card, if the gateway stores it. */
  readonly savedCard?: SavedCard | null;
  readonly subscription?: SubscriptionNews | null;
  /** The response, if it is a soft decline that requires 3D Secure: the next card is sent as a retry of it. */
  readonly scaDecline?: PaymentResult | null;
  /** The errors of a request that was not sent or was refused, by path. */
  readonly errors?: FieldErrors;
}

/** It may have been charged, or another attempt is under way: nothing is sent again until the package knows. */
export const inDoubt: PaymentAnswer = { state: { status: "unknown" } };

/** Converts the outcome of the checkout. */
export function toAnswer(
  outcome: CheckoutOutcome,
  reasonOf: (error: CardpaneError) => NotMade,
): PaymentAnswer {
  switch (outcome.type) {
    case "paid": {
      const { payment } = outcome;
      // Without a payment, a notification came first, and has changed the order.
      return payment ? paidAnswer(toReceipt(payment), payment) : inDoubt;
    }
    case "declined": {
      const { payment, code = null } = outcome;
      return {
        state: { status: "declined", code },
        scaDecline: payment && needsSca(payment) ? payment : null,
      };
    }
    case "redirect": {
      const { orderId, transactionId, qrCode = null } = outcome.payment.payment;
      const { url } = outcome;
      if (!isWebAddress(url)) return inDoubt;
      return { state: { status: "awaiting", step: { url, qrCode }, ids: { orderId, transactionId } } };
    }
    case "mismatched":
      if (!outcome.payment) return inDoubt;
      return { state: { status: "mismatched", receipt: toReceipt(outcome.payment) } };
    case "not_made":
      return notMade(reasonOf(outcome.error), outcome.error.errors);
    case "already_paid":
    case "in_progress":
    case "authorized":
    case "pending":
    case "unknown":
      return inDoubt;
    default:
      return outcome satisfies never;
  }
}

function paidAnswer(receipt: Receipt, payment: TransactionResult): PaymentAnswer {
  const subscription = toSubscription(payment.subscription);
  return { state: { status: "paid", receipt }, savedCard: toSavedCard(payment), subscription };
}

/** No money moved. */
export function notMade(problem: NotMade, errors: FieldErrors = {}): PaymentAnswer {
  return { state: { status: "created", problem }, errors };
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
