/** Section 2.6: a stored payment as the merchant reads it. */
import { isPaymentCode, type PaymentResult, paymentCodes } from "@cardpane/contract/gateway";
import type { AccountRow } from "../db/accounts.ts";
import type { ConsumerRow } from "../db/consumers.ts";
import type { PaymentRecord, PaymentRow, SubscriptionRow } from "../db/payments.ts";
import { inUsd } from "./amounts.ts";
import { toWire } from "./schedule.ts";

/** What the shopper reads on the statement. */
const descriptor = "CARDPANE SANDBOX";

/** Address of a payment's challenge page. */
export function challengeUrl(publicUrl: string, challengeId: string): string {
  return `${publicUrl}/3ds/${challengeId}`;
}

/** The result of a payment in the state it is in. */
export function paymentResultOf(record: PaymentRecord, publicUrl: string): PaymentResult {
  const { payment, consumer, account, subscription } = record;
  return {
    payment: resultPayment(payment, account, publicUrl),
    consumer: resultConsumer(consumer),
    ...(subscription && { subscription: resultSubscription(subscription) }),
    ...(payment.metadata && { metadata: payment.metadata }),
    timestamp: {
      dateTime: payment.createdAt.toISOString(),
      timezone: "+00:00",
      unixTime: String(Math.floor(payment.createdAt.getTime() / 1000)),
    },
  };
}

function resultPayment(
  payment: PaymentRow,
  account: AccountRow,
  publicUrl: string,
): PaymentResult["payment"] {
  const isPending = payment.status === "pending";
  const { currency } = payment;
  // A decline took nothing: its amount is the one that was asked for (assumption).
  const amountMinor = payment.status === "success" ? payment.chargedMinor : payment.requestedMinor;
  const amountUsd = inUsd({ amountMinor, currency });
  return {
    ...(payment.code !== null && { code: payment.code }),
    description: describe(payment.code),
    action: isPending ? "redirect" : "charge",
    ...(isPending && payment.challengeId && { url: challengeUrl(publicUrl, payment.challengeId) }),
    // Assumption: every payment is a sale; the interface does not show how an authorization is asked for.
    mode: "sale",
    status: payment.status,
    amount: toWire({ amountMinor, currency }),
    currency,
    ...(amountUsd !== undefined && { amountUsd }),
    orderId: String(payment.orderId),
    transactionId: String(payment.id),
    descriptor,
    source: {
      method: "card",
      number: account.maskedNumber,
      ...(account.brand !== null && { brand: account.brand }),
      expirationMonth: account.expirationMonth,
      expirationYear: account.expirationYear,
      paymentAccountId: account.id,
      disabled: account.disabled,
    },
  };
}

function describe(code: string | null): string {
  if (code === null) return "The shopper has to answer the issuer's challenge";
  return isPaymentCode(code) ? paymentCodes[code] : "Unknown code";
}

function resultConsumer(consumer: ConsumerRow): PaymentResult["consumer"] {
  const { externalId, email, firstName, lastName, phone, country, state, city, zip } = consumer;
  return {
    id: String(consumer.id),
    externalId,
    email,
    ...(firstName !== null && { firstName }),
    ...(lastName !== null && { lastName }),
    ...(phone !== null && { phone }),
    ...(country !== null && { country }),
    ...(state !== null && { state }),
    ...(city !== null && { city }),
    ...(zip !== null && { zip }),
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
