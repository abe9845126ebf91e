/**
 * Refunds of an order. A refund is recorded under the order's lock before it is sent, so refunds in parallel never exceed the charge:
 * what is left is the charge without what went back and without what is under way. The record of a refund that was refused goes; that
 * of an unknown one stays until its notification.
 */

import { fieldsOf, isRecord } from "@cardpane/contract/record";
import type { Money } from "../call/money.ts";
import type { Client } from "../client.ts";
import {
  type CardpaneError,
  invalidRequest,
  isCardpaneError,
  UnknownOutcomeError,
} from "../errors/errors.ts";
import { refuseUnknownFields } from "../errors/unknown-fields.ts";
import { hashBody } from "../notifications/bytes.ts";
import { type PaymentReport, parseResponse, type ReportOptions } from "../notifications/payment-report.ts";
import { checkReference } from "../notifications/signed-url.ts";
import { applyReport, stepTo } from "../orders/apply-report.ts";
import { type Attempt, isStanding, type RefundCall, refundsUnderWay, returnsOf } from "../orders/attempt.ts";
import type { CompleteEvent, OrderRecords } from "../orders/order-records.ts";
import { mayHavePaid } from "../orders/outcome.ts";
import { isDone } from "../payments/interpret-result.ts";
import { isAsAsked, isRefunded, type RefundResult } from "../payments/refunds.ts";
import { notify } from "../settings/observer.ts";
import type { RequestOptions } from "../settings/settings.ts";

/** A refund of an order. */
export interface OrderRefund {
  /** In minor units of the charge's currency. @default what is left */
  readonly amountMinor?: number | undefined;
  /** The payment to give back. Required for an order with more than one, after `payment.duplicate`. */
  readonly transactionId?: string | undefined;
  /** 1 to 255 characters. Some gateways show it to the shopper. @default "Refund" */
  readonly reason?: string | undefined;
  /**
   * Your id of this refund, 1 to 64 visible ASCII characters: the same key is the same refund. Store it before the call.
   * @default a new one
   */
  readonly key?: string | undefined;
  /** Options of the call. */
  readonly options?: Omit<RequestOptions, "idempotencyKey"> | undefined;
}

/** The outcome of a refund. Switch on `type`. */
export type RefundOutcome = { readonly key: string } & (
  | {
      /** The money is on its way. `refund` is absent if an earlier call with this key or a notification said so. */
      readonly type: "refunded";
      readonly refund: RefundResult | undefined;
    }
  /** The gateway has not decided: the notification will. */
  | { readonly type: "pending"; readonly refund: RefundResult }
  /** The gateway declined it. Nothing went back. */
  | { readonly type: "declined"; readonly refund: RefundResult }
  /** Refused before money could move, here or by the gateway. */
  | { readonly type: "not_made"; readonly error: CardpaneError }
  /** It may have been made. It counts as made, and `find` lists it, until its notification. */
  | { readonly type: "unknown"; readonly error: unknown }
);

interface Context<Event, Tx> {
  readonly client: Pick<Client, "payments">;
  readonly orders: OrderRecords<Event, Tx>;
  readonly reportOptions: ReportOptions;
  readonly complete: (report: PaymentReport) => CompleteEvent<Event>;
  readonly onFailure: (error: unknown) => void;
  readonly now: () => number;
}

/** Refunds an order, whole or in part. */
export async function refundOrder<Event, Tx>(
  { client, orders, reportOptions, complete, onFailure, now }: Context<Event, Tx>,
  reference: string,
  given: OrderRefund = {},
): Promise<RefundOutcome> {
  const { reason = "Refund", key = globalThis.crypto.randomUUID(), options } = fieldsOf<OrderRefund>(given);
  const origin = { reference, source: "response" } as const;
  let isMade = false;
  let begun: Begun | undefined;
  try {
    checkReference(reference);
    checkRefund(given);
    if (typeof key !== "string" || !/^[\x21-\x7e]{1,64}$/.test(key)) {
      throw invalidRequest({ key: "must be 1 to 64 visible ASCII characters" });
    }
    await orders.change(origin, (order) => {
      const known = order.flatMap((each) => each.refundCalls ?? []).find((call) => call.key === key);
      const others = order.flatMap(({ otherTransactions }) => otherTransactions);
      isMade = others.some(({ id, isReturn }) => isReturn && id === known?.transactionId);
      if (known) return [];
      begun = beginRefund(order, { key, at: now() }, given);
      return [stepTo(begun.attempt)];
    });
  } catch (error) {
    if (!isCardpaneError(error) || error.code === "called_in_event") throw error;
    return { type: "not_made", key, error };
  }
  if (isMade) return { type: "refunded", key, refund: undefined };
  if (!begun) {
    return {
      type: "unknown",
      key,
      error: new Error("A refund with this key was sent before, and is not decided"),
    };
  }
  const { attempt, transactionId, money } = begun;
  const { id } = attempt;
  const details = { reason, ...money };
  let refund: RefundResult;
  try {
    refund = await client.payments.refund(transactionId, details, {
      ...options,
      idempotencyKey: `${id}.${key}`,
    });
  } catch (error) {
    if (mayHavePaid(error)) return { type: "unknown", key, error };
    // If the store fails, the refund goes on to count: less can be refunded, and never more.
    await orders
      .change(origin, (order) => changeCalls(order, id, key, () => []))
      .catch((failure) => notify(onFailure, failure));
    return { type: "not_made", key, error: error as CardpaneError };
  }
  const { status } = refund.refund;
  const hash = await hashBody(refund.raw);
  const report = readAnswer(refund.raw, reportOptions);
  // Links the call first, so that its event has this key.
  const steps = (order: readonly Attempt[]) => {
    const { transactionId } = refund.refund;
    const [linked] = changeCalls(order, id, key, (call) => [{ ...call, transactionId }]);
    if (!linked) return [];
    const step = applyReport(order, linked.attempt, { source: "response", hash, report });
    if (status !== "fail") return [step];
    return changeCalls([step.attempt], id, key, () => []).map(({ attempt }) => ({ ...step, attempt }));
  };
  // The call is over, whatever the store does: the notification tells it again.
  await orders.change(origin, steps, complete(report)).catch((failure) => notify(onFailure, failure));
  if (isRefunded(refund)) return { type: "refunded", key, refund };
  const isUnclear = refund.refund.kind === "unknown" && isDone(status);
  if (isUnclear || !isAsAsked(refund)) {
    const what = isUnclear
      ? "The gateway's answer does not say that it is a refund"
      : "The gateway refunded another amount than was asked for";
    return {
      type: "unknown",
      key,
      error: new UnknownOutcomeError({ code: "unreadable_answer", what, effect: "refund" }),
    };
  }
  return { type: status === "fail" ? "declined" : "pending", key, refund };
}

interface Begun {
  readonly attempt: Attempt;
  readonly transactionId: string;
  /** Absent for the whole charge, which a gateway can also void. */
  readonly money: { readonly amountMinor: number; readonly currency: string } | undefined;
}

const fields = ["amountMinor", "transactionId", "reason", "key", "options"];

/** Refuses a misspelt amount, which would refund everything. @throws NotSentError (`invalid_request`) */
function checkRefund(given: unknown): void {
  if (!isRecord(given))
    throw invalidRequest({ refund: "must be an object, { amountMinor: 450 } for example" });
  refuseUnknownFields("refund", fields, given);
}

/** The answer to a refund reports no charge, even if it does not say what it reports. */
function readAnswer(raw: unknown, options: ReportOptions): PaymentReport {
  const report = parseResponse(raw, options);
  if (report.kind !== "charge" && report.kind !== "authorization") return report;
  return { ...report, kind: "unknown", unknown: "kind", stage: report.status };
}

/** @throws NotSentError (`invalid_request`) for an order without a charge that can be refunded, and for more than is left */
function beginRefund(
  order: readonly Attempt[],
  call: Pick<RefundCall, "key" | "at">,
  { amountMinor, transactionId: wantedId }: OrderRefund,
): Begun {
  const payments = order.flatMap((attempt) =>
    attempt.charges
      .filter((charge) => charge.kind === "charge" && charge.isExpected && isStanding(attempt, charge))
      .map((charge) => ({ attempt, charge, id: charge.id ?? charge.decidedId })),
  );
  const [paid, another] = payments.filter((each) => wantedId === undefined || each.id === wantedId);
  if (!paid) {
    if (payments.length > 0) throw invalidRequest({ transactionId: "names no payment of this order" });
    throw invalidRequest({ reference: "names no order that has a payment to refund" });
  }
  if (another) {
    const ids = payments.map(({ id }) => id).join(" or ");
    throw invalidRequest({ transactionId: `is required, because the order was paid more than once: ${ids}` });
  }
  const { attempt, charge, id } = paid;
  const { money } = charge;
  if (id === undefined || !money) {
    throw invalidRequest({
      reference: "is paid by a person's decision that names no transaction: use client.payments.refund",
    });
  }
  const calls = attempt.refundCalls ?? [];
  const sum = (list: readonly { readonly money?: Money | undefined }[]) =>
    list.reduce((total, each) => total + (each.money?.amountMinor ?? money.amountMinor), 0);
  // What was sent and not refused is gone as well: reports of two refunds can be one to whoever reads them.
  const sent = calls.filter(({ of = id }) => of === id);
  const gone = Math.max(sum([...returnsOf(attempt, charge), ...refundsUnderWay(attempt)]), sum(sent));
  const left = money.amountMinor - gone;
  const wanted = amountMinor === undefined ? left : amountMinor;
  if (!Number.isSafeInteger(wanted) || wanted < 1 || wanted > left) {
    const problem =
      left > 0
        ? `must be a whole number from 1 to ${left}, what is left in minor units`
        : "cannot be refunded: nothing is left";
    throw invalidRequest({ amountMinor: problem });
  }
  const part = { amountMinor: wanted, currency: money.currency };
  return {
    attempt: { ...attempt, refundCalls: [...calls, { ...call, money: part, of: id }] },
    transactionId: id,
    money: wanted === money.amountMinor ? undefined : part,
  };
}

function changeCalls(
  order: readonly Attempt[],
  id: string,
  key: string,
  change: (call: RefundCall) => readonly RefundCall[],
) {
  return order
    .filter((attempt) => attempt.id === id)
    .map((attempt) => {
      const refundCalls = (attempt.refundCalls ?? []).flatMap((call) =>
        call.key === key ? change(call) : [call],
      );
      return stepTo({ ...attempt, refundCalls });
    });
}
