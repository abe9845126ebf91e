/** Second steps that nobody answers in time end by themselves. */

import type { Db } from "../db/open.ts";
import { lockExpired, nextExpiry } from "../db/payments.ts";
import type { OutboxWork } from "../notifications/outbox.ts";
import { createScheduledJob, type DueWork, type LogFailure } from "../time/scheduled-job.ts";
import { expire } from "./second-step.ts";

/** The expiries of pending payments, as work for the agenda. */
export function expiries(db: Db, work: Omit<OutboxWork, "tx" | "now">, logFailure: LogFailure): DueWork {
  return createScheduledJob(db, logFailure, {
    name: "payment expiry",
    next: nextExpiry,
    find: lockExpired,
    run: async (tx, now, payment) => {
      const { orderId, id, code } = await expire({ ...work, tx, now }, payment);
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
