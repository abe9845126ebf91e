/** The messages about a subscription: responses and notices. *Not in the document*. */
import type { SubscriptionResult } from "@cardpane/gateway";
import type { Compatibility } from "../compatibility/compatibility.ts";
import type { PaymentRow, SubscriptionRow } from "../db/schema.ts";
import { enqueueForOrder } from "../notifications/outbox.ts";
import type { WorkContext } from "../operation-context.ts";

/** The response of every operation on a subscription. */
export function subscriptionResultOf(
  { id, status, cycle, renewalDate, cancelDate, consumerId }: SubscriptionRow,
  { product }: Pick<PaymentRow, "product">,
  compatibility: Compatibility,
): SubscriptionResult {
  return {
    // Live gateways send a number.
    id: compatibility === "field" ? id : String(id),
    status,
    cycle,
    skuName: product.name ?? null,
    siteId: product.siteId ?? null,
    renewalDate: renewalDate && wireTime(renewalDate),
    cancelDate: cancelDate && wireTime(cancelDate),
    consumerId: String(consumerId),
  };
}

/** A time in UTC in the format of these operations: `2031-12-24 18:00:00`. */
export function wireTime(time: Date): string {
  return time.toISOString().slice(0, 19).replace("T", " ");
}

/** Stores a notice about a subscription, which only live gateways send. @param first its first payment. */
export async function enqueueNotice(
  context: WorkContext,
  first: PaymentRow,
  type: "cancel" | "recover",
): Promise<void> {
  if (context.settings.compatibility === "document") return;
  const { consumerId, product } = first;
  const { name: skuName = null, siteId = null } = product;
  const eventTime = wireTime(context.now);
  const notice = { type, skuName, siteId, consumerId: String(consumerId), eventTime };
  await enqueueForOrder(context, first, notice);
}
