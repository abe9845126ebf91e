/** Subscriptions that were canceled for a later date end on that date, before any charge of the same time. */
import { endings, findFirstPayment, updateSubscription } from "../db/subscriptions.ts";
import { enqueueSubscriptionNotice } from "../notifications/outbox.ts";
import { createJob } from "../scheduling/scheduled-job.ts";
import { canceledAt } from "./manage.ts";

/** Planned cancellations, as a scheduled job. */
export const cancellationJob = createJob({
  ...endings,
  run: async (context, subscription) => {
    const { tx, now } = context;
    const { id, orderId } = subscription;
    await updateSubscription(tx, id, canceledAt(now));
    const first = await findFirstPayment(tx, id);
    await enqueueSubscriptionNotice(context, subscription, first, "cancel");
    return {
      kind: "canceled",
      at: now,
      orderId: String(orderId),
      transactionId: String(first.id),
      subscriptionId: String(id),
    };
  },
});
