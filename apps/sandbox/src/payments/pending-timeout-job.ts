/** Ends second steps that nobody answered in time. */

import { pendingTimeouts } from "../db/payments.ts";
import { createJob } from "../scheduling/scheduled-job.ts";
import { expire } from "./second-step.ts";

/** The time-outs of pending payments, as a scheduled job. */
export const pendingTimeoutJob = createJob({
  ...pendingTimeouts,
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
