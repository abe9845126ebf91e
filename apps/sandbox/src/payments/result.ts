/** Section 2.6: the result of a stored payment for the merchant. */
import { type CreditResult, isPaymentCode, type PaymentResult, paymentCodes } from "@cardpane/gateway";
import type { PaymentRecord } from "../db/payments.ts";
import type { AccountRow, ConsumerRow, PaymentRow, SubscriptionRow } from "../db/schema.ts";
import { toWire } from "../money.ts";
import { redirectSource } from "../sources/redirects.ts";
import { inUsd } from "./amounts.ts";

/** The text on the shopper's statement. */
const descriptor = "CARDPANE SANDBOX";

/** The result of a payment in its current state. */
export function paymentResultOf(record: PaymentRecord, publicUrl: string): PaymentResult {
  const { payment, subscription } = record;
  const isPending = payment.status === "pending";
  const { payment: shown, ...rest } = shownOf(record);
  return {
    payment: {
      ...shown,
      action: isPending ? "redirect" : "charge",
      ...(isPending && secondStep(payment, publicUrl)),
      // The document has no `confirmed`; without COMPATIBILITY=field no payment reaches it (see follow-up-job.ts).
      status: payment.status as PaymentResult["payment"]["status"],
      orderId: String(payment.orderId),
    },
    ...(subscription && { subscription: resultSubscription(subscription) }),
    ...rest,
  };
}

/** The response to a refund or void: without an order id, and with the transaction whose money is returned. */
export function creditResultOf(record: PaymentRecord): CreditResult {
  const { mode, stage, status } = record.payment;
  const { payment: shown, ...rest } = shownOf(record);
  const action = mode === "chargeback" ? "chargeback" : "credit";
  return { payment: { ...shown, action, status: stage ?? status }, ...rest };
}

/** The part that the results of all transactions share. */
function shownOf({ payment, consumer, account }: PaymentRecord) {
  const { code, currency, id, parentId } = payment;
  // A decline captured nothing: its amount is the requested one (assumption).
  const money = { amountMinor: isPaid(payment) ? payment.chargedMinor : payment.requestedMinor, currency };
  const amountUsd = inUsd(money);
  return {
    payment: {
      ...(code !== null && { code }),
      description: descriptionOf(payment),
      // Assumption: a payment is a sale; the interface does not show how to request an authorization.
      mode: payment.mode,
      amount: toWire(money),
      currency,
      ...(amountUsd !== undefined && { amountUsd }),
      transactionId: String(id),
      ...(parentId !== null && { parentTransactionId: String(parentId) }),
      descriptor,
      source: account ? accountSource(account) : { ...payment.source },
    },
    consumer: resultConsumer(consumer),
    metadata: payment.metadata ?? {},
    timestamp: timestampOf(payment.settledAt ?? payment.createdAt),
  };
}

/** The content of a final state's notification. That of a refund, void or chargeback also has the order id. */
export function notificationOf(record: PaymentRecord, publicUrl: string): PaymentResult | CreditResult {
  if (!isCredit(record.payment)) return paymentResultOf(record, publicUrl);
  const { payment, ...rest } = creditResultOf(record);
  return { payment: { ...payment, orderId: String(record.payment.orderId) }, ...rest };
}

/** Whether a transaction returns the money of another: a refund, a void or a chargeback. */
export function isCredit({ parentId, mode }: Pick<PaymentRow, "parentId" | "mode">): boolean {
  return parentId !== null && mode !== "settle";
}

/** *Assumption*: the time at which the payment reached the shown state. */
function timestampOf(time: Date): PaymentResult["timestamp"] {
  const unixTime = String(Math.floor(time.getTime() / 1000));
  return { dateTime: time.toISOString(), timezone: "+00:00", unixTime };
}

/** Whether a transaction's money has moved. */
export function isPaid({ status }: Pick<PaymentRow, "status">): boolean {
  return status === "success" || status === "confirmed";
}

function secondStep(payment: PaymentRow, publicUrl: string): { url?: string; qrCode?: string } {
  const { challengeId, secondStep: step, sourceType } = payment;
  if (challengeId === null || step === null) return {};
  const url = `${publicUrl}/${step === "challenge" ? "3ds" : "pay"}/${challengeId}`;
  return { url, ...(redirectSource(sourceType)?.hasQrCode && { qrCode: url }) };
}

/** A saved card or account in the form of a result. */
export function accountSource(account: AccountRow) {
  const { method, brand, bankName, bankCountry, expirationMonth, expirationYear } = account;
  return {
    method,
    number: account.maskedNumber,
    ...known({ brand, bankName, bankCountry, expirationMonth, expirationYear }),
    paymentAccountId: account.id,
    disabled: account.disabled,
  } satisfies PaymentResult["payment"]["source"];
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
