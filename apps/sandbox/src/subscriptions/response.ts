/** A subscription as a merchant reads it. *Not in the document*. */
import type { SubscriptionResult } from "@cardpane/contract/gateway";
import type { PaymentRow, SubscriptionRow } from "../db/payments.ts";

/** The answer of every operation on a subscription. */
export function subscriptionResultOf(
  { id, status, cycle, renewalDate, cancelDate, consumerId }: SubscriptionRow,
  { product }: Pick<PaymentRow, "product">,
): SubscriptionResult {
  return {
    id: String(id),
    status,
    cycle,
    skuName: product.name ?? null,
    siteId: product.siteId ?? null,
    renewalDate: renewalDate && wireTime(renewalDate),
    cancelDate: cancelDate && wireTime(cancelDate),
    consumerId: String(consumerId),
  };
}

/** A time in UTC as these operations write it: `2031-12-24 18:00:00`. */
export function wireTime(time: Date): string {
  return time.toISOString().slice(0, 19).replace("T", " ");
}
