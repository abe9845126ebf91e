/** Subscriptions that were canceled for a later date end on that date, before any charge of the same time. */
import { findFirstPayment } from "../db/payments.ts";
import { matching, updateRow } from "../db/rows.ts";
import { subscriptions } from "../db/schema.ts";
import { createJob } from "../scheduling/scheduled-job.ts";
import { eventOf } from "../scheduling/timeline-event.ts";
import { enqueueNotice } from "./enqueue-notice.ts";
import { canceledAt } from "./manage.ts";

/** Planned cancellations, as a scheduled job. */
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
