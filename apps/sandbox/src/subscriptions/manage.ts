/**
 * A merchant's operations on a subscription. *Not in the document*: see the contract's table of field operations.
 *
 *   active --cancel--> canceled                 active --cancel at a date--> active until then, or until its last charge
 *   canceled --recover--> active: charged on the planned date, or at once if that has passed
 */
import type {
  CancelSubscriptionRequest,
  ChangeSubscriptionCardRequest,
  ChangeSubscriptionRequest,
  SubscriptionResult,
} from "@cardpane/gateway";
import { parsePublicId } from "../db/ids.ts";
import { findFirstPayment } from "../db/payments.ts";
import { findRow, insertRow, matching, updateRow } from "../db/rows.ts";
import { type PaymentRow, type SubscriptionRow, subscriptions } from "../db/schema.ts";
import { mails } from "../db/schema-outbox.ts";
import { badField, Refusal } from "../errors.ts";
import type { MerchantContext } from "../operation-context.ts";
import { consumerOf, payerOf } from "../payments/consumer.ts";
import { resolveSource } from "../payments/resolve-source.ts";
import { canceledAt, upcoming } from "../payments/schedule.ts";
import { createJob } from "../scheduling/scheduled-job.ts";
import { eventOf } from "../scheduling/timeline-event.ts";
import { enqueueNotice, subscriptionResultOf, wireTime } from "./messages.ts";
import { expectedEnd, scheduleFrom } from "./upcoming.ts";

/** @throws Refusal 404 for an unknown subscription of the merchant. */
export async function getSubscription(
  context: MerchantContext,
  _: unknown,
  id: string,
): Promise<SubscriptionResult> {
  const { subscription, first } = await found(context, id);
  return subscriptionResultOf(subscription, first, context.settings.compatibility);
}

/**
 * Changes a subscription's prices from its next renewal on.
 *
 * @throws Refusal 400 on `id` if it is canceled, 404.
 */
export async function changeSubscription(
  context: MerchantContext,
  { price }: ChangeSubscriptionRequest,
  id: string,
): Promise<SubscriptionResult> {
  const { subscription, first } = await found(context, id);
  const { status, renewalDate, cycle } = subscription;
  if (status !== "active" || renewalDate === null) throw badField("id", "is a subscription that is canceled");
  const schedule = scheduleFrom(renewalDate, cycle, price);
  const cancelDate = subscription.endsAt ?? expectedEnd(schedule);
  return written(context, subscription, first, { ...schedule, cancelDate });
}

/**
 * Cancels a subscription; a canceled one is unchanged. Of several dates the earliest applies.
 *
 * @throws Refusal 400 on `cancelDate` for a date that has passed, 404.
 */
export async function cancelSubscription(
  context: MerchantContext,
  request: CancelSubscriptionRequest,
  id: string,
): Promise<SubscriptionResult> {
  const { now } = context;
  const { subscription, first } = await found(context, id);
  if (subscription.status !== "active")
    return subscriptionResultOf(subscription, first, context.settings.compatibility);
  const endsAt = endOf(subscription, request, now);
  if (request.sendEmail) await tellShopper(context, subscription, endsAt ?? now);
  if (endsAt) return written(context, subscription, first, { endsAt, cancelDate: endsAt });
  await enqueueNotice(context, first, "cancel");
  return written(context, subscription, first, canceledAt(now));
}

/** Cancellations for a later date, as a scheduled job: on that date, before any charge of the same time. */
export const cancellationJob = createJob({
  name: "cancellation",
  table: subscriptions,
  at: subscriptions.endsAt,
  isOpen: matching(subscriptions, { status: "active" }),
  run: async (context, subscription) => {
    const { tx, now } = context;
    const { id } = subscription;
    await updateRow(tx, subscriptions, id, canceledAt(now));
    const first = await findFirstPayment(tx, id);
    await enqueueNotice(context, first, "cancel");
    const { orderId } = subscription;
    return eventOf("canceled", now, { orderId, id: first.id }, { subscriptionId: String(id) });
  },
});

function endOf(
  { renewalDate }: SubscriptionRow,
  { cancelDate, keepActiveUntilNextRebill }: CancelSubscriptionRequest,
  now: Date,
): Date | undefined {
  const requested = cancelDate === undefined ? undefined : new Date(`${cancelDate.replace(" ", "T")}Z`);
  if (requested && requested <= now) throw badField("cancelDate", "must be in the future");
  const dates = [requested, keepActiveUntilNextRebill ? renewalDate : undefined].filter(
    (date) => date instanceof Date,
  );
  return dates.sort((one, other) => one.getTime() - other.getTime())[0];
}

async function tellShopper(
  context: MerchantContext,
  subscription: SubscriptionRow,
  endsAt: Date,
): Promise<void> {
  const consumer = await payerOf(context.tx, subscription.consumerId);
  await insertRow(context.tx, mails, {
    merchantId: context.merchantId,
    recipient: consumer.email,
    subject: "Your subscription is canceled",
    body: `Subscription ${subscription.id} ends at ${wireTime(endsAt)} UTC and is not charged from then on.`,
    createdAt: context.now,
  });
}

/**
 * Makes a canceled subscription active again, and revokes a planned cancellation. *Assumption*: a charge whose date has passed
 * is due at once, and the later charges move with it.
 *
 * @throws Refusal 400 on `id` if the last charge was made already, 404.
 */
export async function recoverSubscription(
  context: MerchantContext,
  _: unknown,
  id: string,
): Promise<SubscriptionResult> {
  const { subscription, first } = await found(context, id);
  const { status, endsAt, cycle } = subscription;
  if (status === "active" && endsAt === null)
    return subscriptionResultOf(subscription, first, context.settings.compatibility);
  const next = upcoming(subscription, cycle);
  if (!next?.at) throw badField("id", "is a subscription that has ended: nothing is left to charge");
  const cleared = { status: "active" as const, endsAt: null };
  if (status === "active") {
    return written(context, subscription, first, {
      ...cleared,
      cancelDate: expectedEnd(subscription),
    });
  }
  await enqueueNotice(context, first, "recover");
  const lateMs = Math.max(0, context.now.getTime() - next.at.getTime());
  const scheduleStart = new Date(subscription.scheduleStart.getTime() + lateMs);
  return written(context, subscription, first, {
    ...cleared,
    failures: 0,
    scheduleStart,
    renewalDate: new Date(next.at.getTime() + lateMs),
    cancelDate: expectedEnd({ ...subscription, scheduleStart }),
  });
}

/**
 * Changes the card or account of later renewals. Nothing is charged now, so there is no 3D Secure (*assumption*).
 *
 * @throws Refusal 400 on the consumer's or the source's field, on `id` if the subscription is canceled; 404.
 */
export async function changeSubscriptionCard(
  context: MerchantContext,
  { paymentSource, consumer }: ChangeSubscriptionCardRequest,
  id: string,
): Promise<SubscriptionResult> {
  const { subscription, first } = await found(context, id);
  const payer = await consumerOf(context, consumer);
  if (payer.id !== subscription.consumerId) {
    throw badField(
      consumer.id ? "consumer.id" : "consumer.externalId",
      "is not the consumer of this subscription",
    );
  }
  const resolvedSource = await resolveSource({ ...context, consumer: payer }, paymentSource);
  if (resolvedSource.kind === "redirect") {
    throw badField("paymentSource.type", "cannot be charged again, and a subscription goes on");
  }
  return written(context, subscription, first, { paymentAccountId: resolvedSource.account.id });
}

/** A subscription of the merchant with its first payment. */
async function found({ tx, merchantId }: MerchantContext, id: string) {
  const subscription = await findRow(tx, subscriptions, { id: parsePublicId(id) ?? 0 });
  if (!subscription) throw new Refusal(404);
  const first = await findFirstPayment(tx, subscription.id);
  if (first.merchantId !== merchantId) throw new Refusal(404);
  return { subscription, first };
}

async function written(
  { tx, settings }: MerchantContext,
  subscription: SubscriptionRow,
  first: PaymentRow,
  change: Partial<SubscriptionRow>,
): Promise<SubscriptionResult> {
  await updateRow(tx, subscriptions, subscription.id, change);
  return subscriptionResultOf({ ...subscription, ...change }, first, settings.compatibility);
}
