/** Second steps that nobody answers in time end by themselves. */

import type { Db } from "../db/open.ts";
import { lockExpired, nextExpiry } from "../db/payments.ts";
import type { OutboxContext } from "../notifications/outbox.ts";
import { createScheduledJob, type LogFailure, type ScheduledJob } from "../scheduling/scheduled-job.ts";
import { expire } from "./second-step.ts";

/** The expiries of pending payments, as a scheduled job. */
export function pendingTimeoutJob(
  db: Db,
  context: Omit<OutboxContext, "tx" | "now">,
  logFailure: LogFailure,
): ScheduledJob {
  return createScheduledJob(db, logFailure, {
    name: "payment expiry",
    next: nextExpiry,
    find: lockExpired,
    run: async (tx, now, payment) => {
      const { orderId, id, code } = await expire({ ...context, tx, now }, payment);
      return {
        kind: "expired",
        at: now,
        orderId: String(orderId),
        transactionId: String(id),
        code: code ?? "",
      };
    },
  });
}
