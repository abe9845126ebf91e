/** From a body, or an answer of `payments.create`, to the few facts that decide. */
import { type PaymentResult, toMinor } from "@cardpane/contract/gateway";
import { parseResult, withoutCardNumber } from "../call/payment-answer.ts";
import { redactor } from "../call/redact.ts";
import type { Money } from "../price-schedule.ts";

/** What the gateway told about one transaction. */
export interface Observation {
  readonly toldBy: "notification" | "answer";
  readonly orderId: string;
  readonly transactionId: string;
  /** `success`, `fail`, `pending`, or what a newer gateway says. */
  readonly status: string;
  readonly money: Money;
  readonly subscription: PaymentResult["subscription"];
  readonly deliveryId?: string | undefined;
  readonly result: PaymentResult;
}

/** Reads a notification's JSON; `undefined` for what is none. */
export function readNotification(body: unknown, deliveryId: string | undefined): Observation | undefined {
  const status = statusOf(body);
  const isKnown = status === "success" || status === "fail" || status === "pending";
  if (status === undefined) return undefined;
  // A status that is not known yet must not hide the rest: read as a failure, told as what it is.
  const result = parseResult(isKnown ? body : withStatus(body, "fail"));
  if (!result) return undefined;
  return toObservation(result, status, "notification", deliveryId);
}

/** Reads what `payments.create` answered. */
export function readAnswerOf(result: unknown): Observation | undefined {
  const parsed = parseResult(structuredCopy(result));
  return parsed && toObservation(parsed, parsed.payment.status, "answer", undefined);
}

function toObservation(
  result: PaymentResult,
  status: string,
  toldBy: Observation["toldBy"],
  deliveryId: string | undefined,
): Observation | undefined {
  const { amount, currency, orderId, transactionId } = result.payment;
  const amountMinor = minorOf(amount, currency);
  if (amountMinor === undefined) return undefined;
  return {
    toldBy,
    orderId,
    transactionId,
    status,
    money: { amountMinor, currency },
    subscription: result.subscription,
    ...(deliveryId !== undefined && { deliveryId }),
    result: withStatus(withoutCardNumber(result, redactor([])), status) as PaymentResult,
  };
}

function minorOf(amount: number, currency: string): number | undefined {
  try {
    const minor = toMinor(amount, currency);
    return Number.isSafeInteger(minor) && minor >= 0 ? minor : undefined;
  } catch {
    return undefined;
  }
}

function statusOf(body: unknown): string | undefined {
  const payment: unknown = Object(body).payment;
  const status: unknown = Object(payment).status;
  return typeof status === "string" && /^[a-z_]{1,32}$/.test(status) ? status : undefined;
}

/** A status that is not known is shown as it was told, though the type of a result has no name for it. */
function withStatus(body: unknown, status: string): unknown {
  return { ...Object(body), payment: { ...Object(Object(body).payment), status } };
}

/** The parser leaves out what does not fit: not from the merchant's own object. */
function structuredCopy(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? "null");
  } catch {
    return undefined;
  }
}
