/**
 * The messages of live gateways where they differ from the document: responses and notifications of payments, and the query
 * of the return address. *Not in the document*, all of it; for COMPATIBILITY=field only.
 */

import { createHash } from "node:crypto";
import { isRecord } from "@cardpane/contract/record";
import type { Operation } from "@cardpane/gateway";
import iso3166 from "iso-3166-1";
import type { Compatibility } from "./compatibility.ts";

/** A payment's response or notification in the document's form. */
interface DocumentBody {
  readonly payment: Readonly<Record<string, unknown>>;
  readonly consumer?: Readonly<Record<string, unknown>> | undefined;
  readonly subscription?: Readonly<Record<string, unknown>> | undefined;
  readonly metadata?: unknown;
  readonly timestamp?: unknown;
}

/**
 * Converts a body into the configured format.
 *
 * @param to in the response of a payment the code and the consumer's id are text, in a notification they are numbers; the
 * response of a credit has the code as a number.
 */
export function toWireBody(
  compatibility: Compatibility,
  body: DocumentBody,
  to: "answer" | "notification",
): object {
  if (compatibility === "document") return body;
  const { payment, consumer, subscription, metadata, timestamp } = body;
  const isNotification = to === "notification";
  const { code, source, amount, amountUsd } = payment;
  // *Assumption*: these shapes were seen occasionally, without a rule; the sandbox sends them with a bank's confirmation.
  const { code: _, ...withoutCode } = payment;
  const isConfirmation = isNotification && payment["status"] === "confirmed";
  return {
    payment: {
      ...(isConfirmation ? { ...withoutCode, amount: String(amount) } : payment),
      ...(code !== undefined &&
        !isConfirmation && {
          code: isNotification || payment["action"] === "credit" ? Number(code) : code,
          codeCategory: categoryOf(code),
        }),
      ...(amountUsd !== undefined && isNotification && { amountUsd: String(amountUsd) }),
      ...(isRecord(source) && { source: fieldSource(source), apiPaymentSource: source["method"] }),
      vat: { amount: 0, amountUsd: 0 },
      timestamp: fieldTimestamp(timestamp),
    },
    ...(consumer && {
      consumer: {
        ...consumer,
        ...(isNotification && { id: Number(consumer["id"]) }),
        groupId: null,
        username: consumer["externalId"],
        birthday: null,
        blocked: false,
      },
    }),
    ...(subscription && { subscription: fieldSubscription(subscription) }),
    // PHP writes an empty object as a list.
    metadata: isRecord(metadata) && Object.keys(metadata).length > 0 ? metadata : [],
  };
}

/** Operations that live gateways answer with 200. */
const answeredWith200: ReadonlySet<string> = new Set(["POST /payment", "POST /payment/{id}/credit"]);

/** The status of the response to an operation that succeeded: live gateways answer a payment's or a credit's result with 200. */
export function successStatus(
  compatibility: Compatibility,
  { method, path, success }: Pick<Operation, "method" | "path" | "success">,
): number {
  return compatibility === "field" && answeredWith200.has(`${method} ${path}`) ? 200 : success;
}

/** Whether an operation that succeeded answers with an empty text, as the public SDK declares it (*assumption*). */
export function answersNothing(compatibility: Compatibility, { path }: Pick<Operation, "path">): boolean {
  return compatibility === "field" && /^\/paymentAccount\/\{id\}\/(enable|disable)$/.test(path);
}

/** The outcome of a payment, as the shop's page may read it. */
export interface OutcomeHint {
  readonly orderId: number;
  readonly transactionId: number | null;
  readonly consumerId: number;
  readonly isApproved: boolean;
  readonly code: string | null;
}

/**
 * The outcome of a payment in the query of `redirectUrl`. *Assumption*: `ustas` repeats whether the payment is approved,
 * and `sh` is a text that only the gateway reads; merchants must not decide anything by either.
 */
export function outcomeQuery(compatibility: Compatibility, hint: OutcomeHint): Record<string, string> {
  const [orderId, transactionId] = [String(hint.orderId), String(hint.transactionId)];
  const code = hint.code ?? "";
  const isApproved = hint.isApproved ? "1" : "0";
  return compatibility === "document"
    ? { order_id: orderId, transaction_id: transactionId, is_approved: isApproved, code }
    : {
        order_id: orderId,
        ustas: isApproved,
        consumer_id: String(hint.consumerId),
        sh: createHash("sha256").update(transactionId).digest("hex").slice(0, 32),
        is_approved: isApproved,
        cb_code: code,
        cb_transaction_id: transactionId,
      };
}

/** *Assumption*: the category of a code is its number of thousands. */
function categoryOf(code: unknown): number {
  return Math.floor(Number(code) / 1000);
}

function fieldTimestamp(timestamp: unknown): object | undefined {
  if (!isRecord(timestamp)) return undefined;
  const { dateTime, timezone, unixTime } = timestamp;
  return { dateTime: fieldTime(String(dateTime)), timezone, unixTime: Number(unixTime) };
}

/** `2025-10-21T11:50:34.000Z` as `2025-10-21 11:50:34`. */
function fieldTime(iso: string): string {
  return iso.slice(0, 19).replace("T", " ");
}

/** Shows a number as its first six digits, four asterisks and its last four, whatever its length; a country as three letters. */
function fieldSource(source: Readonly<Record<string, unknown>>): object {
  const { number, bankCountry, expirationMonth, expirationYear } = source;
  return {
    ...source,
    ...(typeof number === "string" && { number: number.replace(/^(.{6}).*(.{4})$/, "$1****$2") }),
    ...(typeof bankCountry === "string" && {
      bankCountry: iso3166.whereAlpha2(bankCountry)?.alpha3 ?? bankCountry,
    }),
    ...(expirationMonth !== undefined && { expirationMonth: Number(expirationMonth) }),
    ...(expirationYear !== undefined && { expirationYear: Number(expirationYear) }),
  };
}

function fieldSubscription(subscription: Readonly<Record<string, unknown>>): object {
  const { id, renewalDate, cancelDate } = subscription;
  const time = (value: unknown) => (typeof value === "string" ? fieldTime(value) : value);
  return { ...subscription, id: Number(id), renewalDate: time(renewalDate), cancelDate: time(cancelDate) };
}
