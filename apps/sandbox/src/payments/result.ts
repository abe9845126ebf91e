/** Section 2.6: the result of a stored payment for the merchant. */
import { type CreditResult, isPaymentCode, type PaymentResult, paymentCodes } from "@cardpane/gateway";
import type { AccountRow } from "../db/accounts.ts";
import type { ConsumerRow } from "../db/consumers.ts";
import type { PaymentRecord, PaymentRow, SecondStep, SubscriptionRow } from "../db/payments.ts";
import { qrCodeFor } from "../sources/qr-code.ts";
import { redirectSource } from "../sources/redirects.ts";
import { inUsd } from "./amounts.ts";
import { toWire } from "./schedule.ts";

/** The text on the shopper's statement. */
const descriptor = "CARDPANE SANDBOX";

/** Address of the page of a payment's second step. */
function pageUrl(publicUrl: string, step: SecondStep, pageId: string): string {
  return `${publicUrl}/${step === "challenge" ? "3ds" : "pay"}/${pageId}`;
}

/** The result of a payment in its current state. */
export function paymentResultOf(record: PaymentRecord, publicUrl: string): PaymentResult {
  const { payment, consumer, account, subscription } = record;
  return {
    payment: resultPayment(payment, account, publicUrl),
    consumer: resultConsumer(consumer),
    ...(subscription && { subscription: resultSubscription(subscription) }),
    metadata: payment.metadata ?? {},
    timestamp: timestampOf(payment.settledAt ?? payment.createdAt),
  };
}

/** The response to a refund or void: without an order id, and with the transaction whose money is returned. */
export function creditResultOf({ payment, consumer, account }: PaymentRecord): CreditResult {
  const { code, currency, chargedMinor, id, parentId, metadata, settledAt, createdAt } = payment;
  const amountUsd = inUsd({ amountMinor: chargedMinor, currency });
  return {
    payment: {
      ...(code !== null && { code }),
      description: descriptionOf(payment),
      action: payment.mode === "chargeback" ? "chargeback" : "credit",
      mode: payment.mode,
      status: payment.stage ?? payment.status,
      amount: toWire({ amountMinor: chargedMinor, currency }),
      currency,
      ...(amountUsd !== undefined && { amountUsd }),
      transactionId: String(id),
      parentTransactionId: String(parentId),
      descriptor,
      source: account ? accountSource(account) : { ...payment.source },
    },
    consumer: resultConsumer(consumer),
    metadata: metadata ?? {},
    timestamp: timestampOf(settledAt ?? createdAt),
  };
}

/** The content of a final state's notification. That of a refund, void or chargeback also has the order id. */
export function notificationOf(record: PaymentRecord, publicUrl: string): PaymentResult | CreditResult {
  const { parentId, mode, orderId } = record.payment;
  if (parentId === null || mode === "settle") return paymentResultOf(record, publicUrl);
  const { payment, ...rest } = creditResultOf(record);
  return { payment: { ...payment, orderId: String(orderId) }, ...rest };
}

/** *Assumption*: the time at which the payment reached the shown state. */
function timestampOf(time: Date): PaymentResult["timestamp"] {
  const unixTime = String(Math.floor(time.getTime() / 1000));
  return { dateTime: time.toISOString(), timezone: "+00:00", unixTime };
}

function resultPayment(
  payment: PaymentRow,
  account: AccountRow | undefined,
  publicUrl: string,
): PaymentResult["payment"] {
  const isPending = payment.status === "pending";
  const { currency } = payment;
  // A decline captured nothing: its amount is the requested one (assumption).
  const amountMinor = isPaid(payment) ? payment.chargedMinor : payment.requestedMinor;
  const amountUsd = inUsd({ amountMinor, currency });
  return {
    ...(payment.code !== null && { code: payment.code }),
    description: descriptionOf(payment),
    action: isPending ? "redirect" : "charge",
    ...(isPending && secondStep(payment, publicUrl)),
    // Assumption: a payment is a sale; the interface does not show how to request an authorization.
    mode: payment.mode,
    // The document has no `confirmed`; without COMPATIBILITY=field no payment reaches it (see follow-up-job.ts).
    status: payment.status as PaymentResult["payment"]["status"],
    amount: toWire({ amountMinor, currency }),
    currency,
    ...(amountUsd !== undefined && { amountUsd }),
    orderId: String(payment.orderId),
    transactionId: String(payment.id),
    ...(payment.parentId !== null && { parentTransactionId: String(payment.parentId) }),
    descriptor,
    source: account ? accountSource(account) : { ...payment.source },
  };
}

/** Whether a transaction's money has moved. */
export function isPaid({ status }: Pick<PaymentRow, "status">): boolean {
  return status === "success" || status === "confirmed";
}

function secondStep(payment: PaymentRow, publicUrl: string): { url?: string; qrCode?: string } {
  const { challengeId, secondStep: step, sourceType, id } = payment;
  if (challengeId === null || step === null) return {};
  const url = pageUrl(publicUrl, step, challengeId);
  const source = step === "redirect" ? redirectSource(sourceType) : undefined;
  const qrCode = source && qrCodeFor(source, url, String(id));
  return { url, ...(qrCode !== undefined && { qrCode }) };
}

/** A saved card or account in the form of a result. */
export function accountSource(account: AccountRow): PaymentResult["payment"]["source"] {
  const { method, brand, bankName, bankCountry, expirationMonth, expirationYear } = account;
  return {
    method,
    number: account.maskedNumber,
    ...known({ brand, bankName, bankCountry, expirationMonth, expirationYear }),
    paymentAccountId: account.id,
    disabled: account.disabled,
  };
}

function descriptionOf({ code, secondStep: step }: PaymentRow): string {
  if (code === null) {
    return step === "redirect"
      ? "The shopper has to pay where he is sent to"
      : "The shopper has to answer the issuer's challenge";
  }
  return isPaymentCode(code) ? paymentCodes[code] : "Unknown code";
}

function resultConsumer(consumer: ConsumerRow): PaymentResult["consumer"] {
  const { externalId, email, firstName, lastName, phone, country, state, city, zip } = consumer;
  return {
    id: String(consumer.id),
    externalId,
    email,
    ...known({ firstName, lastName, phone, country, state, city, zip }),
  };
}

/** Leaves out the details that are null. */
function known<Name extends string>(details: Readonly<Record<Name, string | null>>) {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== null)) as {
    readonly [Key in Name]?: string;
  };
}

function resultSubscription(subscription: SubscriptionRow): PaymentResult["subscription"] {
  return {
    id: String(subscription.id),
    status: subscription.status,
    renewalDate: subscription.renewalDate?.toISOString() ?? null,
    cancelDate: subscription.cancelDate?.toISOString() ?? null,
    cycle: subscription.cycle,
  };
}
