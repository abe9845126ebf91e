/**
 * Operations that merchants need and that the document names only as groups. *Not in the document*, all of it: method, path,
 * input and result are those of public clients of live gateways. They have a separate table, so that they are not mistaken for
 * the contract and can be left out together.
 */
import { type Operation, type OperationShapes, operation } from "./operation.ts";
import { payerConditions } from "./payment.ts";
import { creditRequest, creditResult } from "./refunds.ts";
import { listSavedCardsResult, switchSavedCardResult } from "./saved-cards.ts";
import { listSendersResult } from "./senders.ts";
import {
  cancelSubscriptionRequest,
  changeSubscriptionCardRequest,
  changeSubscriptionRequest,
  parseChangeSubscriptionCardRequest,
  parseChangeSubscriptionRequest,
  subscriptionResult,
} from "./subscriptions.ts";
import { nothing } from "./wallet/values.ts";

/** `section` of every operation of this table. */
export const notInTheDocument = "not in the document";

/** The names of the operations that are not in the document. */
export type FieldOperationName =
  | "creditPayment"
  | "getSubscription"
  | "changeSubscription"
  | "cancelSubscription"
  | "recoverSubscription"
  | "changeSubscriptionCard"
  | "listSavedCards"
  | "enableSavedCard"
  | "disableSavedCard"
  | "listSenders";

/** The operations. `{id}` is a text, an identifier of the gateway: see {@link isFieldOperationId}. All take `X-Request-ID`. */
export const fieldOperations = {
  creditPayment: row("POST", "/payment/{id}/credit", 201, {
    request: creditRequest,
    result: creditResult,
    summary: "Refunds a payment, or a part of it; voids it where it is not settled yet.",
  }),
  getSubscription: row("GET", "/subscription/{id}", 200, {
    request: nothing,
    result: subscriptionResult,
    summary: "Gets one subscription.",
  }),
  changeSubscription: row("PUT", "/subscription/{id}", 200, {
    request: changeSubscriptionRequest,
    result: subscriptionResult,
    check: parseChangeSubscriptionRequest,
    summary: "Changes the prices of a subscription from its next renewal on.",
  }),
  cancelSubscription: row("PUT", "/subscription/{id}/cancel", 200, {
    request: cancelSubscriptionRequest,
    result: subscriptionResult,
    summary: "Cancels a subscription, at once or at a later date.",
  }),
  recoverSubscription: row("PUT", "/subscription/{id}/recover", 200, {
    request: nothing,
    result: subscriptionResult,
    summary: "Makes a canceled subscription active again.",
  }),
  changeSubscriptionCard: row("PUT", "/subscription/{id}/paymentAccount", 200, {
    request: changeSubscriptionCardRequest,
    result: subscriptionResult,
    check: parseChangeSubscriptionCardRequest,
    conditions: payerConditions,
    summary: "Makes later renewals of a subscription charge another card.",
  }),
  listSavedCards: row("GET", "/consumer/{id}/paymentAccounts", 200, {
    request: nothing,
    result: listSavedCardsResult,
    summary: "Lists a consumer's saved cards.",
  }),
  enableSavedCard: row("POST", "/paymentAccount/{id}/enable", 200, {
    request: nothing,
    result: switchSavedCardResult,
    summary: "Enables a saved card.",
  }),
  disableSavedCard: row("POST", "/paymentAccount/{id}/disable", 200, {
    request: nothing,
    result: switchSavedCardResult,
    summary: "Disables a saved card: it takes no further payment by its id.",
  }),
  listSenders: row("GET", "/ips", 200, {
    request: nothing,
    result: listSendersResult,
    summary: "Lists the addresses that notifications come from.",
  }),
} as const satisfies Readonly<Record<FieldOperationName, Operation>>;

/** Whether a value can replace `{id}` in a path of {@link fieldOperations}: 1 to 36 letters, digits, `-` and `_`. */
export function isFieldOperationId(id: unknown): id is string {
  return typeof id === "string" && /^[A-Za-z0-9_-]{1,36}$/.test(id);
}

function row<Request, Result>(
  method: Operation["method"],
  path: string,
  success: number,
  shapes: OperationShapes<Request, Result>,
): Operation<Request, Result> {
  // 404: no such payment, subscription, consumer or card of this merchant.
  const errors = path.includes("{id}") ? [400, 401, 403, 404, 500] : [401, 403, 500];
  return operation({ method, path, auth: "merchant", success, errors, section: notInTheDocument, ...shapes });
}
