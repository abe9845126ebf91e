/** Subscriptions that were canceled for a later date end at that date, before any charge of the same moment. */
import type { Db } from "../db/open.ts";
import {
  findFirstPayment,
  lockEndingSubscription,
  nextEnd,
  updateSubscription,
} from "../db/subscriptions.ts";
import { notifySubscription, type OutboxWork } from "../notifications/outbox.ts";
import { createScheduledJob, type DueWork, type LogFailure } from "../time/scheduled-job.ts";
import { canceledAt } from "./manage.ts";

/** Planned cancellations, as scheduled work. */
export function cancellations(db: Db, work: Omit<OutboxWork, "tx" | "now">, logFailure: LogFailure): DueWork {
  return createScheduledJob(db, logFailure, {
    name: "cancellation",
    next: nextEnd,
    find: lockEndingSubscription,
    run: async (tx, now, subscription) => {
      const { id, orderId } = subscription;
      await updateSubscription(tx, id, canceledAt(now));
      const first = await findFirstPayment(tx, id);
      await notifySubscription({ ...work, tx, now }, subscription, first, "cancel");
      return {
        kind: "canceled",
        at: now,
        orderId: String(orderId),
        transactionId: String(first.id),
        subscriptionId: String(id),
      };
    },
  });
}
