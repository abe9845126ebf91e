/** Lists notifications with their attempts, and sends one again. */
import { isUuid } from "@cardpane/contract/uuid";
import * as z from "zod";
import { listDeliveries } from "../db/admin.ts";
import { reviveDelivery } from "../db/deliveries.ts";
import { Refusal } from "../errors.ts";
import { subjectOf } from "../notifications/delivery-worker.ts";
import { filterOf, filters, merchantId, operation, pageOf, time, withNext } from "./operation.ts";

const notification = z.object({
  /** `X-Delivery-ID`. */
  id: z.string(),
  merchant: merchantId,
  /** Present for a payment. */
  orderId: z.string().optional(),
  /** Present for a wallet. */
  accountId: z.string().optional(),
  transactionId: z.string(),
  url: z.string(),
  status: z.enum(["waiting", "delivered", "exhausted"]),
  createdAt: time,
  /** When the next attempt is due; null without one. */
  dueAt: time.nullable(),
  attempts: z.array(
    z.object({
      number: z.int(),
      at: time,
      durationMs: z.int().nullable(),
      status: z.int().nullable(),
      error: z.string().nullable(),
    }),
  ),
  body: z.looseObject({}),
});

type Listed = Awaited<ReturnType<typeof listDeliveries>>[number];

function notificationOf({ delivery, publicId }: Listed): z.output<typeof notification> {
  const { deliveryId: id, url, status, createdAt, held, dueAt, log } = delivery;
  return {
    id,
    merchant: publicId,
    ...subjectOf(delivery),
    url,
    status,
    createdAt,
    dueAt: status === "waiting" && !held ? dueAt : null,
    attempts: log.map(({ at, durationMs = null, status: answered = null, error = null }, index) => ({
      number: index + 1,
      at: new Date(at),
      durationMs,
      status: answered,
      error,
    })),
    body: JSON.parse(delivery.body) as Record<string, unknown>,
  };
}

export const listNotifications = operation("GET", "/admin/notifications", {
  summary: "Notifications with their attempts, the latest first; `after` is the `next` of the page before.",
  query: filters,
  result: pageOf(notification),
  handle: async ({ db }, { query }) => {
    const filter = await filterOf(db, query);
    const found = await listDeliveries(db, filter);
    return withNext(found, filter.limit, notificationOf, ({ delivery }) => delivery.id);
  },
});

export const replayNotification = operation("POST", "/admin/notifications/{id}/replay", {
  summary: "Sends a notification again, with the same id, and waits for the attempt.",
  result: notification,
  handle: async ({ db, runtime }, { id }) => {
    const isRevived = isUuid(id) && (await reviveDelivery(db, id, await runtime.clock.now()));
    if (!isRevived) throw new Refusal(404);
    await runtime.scheduler.runDue();
    const [found] = await listDeliveries(db, { deliveryId: id, limit: 1 });
    if (!found) throw new Refusal(404);
    return notificationOf(found);
  },
});
