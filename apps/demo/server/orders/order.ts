/**
 * An order, and what may become of it.
 *
 *   created ──started──> paying ──answered──> paid | declined | awaiting
 *   paying  ──not_made──> created      nothing was charged: not sent, or refused before it became a payment
 *   paying  ──lost──────> unknown      no answer: it may have been charged, so it is never sent as a new payment
 *   unknown ──started──> paying        the same request under the same X-Request-ID; no refusal ends the doubt
 *   awaiting ──returned──> reported    a hint, brought by the shopper's browser: it opens and ends nothing
 *   awaiting | reported ──left──> left the shopper pays in another way, by another order of the same purchase. The gateway
 *                                      cannot cancel this payment: it may still be made, and reported as paid
 *   any ──notified──> paid | declined  the gateway's verified notification; what is paid stays paid, or is taken back
 *   paid ──confirmed──> paid           the notification repeats the response
 *   paid | paying | unknown ──voided──> voided   the payment was taken back: an end, whatever is reported later
 *   declined ──started──> paying       a new attempt
 *
 * Pure: what does not fit the state changes nothing, so a late or repeated event does no harm.
 */
import type { Brand } from "../shop/brand.ts";
import type { ItemId } from "../shop/catalogue.ts";
import type { Refunds } from "./refunds.ts";
import type { Subscription } from "./subscription.ts";

/** One line as it was when the order was made; a later change of price does not touch it. */
export interface OrderLine {
  readonly itemId: ItemId;
  readonly quantity: number;
  readonly priceMinor: number;
}

/** One try to pay. The same ID is used however often the try's request is sent. */
export interface Attempt {
  readonly requestId: string;
  /** What it spends, a one-time token or the form's own one-time token: a second submit of it is the same attempt. */
  readonly token: string;
  /** Whether a card pays: a decline of anything else must not name one. */
  readonly isCard: boolean;
}

/** How the gateway names a payment. */
export interface GatewayIds {
  readonly orderId: string;
  readonly transactionId: string;
}

/** The facts of a successful payment, from the gateway. */
export interface Receipt extends GatewayIds {
  readonly code: string;
  /** What was charged, which after a partial approval is not the order's total. */
  readonly amount: number;
  readonly currency: string;
  readonly descriptor: string | null;
  /** `source.method`, for example `sepa`. */
  readonly method: string | null;
  readonly brand: Brand | null;
  readonly lastFour: string | null;
  /** Whose wallet paid, by the gateway's id; not there where no wallet did. */
  readonly walletUserId?: number;
}

/**
 * Why an attempt made no payment. `no_card`: the form came without a token; `no_ticket`: without a valid ticket of its checkout;
 * `token_spent`: the card has to be entered again; `invalid`: a field is wrong; `logged_out`, `blocked`: the wallet cannot be used.
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

/** Where the shopper has to go, or what they have to scan. */
export interface SecondStep {
  readonly url: string;
  /** What a QR code would hold; the page is offered besides. */
  readonly qrCode: string | null;
}

export type OrderState =
  | { readonly status: "created"; readonly problem: NotMade | null }
  | {
      readonly status: "paying";
      readonly attempt: Attempt;
      /** An earlier sending of this attempt may have made the payment. */
      readonly inDoubt: boolean;
    }
  | {
      readonly status: "paid";
      readonly receipt: Receipt;
      /** The gateway's notification has confirmed it. */
      readonly confirmed: boolean;
    }
  /** It was paid, and the shop took the payment back. */
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

/** What the gateway answered. */
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
  /** By the shopper, who will not wait for it any longer. */
  | { readonly type: "left" }
  /** By a notification that proved itself. */
  | { readonly type: "notified"; readonly outcome: Outcome }
  | { readonly type: "confirmed"; readonly transactionId: string }
  /** By the gateway: the payment of this receipt was taken back. */
  | { readonly type: "voided"; readonly receipt: Receipt };

/** What an order is for: the basket of the day, or the box that comes every month. */
export type OrderKind = "basket" | "box";

export interface Order {
  readonly id: string;
  readonly kind: OrderKind;
  /** Shared by the orders that stand for the same things: of these, one is to be paid. */
  readonly purchaseId: string;
  readonly lines: readonly OrderLine[];
  /** What is charged with the purchase, in cents of the shop's currency. Set when the order is made, by the shop alone. */
  readonly totalMinor: number;
  readonly state: OrderState;
  /** Where its subscription stands, once the first payment began one. */
  readonly subscription: Subscription | null;
  /** What went back of a card payment; a payment from a wallet is taken back as a whole, by its state. */
  readonly refunds: Refunds;
}

export const createdState: OrderState = { status: "created", problem: null };

/** The state after an event; the same state when the event does not fit it. */
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

/** Whether there is nothing left to pay. What the shopper's browser reported does not count. */
export function isSettled(state: OrderState): boolean {
  return state.status === "paid";
}

/** Whether nothing more will be paid for it: it is paid, or was and is taken back. */
export function isOver(state: OrderState): boolean {
  return isSettled(state) || state.status === "voided";
}

/**
 * Whether the shopper may choose another payment method while this payment is open at the bank. Not when the gateway
 * reports that it is approved: then the notification is pending, and another payment would most likely be a second one.
 */
export function mayLeave(
  state: OrderState,
): state is Extract<OrderState, { readonly status: "awaiting" | "reported" }> {
  return state.status === "awaiting" || (state.status === "reported" && !state.approved);
}

function voided(state: OrderState, receipt: Receipt): OrderState {
  // Of two payments that were made for it, the other one stands.
  if (state.status === "paid" && state.receipt.transactionId !== receipt.transactionId) return state;
  // What is in doubt was made, then: the answer is under way, or will never come.
  const isMade = state.status === "paid" || state.status === "paying" || state.status === "unknown";
  return isMade ? { status: "voided", receipt } : state;
}

function mayStart(state: OrderState, attempt: Attempt): boolean {
  // Where the outcome is unknown only the very same request may go out again.
  if (state.status === "unknown") return state.attempt.requestId === attempt.requestId;
  // A token that was declined is spent: the second submit of a double click.
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
