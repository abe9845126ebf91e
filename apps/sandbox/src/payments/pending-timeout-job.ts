/** Second steps that nobody answers in time end by themselves. */

import { lockExpired, nextExpiry } from "../db/payments.ts";
import { createJob } from "../scheduling/scheduled-job.ts";
import { expire } from "./second-step.ts";

/** The expiries of pending payments, as a scheduled job. */
export const pendingTimeoutJob = createJob({
  name: "payment expiry",
  next: nextExpiry,
  find: lockExpired,
  run: async (context, payment) => {
    const { orderId, id, code } = await expire(context, payment);
    return {
      kind: "expired",
      at: context.now,
      orderId: String(orderId),
      transactionId: String(id),
      code: code ?? "",
    };
  },
});
