/**
 * Payment results (section 2.6) as live gateways send them.
 *
 * Few fields are required: status, amount, currency, ids, and action with url if there is a second step. A result without
 * them is unreadable. Every other field is informational: it may be missing, newer than this version or of any JSON type, and
 * never changes the outcome. Responses and notifications are normalised to one shape; `raw` keeps the original body.
 */

import { isRecord } from "@cardpane/contract/record";
import { isSecureServerOrigin } from "@cardpane/contract/secure-origin";
import {
  type Currencies,
  isMetadata,
  type Metadata,
  type PaymentCode,
  type PaymentMethod,
} from "@cardpane/gateway";
import { maskBody, maskCardNumber } from "../call/mask.ts";
import { tryToMinor } from "../call/money.ts";
import {
  defined,
  readCode,
  readCurrency,
  readDecimal,
  readFlag,
  readId,
  readInteger,
  readKind,
  readObject,
  readStatus,
  readText,
  readTexts,
} from "../call/read-values.ts";
import type { Redact } from "../call/redact.ts";

/** A known value, for completion in editors, or any other string that a newer gateway sends. */
export type Open<Known extends string> = Known | (string & {});

/** The payment method that was used, as the gateway describes it. Every field may be absent. */
export interface PaidWith {
  /** The method: `card`, `sepa` and so on, or a newer one. */
  readonly method?: Open<PaymentMethod>;
  /** Number of the card or account, masked. */
  readonly number?: string;
  /** Brand of the card. */
  readonly brand?: string;
  /** Bank that issued the card or holds the account. */
  readonly bankName?: string;
  /** Country of that bank, as the gateway writes it. */
  readonly bankCountry?: string;
  /** Two digits, or asterisks. */
  readonly expirationMonth?: string;
  /** Digits of the year, or asterisks. */
  readonly expirationYear?: string;
  /** Id of the saved card. Pay again with `{ type: "paymentAccountId", paymentAccountId }`. */
  readonly paymentAccountId?: string;
  /** Whether the saved card is disabled: payments by its id are refused. */
  readonly disabled?: boolean;
}

/** One transaction of the gateway. */
export interface TransactionDetails {
  /** `success`, `fail` or `pending` (the interface), `confirmed` (bank methods), or a newer status. */
  readonly status: Open<"success" | "fail" | "pending" | "confirmed">;
  /** Payment code (section 7); absent while the payment is pending, and in some successes. */
  readonly code?: Open<PaymentCode>;
  /** The action of the gateway; `redirect`: send the shopper to `url`. */
  readonly action?: Open<"charge" | "redirect" | "credit" | "chargeback">;
  /** `sale` charges, `auth` reserves, `test` moves no money. */
  readonly mode?: Open<"sale" | "auth" | "settle" | "refund" | "void" | "credit" | "payout" | "test">;
  /** With `action: "redirect"`: the URL to which you must redirect the shopper. */
  readonly url?: string;
  /** Content of a QR code for the shopper to scan: see `nextAction`. */
  readonly qrCode?: string;
  /** In minor units (cents); absent for a currency that this version does not know. */
  readonly amountMinor?: number;
  /** In the currency's major unit, as on the wire. Compute with `amountMinor`. */
  readonly amount?: number;
  /** ISO 4217. */
  readonly currency?: string;
  /** The amount in US dollars, in the major unit: for reports only. */
  readonly amountUsd?: number;
  /** The gateway's id of the order. All charges of a subscription share it. */
  readonly orderId?: string;
  /** The gateway's id of this transaction. */
  readonly transactionId: string;
  /** Id of the original transaction, in a refund, void, chargeback or settlement. */
  readonly parentTransactionId?: string;
  /** The gateway's text for the code, for your log. */
  readonly description?: string;
  /** Statement descriptor: the text on the shopper's statement. */
  readonly descriptor?: string;
  /** The payment method that was used. */
  readonly source?: PaidWith;
}

/** The gateway's record of the shopper. */
export interface ResultConsumer {
  /** The gateway's id of the shopper. It suffices to identify the shopper in later payments. */
  readonly id?: string;
  /** Your own id of the shopper. */
  readonly externalId?: string;
  /** E-mail address. */
  readonly email?: string;
  /** First name. */
  readonly firstName?: string;
  /** Last name. */
  readonly lastName?: string;
  /** Phone number. */
  readonly phone?: string;
  /** ISO 3166-1 alpha-3: `DEU`. */
  readonly country?: string;
  /** State or region. */
  readonly state?: string;
  /** City. */
  readonly city?: string;
  /** Postal code. */
  readonly zip?: string;
}

/** The subscription that a payment belongs to. */
export interface ResultSubscription {
  /** Id for `client.subscriptions`. */
  readonly id?: string;
  /** `active`: it renews; `canceled`: it does not. */
  readonly status?: Open<"active" | "canceled">;
  /** Next renewal, as the gateway writes it: `2031-12-24 18:00:00`. */
  readonly renewalDate?: string;
  /** The end of the subscription, as the gateway writes it. */
  readonly cancelDate?: string;
  /** Recurrent payments so far. */
  readonly cycle?: number;
}

/** A normalised response or notification about one transaction. */
export interface TransactionResult {
  /** The transaction. */
  readonly payment: TransactionDetails;
  /** The shopper. */
  readonly consumer: ResultConsumer;
  /** The subscription, if the payment belongs to one. */
  readonly subscription?: ResultSubscription;
  /** The metadata of your request; empty if there was none. */
  readonly metadata: Metadata;
  /** Time of the gateway's response: `dateTime` in ISO 8601, `timezone` as an offset, `unixTime` in seconds. */
  readonly timestamp: { readonly dateTime?: string; readonly timezone?: string; readonly unixTime?: string };
  /** The gateway's original body, including fields that this version does not know. Full card numbers are masked. */
  readonly raw: unknown;
}

/** The transaction of a payment: amount, currency and order id are always there. */
export type PaymentDetails = TransactionDetails &
  Required<Pick<TransactionDetails, "amount" | "currency" | "orderId">>;

/** The result of a payment. The required fields are always present. */
export interface PaymentResult extends TransactionResult {
  /** The transaction, with the required fields. */
  readonly payment: PaymentDetails;
}

/** Normalises a body; `undefined` if it names no transaction with a status. */
export function parseTransactionResult(
  body: unknown,
  redact: Redact,
  currencies: Currencies,
): TransactionResult | undefined {
  if (!isRecord(body) || !isRecord(body["payment"])) return undefined;
  const { payment: wire } = body;
  const status = readStatus(wire["status"]);
  const transactionId = readId(wire["transactionId"]);
  if (status === undefined || transactionId === undefined) return undefined;
  const subscription = readSubscription(body["subscription"]);
  const result = {
    payment: { ...readDetails(wire, redact, currencies), status, transactionId },
    consumer: readConsumer(body["consumer"]),
    ...(subscription && { subscription }),
    // Some languages encode an empty object as an array.
    metadata: isMetadata(body["metadata"]) ? body["metadata"] : {},
    timestamp: readTexts(
      readObject(body["timestamp"] ?? wire["timestamp"]),
      "dateTime",
      "timezone",
      "unixTime",
    ),
    // A result that is already normalised keeps its original body.
    raw: normalised.has(body) ? body["raw"] : maskBody(body, redact),
  };
  normalised.add(result);
  return result;
}

const normalised = new WeakSet<object>();

/** Normalises the body of a payment; `undefined` if a required field is missing or unreadable. */
export function parsePaymentResult(
  body: unknown,
  redact: Redact,
  currencies: Currencies,
): PaymentResult | undefined {
  const result = parseTransactionResult(body, redact, currencies);
  return result && isPaymentResult(result) ? result : undefined;
}

/** Whether a result has every required field of a payment, and a second step that the shopper can make, if there is one. */
function isPaymentResult(result: TransactionResult): result is PaymentResult {
  const { amount, currency, orderId, url, qrCode } = result.payment;
  const isComplete = amount !== undefined && amount >= 0 && currency !== undefined && orderId !== undefined;
  const hasStep = url === undefined ? qrCode !== undefined : readRedirectUrl(url) !== undefined;
  return isComplete && (!isRedirect(result.payment) || hasStep);
}

/** Whether the shopper must go to another page for the second step. */
export function isRedirect({ status, action }: { readonly status: string; readonly action?: string | null }) {
  return status === "pending" && action === "redirect";
}

/**
 * The URL of a redirect, normalised: https, or http on a loopback address; at most 8,192 characters, without control characters,
 * user name and password. `undefined` for any other text.
 */
export function readRedirectUrl(text: string | undefined): string | undefined {
  // URL parsers drop control characters and blanks silently, and accept an address without slashes.
  if (text === undefined || text.length > 8_192 || !/^https?:\/\/[^\p{Cc}\s]+$/iu.test(text))
    return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !isSecureServerOrigin(url) || url.username !== "" || url.password !== "") return undefined;
  return url.href;
}

function readDetails(
  wire: Readonly<Record<string, unknown>>,
  redact: Redact,
  currencies: Currencies,
): Omit<TransactionDetails, "status" | "transactionId"> {
  const amount = readDecimal(wire["amount"]);
  const currency = readCurrency(wire["currency"]);
  const description = readText(wire["description"]);
  return defined({
    code: readCode(wire["code"]),
    action: readKind(wire["action"]),
    mode: readKind(wire["mode"]),
    url: readText(wire["url"]),
    qrCode: readText(wire["qrCode"]),
    amountMinor:
      amount === undefined || currency === undefined ? undefined : tryToMinor(amount, currency, currencies),
    amount,
    currency,
    amountUsd: readDecimal(wire["amountUsd"]),
    orderId: readId(wire["orderId"]),
    parentTransactionId: readId(wire["parentTransactionId"]),
    description: description === undefined ? undefined : redact(description),
    descriptor: readText(wire["descriptor"]),
    source: readSource(wire["source"]),
  });
}

/** Reads a payment method; `undefined` for anything but an object. */
export function readSource(value: unknown): PaidWith | undefined {
  if (!isRecord(value)) return undefined;
  const number = readText(value["number"]);
  const month = readText(value["expirationMonth"]);
  return defined({
    ...readTexts(value, "method", "brand", "bankName", "bankCountry", "expirationYear", "paymentAccountId"),
    number: number === undefined ? undefined : maskCardNumber(number),
    expirationMonth: month?.padStart(2, "0"),
    disabled: readFlag(value["disabled"]),
  });
}

function readConsumer(value: unknown): ResultConsumer {
  const wire = readObject(value);
  const names = readTexts(wire, "externalId", "email", "firstName", "lastName", "phone");
  const address = readTexts(wire, "country", "state", "city", "zip");
  return defined({ id: readId(wire["id"]), ...names, ...address });
}

/** Reads a subscription; `undefined` for anything but an object. */
export function readSubscription(value: unknown): ResultSubscription | undefined {
  if (!isRecord(value)) return undefined;
  return defined({
    id: readId(value["id"]),
    ...readTexts(value, "status", "renewalDate", "cancelDate"),
    cycle: readInteger(value["cycle"]),
  });
}

/** A started refill: redirect the customer as `nextAction(refill)` tells, and wait for the notification. */
export interface StartedRefill {
  /** `processing`: the result follows by webhook. */
  readonly result: Open<"processing"> | null;
  /** `redirect`: redirect the customer to `url`. */
  readonly action: Open<"redirect"> | null;
  /** Payment code (section 7), or `0`. */
  readonly code: number | null;
  /** URL of the page where the customer pays. */
  readonly url?: string;
  /** The body as the gateway sent it. Full card numbers are masked. */
  readonly raw: unknown;
}
