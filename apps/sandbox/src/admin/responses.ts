/** Converts rows into responses of the admin API. */
import type { listDeliveries, listPayments } from "../db/admin.ts";
import type { listMails } from "../db/mails.ts";
import type { RuleRow } from "../db/rules.ts";
import { subjectOf } from "../notifications/delivery-worker.ts";
import { isPaid } from "../payments/result.ts";
import { toWire } from "../payments/schedule.ts";
import type { ClockState } from "../scheduling/clock.ts";

type Listed<List extends (...args: never[]) => Promise<readonly unknown[]>> = Awaited<
  ReturnType<List>
>[number];

export function clockOf({ now, mode, offsetMs }: ClockState) {
  return { now: now.toISOString(), mode, offsetMs };
}

export function notificationOf({ delivery, publicId, attempts }: Listed<typeof listDeliveries>) {
  return {
    id: delivery.deliveryId,
    merchant: publicId,
    ...subjectOf(delivery),
    url: delivery.url,
    status: delivery.status,
    createdAt: delivery.createdAt.toISOString(),
    dueAt: delivery.status === "waiting" && !delivery.held ? delivery.dueAt.toISOString() : null,
    attempts: attempts.map(({ number, startedAt, durationMs, status, error }) => ({
      number,
      at: startedAt.toISOString(),
      durationMs,
      status,
      error,
    })),
    body: JSON.parse(delivery.body) as object,
  };
}

export function paymentOf({ payment, consumer, publicId }: Listed<typeof listPayments>) {
  const { currency } = payment;
  const amountMinor = isPaid(payment) ? payment.chargedMinor : payment.requestedMinor;
  return {
    merchant: publicId,
    orderId: String(payment.orderId),
    transactionId: String(payment.id),
    mode: payment.mode,
    parentTransactionId: payment.parentId === null ? null : String(payment.parentId),
    status: payment.status,
    code: payment.code,
    amount: toWire({ amountMinor, currency }),
    currency,
    sourceType: payment.sourceType,
    consumer: { id: String(consumer.id), externalId: consumer.externalId, email: consumer.email },
    metadata: payment.metadata ?? {},
    ipnUrl: payment.ipnUrl,
    redirectUrl: payment.redirectUrl,
    subscriptionId: payment.subscriptionId === null ? null : String(payment.subscriptionId),
    threeDs: payment.threeDs,
    createdAt: payment.createdAt.toISOString(),
  };
}

export function ruleOf(rule: RuleRow, publicIds: ReadonlyMap<number, number>) {
  const { cardFingerprint, ...match } = rule.match;
  return {
    id: rule.id,
    merchant: publicIds.get(rule.merchantId) ?? 0,
    match: { ...match, ...(cardFingerprint !== undefined && { card: "(kept as a hash)" }) },
    effect: rule.effect,
    remaining: rule.remaining,
  };
}

export function mailOf({ mail, publicId }: Listed<typeof listMails>) {
  const { recipient, subject, body, createdAt } = mail;
  return { merchant: publicId, to: recipient, subject, body, createdAt: createdAt.toISOString() };
}
