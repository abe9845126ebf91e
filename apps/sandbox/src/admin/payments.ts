/** Lists payments, and charges one back. */
import * as z from "zod";
import { listPayments as paymentsOf } from "../db/admin.ts";
import { parsePublicId } from "../db/ids.ts";
import { findRow } from "../db/rows.ts";
import { merchants } from "../db/schema.ts";
import { Refusal } from "../errors.ts";
import { toWire } from "../money.ts";
import { chargeBack as charge, chargebackStages } from "../payments/chargeback.ts";
import { isPaid } from "../payments/result.ts";
import { filterOf, filters, merchantId, operation, pageOf, textId, time, withNext } from "./operation.ts";

const entry = z.object({
  merchant: merchantId,
  orderId: textId,
  transactionId: textId,
  mode: z.string(),
  /** The parent transaction of a refund, void, settlement or chargeback. */
  parentTransactionId: textId.nullable(),
  status: z.enum(["pending", "success", "confirmed", "fail"]),
  code: z.string().nullable(),
  /** In the currency's major unit: what was charged, or asked for while nothing was. */
  amount: z.number(),
  currency: z.string(),
  sourceType: z.string(),
  consumer: z.object({ id: textId, externalId: z.string(), email: z.string() }),
  metadata: z.looseObject({}),
  ipnUrl: z.string(),
  redirectUrl: z.string(),
  subscriptionId: textId.nullable(),
  /** The result of 3D Secure, if the payment had one. */
  threeDs: z.looseObject({ status: z.string() }).nullable(),
  createdAt: time,
});

type Listed = Awaited<ReturnType<typeof paymentsOf>>[number];

function entryOf({ payment, consumer, publicId }: Listed): z.output<typeof entry> {
  const { id, parentId, chargedMinor, requestedMinor, currency, metadata, threeDs } = payment;
  return {
    ...payment,
    merchant: publicId,
    transactionId: id,
    parentTransactionId: parentId,
    amount: toWire({ amountMinor: isPaid(payment) ? chargedMinor : requestedMinor, currency }),
    consumer,
    metadata: { ...metadata },
    threeDs: threeDs && { ...threeDs },
  };
}

export const listPayments = operation("GET", "/admin/payments", {
  summary:
    "Payments with metadata and 3D Secure results, the latest first; `after` is the last page's `next`.",
  query: filters,
  result: pageOf(entry),
  handle: async ({ db }, { query }) => {
    const filter = await filterOf(db, query);
    const found = await paymentsOf(db, filter);
    return withNext(found, filter.limit, entryOf, ({ payment }) => payment.id);
  },
});

export const chargeBack = operation("POST", "/admin/payments/{id}/chargeback", {
  summary: "Charges a payment back, or brings its chargeback to another stage. For COMPATIBILITY=field.",
  success: 201,
  /** Without an amount, the whole remaining amount. */
  request: z.strictObject({
    amount: z.number().positive().optional(),
    stage: z.enum(chargebackStages).optional(),
  }),
  examples: [{ amount: 5, stage: "chargeback" }, { stage: "retrieved" }, { stage: "represented" }],
  result: entry,
  handle: async ({ db, runtime }, { body, id }) => {
    const paymentId = parsePublicId(id);
    if (paymentId === undefined) throw new Refusal(404);
    const order = body();
    const record = await runtime.write((context) => charge(context, order, paymentId));
    const merchant = await findRow(db, merchants, { id: record.payment.merchantId });
    return entryOf({ ...record, publicId: merchant?.publicId ?? 0 });
  },
});
