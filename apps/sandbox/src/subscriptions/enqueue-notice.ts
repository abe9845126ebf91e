import type { PaymentRow } from "../db/schema.ts";
import { enqueueForOrder } from "../notifications/outbox.ts";
import type { WorkContext } from "../operation-context.ts";
import { wireTime } from "./response.ts";

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
