/**
 * An order and its states.
 *
 *   created ──started──> paying ──answered──> paid | declined | awaiting
 *   paying  ──not_made──> created      nothing was charged: not sent, or refused before it became a payment
 *   paying  ──lost──────> unknown      no answer: it may have been charged, so it is never sent as a new payment
 *   unknown ──started──> paying        the same request under the same X-Request-ID; a refusal does not settle the first one
 *   awaiting ──returned──> reported    a hint that the shopper's browser carries: it settles nothing
 *   awaiting | reported ──left──> left the shopper pays in another way, by another order of the same purchase. The gateway
 *                                      cannot cancel this payment: it may still be made, and reported as paid
 *   any ──notified──> paid | declined  the gateway's verified notification; a paid order stays paid until it is voided
 *   paid ──confirmed──> paid           the notification repeats the response
 *   paid | paying | unknown ──voided──> voided   the payment was voided: a final state, whatever is reported later
 *   declined ──started──> paying       a new attempt
 *
 * Pure functions: an event that does not fit the state changes nothing, so a late or repeated event does no harm.
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

/** One attempt to pay. Each time its request is sent, the same ID is used. */
export interface Attempt {
  readonly requestId: string;
  /** The token that the attempt consumes, from the pane or of the form: a second submit with it is the same attempt. */
  readonly token: string;
  /** Whether a card pays: the text of any other decline must not name a card. */
  readonly isCard: boolean;
}

/** The gateway's ids of a payment. */
export interface GatewayIds {
  readonly orderId: string;
  readonly transactionId: string;
}

/** The details of a successful payment, from the gateway. */
export interface Receipt extends GatewayIds {
  readonly code: string;
  /** The charged amount, which differs from the order's total after a partial approval. */
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
 * Why an attempt made no payment. `no_card`: the form has no token; `no_ticket`: it has no valid ticket of its checkout;
 * `token_spent`: the card must be entered again; `invalid`: a field is invalid; `logged_out`, `blocked`: the wallet is unusable.
 */
export type NotMade =
  | "not_sent"
  | "no_card"
  | "no_ticket"
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
  | {
      readonly status: "paying";
      readonly attempt: Attempt;
      /** Whether an earlier request of this attempt may have made the payment. */
      readonly inDoubt: boolean;
    }
  | {
      readonly status: "paid";
      readonly receipt: Receipt;
      /** Whether the gateway's notification has confirmed the payment. */
      readonly confirmed: boolean;
    }
  /** The order was paid, and the shop voided the payment. */
  | { readonly status: "voided"; readonly receipt: Receipt }
  | {
      readonly status: "declined";
      readonly code: string | null;
      readonly attempt: Attempt | null;
    }
  | {
      readonly status: "awaiting";
      readonly step: SecondStep;
      readonly ids: GatewayIds;
      readonly attempt: Attempt;
    }
  | {
      readonly status: "reported";
      readonly approved: boolean;
      readonly code: string | null;
      readonly ids: GatewayIds;
      readonly attempt: Attempt;
    }
  | { readonly status: "left"; readonly ids: GatewayIds; readonly attempt: Attempt }
  | { readonly status: "unknown"; readonly attempt: Attempt };

/** The outcome of a payment, from the gateway. */
export type Outcome =
  | { readonly kind: "paid"; readonly receipt: Receipt }
  | { readonly kind: "declined"; readonly code: string | null };

/** The gateway's response to a request. */
export type Answer =
  | Outcome
  | { readonly kind: "second_step"; readonly step: SecondStep; readonly ids: GatewayIds }
  | { readonly kind: "not_made"; readonly why: NotMade }
  | { readonly kind: "lost" };

export type OrderEvent =
  | { readonly type: "started"; readonly attempt: Attempt }
  | { readonly type: "answered"; readonly answer: Answer }
  | {
      readonly type: "returned";
      readonly ids: GatewayIds;
      readonly approved: boolean;
      readonly code: string | null;
    }
  /** The shopper will not wait for this payment any longer. */
  | { readonly type: "left" }
  /** From a verified notification. */
  | { readonly type: "notified"; readonly outcome: Outcome }
  | { readonly type: "confirmed"; readonly transactionId: string }
  /** From the gateway: the payment of this receipt was voided. */
  | { readonly type: "voided"; readonly receipt: Receipt };

/** The content of an order: the basket, or the monthly box. */
export type OrderKind = "basket" | "box";

export interface Order {
  readonly id: string;
  readonly kind: OrderKind;
  /** Shared by orders for the same goods: only one of them is to be paid. */
  readonly purchaseId: string;
  readonly lines: readonly OrderLine[];
  /** The charge for the purchase, in cents of the shop's currency. The shop alone sets it when it creates the order. */
  readonly totalMinor: number;
  readonly state: OrderState;
  /** The order's subscription, after the first payment started one. */
  readonly subscription: Subscription | null;
  /** The refunds of a card payment; a wallet payment is voided as a whole, in `state`. */
  readonly refunds: Refunds;
}

export const createdState: OrderState = { status: "created", problem: null };

/** The state after an event; the same state if the event does not fit it. */
export function advance(state: OrderState, event: OrderEvent): OrderState {
  switch (event.type) {
    case "started":
      return mayStart(state, event.attempt)
        ? { status: "paying", attempt: event.attempt, inDoubt: state.status === "unknown" }
        : state;
    case "answered":
      return state.status === "paying" ? answered(state, event.answer) : state;
    case "returned":
      return (state.status === "awaiting" || state.status === "left") && isSame(state.ids, event.ids)
        ? {
            status: "reported",
            approved: event.approved,
            code: event.code,
            ids: state.ids,
            attempt: state.attempt,
          }
        : state;
    case "left":
      return mayLeave(state) ? { status: "left", ids: state.ids, attempt: state.attempt } : state;
    case "notified":
      return isOver(state) ? state : ended(event.outcome, attemptOf(state), true);
    case "confirmed":
      return state.status === "paid" &&
        !state.confirmed &&
        state.receipt.transactionId === event.transactionId
        ? { ...state, confirmed: true }
        : state;
    case "voided":
      return voided(state, event.receipt);
    default:
      return event satisfies never;
  }
}

/** Whether a shopper may pay this order now, by a new attempt. */
export function isPayable(state: OrderState): boolean {
  return state.status === "created" || state.status === "declined";
}

/** Whether there is nothing left to pay. The report that the shopper's browser carries does not count. */
export function isSettled(state: OrderState): boolean {
  return state.status === "paid";
}

/** Whether the order takes no more payments: it is paid, or was paid and then voided. */
export function isOver(state: OrderState): boolean {
  return isSettled(state) || state.status === "voided";
}

/**
 * Whether the shopper may choose another payment method while this payment is open at the bank. Not after the hint of an
 * approval: the notification is then pending, and another payment would most likely be a second one.
 */
export function mayLeave(
  state: OrderState,
): state is Extract<OrderState, { readonly status: "awaiting" | "reported" }> {
  return state.status === "awaiting" || (state.status === "reported" && !state.approved);
}

function voided(state: OrderState, receipt: Receipt): OrderState {
  // If two payments were made for the order, the void of one leaves the other paid.
  if (state.status === "paid" && state.receipt.transactionId !== receipt.transactionId) return state;
  // A void proves that the payment in doubt was made: its response is still under way, or will never arrive.
  const isMade = state.status === "paid" || state.status === "paying" || state.status === "unknown";
  return isMade ? { status: "voided", receipt } : state;
}

function mayStart(state: OrderState, attempt: Attempt): boolean {
  // If the outcome is unknown, only the same request may be sent again.
  if (state.status === "unknown") return state.attempt.requestId === attempt.requestId;
  // A declined token is spent: this is the second submit of a double click.
  if (state.status === "declined") return state.attempt?.token !== attempt.token;
  return isPayable(state);
}

function answered(
  { attempt, inDoubt }: Extract<OrderState, { status: "paying" }>,
  answer: Answer,
): OrderState {
  switch (answer.kind) {
    case "paid":
    case "declined":
      return ended(answer, attempt, false);
    case "second_step":
      return { status: "awaiting", step: answer.step, ids: answer.ids, attempt };
    case "not_made":
      // A refusal of the second request does not decide the outcome of the first.
      return inDoubt ? { status: "unknown", attempt } : { status: "created", problem: answer.why };
    case "lost":
      return { status: "unknown", attempt };
    default:
      return answer satisfies never;
  }
}

function ended(outcome: Outcome, attempt: Attempt | null, confirmed: boolean): OrderState {
  return outcome.kind === "paid"
    ? { status: "paid", receipt: outcome.receipt, confirmed }
    : { status: "declined", code: outcome.code, attempt };
}

function attemptOf(state: OrderState): Attempt | null {
  return "attempt" in state ? state.attempt : null;
}

function isSame(a: GatewayIds, b: GatewayIds): boolean {
  return a.orderId === b.orderId && a.transactionId === b.transactionId;
}
