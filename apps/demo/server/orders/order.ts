/**
 * An order, and what may become of it.
 *
 *   created ──started──> paying ──answered──> paid | declined | awaiting_3ds
 *   paying  ──not_made──> created      nothing was charged: not sent, or refused before it became a payment
 *   paying  ──lost──────> unknown      no answer: it may have been charged, so it is never sent as a new payment
 *   unknown ──started──> paying        the same request under the same X-Request-ID; only a payment's answer ends the doubt
 *   awaiting_3ds ──returned──> reported      what the shopper's own browser said; a hint, not a confirmation
 *   declined | reported (not approved) ──started──> paying      a new attempt with a new token
 *
 * Pure: what does not fit the state changes nothing, so a late or repeated event does no harm.
 */
import type { Brand } from "../brand.ts";
import type { ProductId } from "../catalogue.ts";

/** One line as it was when the order was made; a later change of price does not touch it. */
export interface OrderLine {
  readonly productId: ProductId;
  readonly quantity: number;
  readonly priceMinor: number;
}

/** One try to pay. The same ID is used however often the try's request is sent. */
export interface Attempt {
  readonly requestId: string;
  /** The one-time token it spends; a second submit of it is the same attempt. */
  readonly token: string;
}

/** How the gateway names a payment. */
export interface GatewayIds {
  readonly orderId: string;
  readonly transactionId: string;
}

/** What the gateway says of a successful payment. */
export interface Receipt extends GatewayIds {
  readonly code: string;
  /** What was charged, which after a partial approval is not the order's total. */
  readonly amount: number;
  readonly currency: string;
  readonly descriptor: string | null;
  readonly brand: Brand | null;
  readonly lastFour: string | null;
}

/** Why an attempt made no payment. `token_spent`: the card has to be typed again. */
export type NotMade = "not_sent" | "refused" | "token_spent";

export type OrderState =
  | { readonly status: "created"; readonly problem: NotMade | null }
  | {
      readonly status: "paying";
      readonly attempt: Attempt;
      /** An earlier sending of this attempt may have made the payment. */
      readonly inDoubt: boolean;
    }
  | { readonly status: "paid"; readonly receipt: Receipt }
  | { readonly status: "declined"; readonly code: string | null; readonly attempt: Attempt }
  | { readonly status: "awaiting_3ds"; readonly url: string; readonly ids: GatewayIds }
  | {
      readonly status: "reported";
      readonly approved: boolean;
      readonly code: string | null;
      readonly ids: GatewayIds;
    }
  | { readonly status: "unknown"; readonly attempt: Attempt };

/** What the gateway answered. */
export type Answer =
  | { readonly kind: "paid"; readonly receipt: Receipt }
  | { readonly kind: "declined"; readonly code: string | null }
  | { readonly kind: "redirect"; readonly url: string; readonly ids: GatewayIds }
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
    };

export interface Order {
  readonly id: string;
  readonly lines: readonly OrderLine[];
  /** What is charged, in cents of the shop's currency. Set when the order is made, by the shop alone. */
  readonly totalMinor: number;
  readonly state: OrderState;
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
      return state.status === "awaiting_3ds" && isSame(state.ids, event.ids)
        ? { status: "reported", approved: event.approved, code: event.code, ids: state.ids }
        : state;
    default:
      return event satisfies never;
  }
}

/** Says whether a shopper may pay this order now, with a new token. */
export function isPayable(state: OrderState): boolean {
  return (
    state.status === "created" ||
    state.status === "declined" ||
    (state.status === "reported" && !state.approved)
  );
}

/** Says whether the shopper has done all they can: there is nothing left to pay. */
export function isSettled(state: OrderState): boolean {
  return state.status === "paid" || (state.status === "reported" && state.approved);
}

function mayStart(state: OrderState, attempt: Attempt): boolean {
  // Where the outcome is unknown only the very same request may go out again.
  if (state.status === "unknown") return state.attempt.requestId === attempt.requestId;
  // A token that was declined is spent: the second submit of a double click.
  if (state.status === "declined") return state.attempt.token !== attempt.token;
  return isPayable(state);
}

function answered(
  { attempt, inDoubt }: Extract<OrderState, { status: "paying" }>,
  answer: Answer,
): OrderState {
  switch (answer.kind) {
    case "paid":
      return { status: "paid", receipt: answer.receipt };
    case "declined":
      return { status: "declined", code: answer.code, attempt };
    case "redirect":
      return { status: "awaiting_3ds", url: answer.url, ids: answer.ids };
    case "not_made":
      // A refusal of the second sending says nothing about the first.
      return inDoubt ? { status: "unknown", attempt } : { status: "created", problem: answer.why };
    case "lost":
      return { status: "unknown", attempt };
    default:
      return answer satisfies never;
  }
}

function isSame(a: GatewayIds, b: GatewayIds): boolean {
  return a.orderId === b.orderId && a.transactionId === b.transactionId;
}
