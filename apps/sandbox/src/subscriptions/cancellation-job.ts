/** Subscriptions that were canceled for a later date end at that date, before any charge of the same moment. */
import type { Db } from "../db/open.ts";
import {
  findFirstPayment,
  lockEndingSubscription,
  nextEnd,
  updateSubscription,
} from "../db/subscriptions.ts";
import { enqueueSubscriptionNotice, type OutboxContext } from "../notifications/outbox.ts";
import { createScheduledJob, type LogFailure, type ScheduledJob } from "../scheduling/scheduled-job.ts";
import { canceledAt } from "./manage.ts";

/** Planned cancellations, as a scheduled job. */
export function cancellationJob(
  db: Db,
  context: Omit<OutboxContext, "tx" | "now">,
  logFailure: LogFailure,
): ScheduledJob {
  return createScheduledJob(db, logFailure, {
    name: "cancellation",
    next: nextEnd,
    find: lockEndingSubscription,
    run: async (tx, now, subscription) => {
      const { id, orderId } = subscription;
      await updateSubscription(tx, id, canceledAt(now));
      const first = await findFirstPayment(tx, id);
      await enqueueSubscriptionNotice({ ...context, tx, now }, subscription, first, "cancel");
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
