/** Back from a refill to the shop. */

import type { Compatibility } from "../../compatibility/compatibility.ts";
import type { RefillRow } from "../../db/refills.ts";
import { withOutcome } from "../../payments/second-step.ts";

/** The shop's `redirectUrl` with the outcome in its query, as a payment's; `undefined` where the refill names none. */
export function refillReturnUrl(refill: RefillRow, compatibility: Compatibility): string | undefined {
  const { redirectUrl, id, userId, transactionId, status, code } = refill;
  if (redirectUrl === null) return undefined;
  return withOutcome(
    redirectUrl,
    {
      orderId: String(id),
      transactionId: String(transactionId),
      consumerId: String(userId),
      isApproved: status === "success",
      code: code ?? "",
    },
    compatibility,
  );
}
