/**
 * An order as the shop shows it. `createCheckout` of `@cardpane/node` decides whether it may be paid, and what became of each
 * attempt; the state here is the last thing that it said, with the parts that a page shows.
 */
import type { Brand } from "../shop/brand.ts";
import type { ItemId } from "../shop/catalogue.ts";
import type { Refunds } from "./refunds.ts";
import type { Subscription } from "./subscription.ts";

/** One line with the price at the time of the order; a later change of price does not affect it. */
export interface OrderLine {
  readonly itemId: ItemId;
  readonly quantity: number;
  readonly priceMinor: number;
}

/** The gateway's ids of a payment. */
export interface GatewayIds {
  readonly orderId: string;
  readonly transactionId: string;
}

/** The details of a payment, from the gateway. */
export interface Receipt extends GatewayIds {
  readonly code: string;
  readonly amount: number;
  readonly currency: string;
  readonly descriptor: string | null;
  /** `source.method`, for example `sepa`. */
  readonly method: string | null;
  readonly brand: Brand | null;
  readonly lastFour: string | null;
  /** The gateway's id of the user whose wallet paid; absent if no wallet paid. */
  readonly walletUserId?: number;
}

/**
 * Why an attempt made no payment. `no_card`: the form has no token; `token_spent`: the card must be entered again; `invalid`: a
 * field is invalid; `logged_out`, `blocked`: the wallet is unusable.
 */
export type NotMade =
  | "not_sent"
  | "no_card"
  | "refused"
  | "token_spent"
  | "invalid"
  | "logged_out"
  | "blocked";

/** The page that the shopper has to open, or the QR code to scan. */
export interface SecondStep {
  readonly url: string;
  /** The text of a QR code; the page is offered as well. */
  readonly qrCode: string | null;
}

export type OrderState =
  | { readonly status: "created"; readonly problem: NotMade | null }
  | { readonly status: "paying" }
  | { readonly status: "paid"; readonly receipt: Receipt }
  /** Money moved, but not as expected: a person has to look at it. */
  | { readonly status: "mismatched"; readonly receipt: Receipt }
  /** The order was paid from a wallet, and the shop voided the payment. */
  | { readonly status: "voided"; readonly receipt: Receipt }
  | { readonly status: "declined"; readonly code: string | null }
  | { readonly status: "awaiting"; readonly step: SecondStep; readonly ids: GatewayIds }
  /** A hint that the shopper's browser carried back from the bank: it settles nothing. */
  | {
      readonly status: "reported";
      readonly approved: boolean;
      readonly code: string | null;
      readonly ids: GatewayIds;
    }
  /** It may have been charged: nothing is sent again until a notification or the operator has decided. */
  | { readonly status: "unknown" };

/** The content of an order: the basket, or the monthly box. */
export type OrderKind = "basket" | "box";

export interface Order {
  /** The reference of the order at the gateway. */
  readonly id: string;
  readonly kind: OrderKind;
  readonly lines: readonly OrderLine[];
  /** The charge for the purchase, in cents of the shop's currency. The shop alone sets it when it creates the order. */
  readonly totalMinor: number;
  readonly state: OrderState;
  /** How the last attempt pays: the text of a decline names a card only if a card was declined. */
  readonly by: "card" | "other" | "wallet";
  /** Whether two payments were made: the shop owes one of them back. */
  readonly isPaidTwice: boolean;
  /** The order's subscription, after the first payment started one. */
  readonly subscription: Subscription | null;
  /** The refunds of a card payment; a wallet payment is voided as a whole, in `state`. */
  readonly refunds: Refunds;
}

/** Whether a shopper may pay this order now. */
export function isPayable({ status }: OrderState): boolean {
  return status === "created" || status === "declined";
}

/** Whether the order takes no more payments. */
export function isOver({ status }: OrderState): boolean {
  return status === "paid" || status === "mismatched" || status === "voided";
}

/**
 * Whether the shopper may choose another payment method while this payment is open at the bank. Not after the hint of an
 * approval: the notification is then pending, and another payment would most likely be a second one.
 */
export function mayLeave(state: OrderState): boolean {
  return state.status === "awaiting" || (state.status === "reported" && !state.approved);
}

/** The receipt of an order that can be refunded; a wallet payment is voided by the wallet instead. */
export function refundableReceipt({ state }: Order): Receipt | undefined {
  if (state.status !== "paid" && state.status !== "mismatched") return undefined;
  return state.receipt.walletUserId === undefined ? state.receipt : undefined;
}
