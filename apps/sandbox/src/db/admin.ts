/** The lists and the reset of the admin API. */
import { and, desc, eq, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import { parsePublicId } from "./ids.ts";
import type { Db } from "./open.ts";
import { deleteRows, matching } from "./rows.ts";
import { consumers, keptAnswers, merchants, orders, payments, subscriptions } from "./schema.ts";
import { deliveries, mails, rules } from "./schema-outbox.ts";
import { loginFailures, walletUsers } from "./schema-wallet.ts";
import { inTransaction } from "./transaction.ts";

/** Narrows a list. */
interface ListFilter {
  readonly merchantId?: number | undefined;
  readonly order?: string | undefined;
  readonly limit: number;
  /** Any name of the consumer of a payment: the gateway's id, the merchant's id, the e-mail address. */
  readonly consumer?: string | undefined;
  /** Only rows before this one: the last of the page before. */
  readonly after?: number | undefined;
  readonly deliveryId?: string | undefined;
}

/** Notifications with their attempts, the latest first. */
export function listDeliveries(db: Db, filter: ListFilter) {
  return db
    .select({ delivery: deliveries, publicId: merchants.publicId })
    .from(deliveries)
    .innerJoin(merchants, eq(merchants.id, deliveries.merchantId))
    .leftJoin(payments, eq(payments.id, deliveries.paymentId))
    .leftJoin(consumers, eq(consumers.id, payments.consumerId))
    .where(and(isListed(deliveries, filter), matching(deliveries, { deliveryId: filter.deliveryId })))
    .orderBy(desc(deliveries.id))
    .limit(filter.limit);
}

/** Payments, the latest first. */
export function listPayments(db: Db, filter: ListFilter) {
  return db
    .select({ payment: payments, consumer: consumers, publicId: merchants.publicId })
    .from(payments)
    .innerJoin(merchants, eq(merchants.id, payments.merchantId))
    .innerJoin(consumers, eq(consumers.id, payments.consumerId))
    .where(isListed(payments, filter))
    .orderBy(desc(payments.id))
    .limit(filter.limit);
}

/** E-mails that a real gateway would have sent, the latest first. */
export function listMails(db: Db, { merchantId, limit }: ListFilter) {
  return db
    .select({ mail: mails, publicId: merchants.publicId })
    .from(mails)
    .innerJoin(merchants, eq(merchants.id, mails.merchantId))
    .where(matching(mails, { merchantId }))
    .orderBy(desc(mails.id))
    .limit(limit);
}

function isListed(table: typeof deliveries | typeof payments, filter: ListFilter): SQL | undefined {
  const { merchantId, order, consumer, after } = filter;
  const { id, externalId, email } = consumers;
  return and(
    matching(table, { merchantId }),
    // A text that cannot be an id matches no row.
    order === undefined ? undefined : eq(table.orderId, parsePublicId(order) ?? 0),
    consumer === undefined
      ? undefined
      : or(eq(id, parsePublicId(consumer) ?? 0), eq(externalId, consumer), eq(email, consumer)),
    after === undefined ? undefined : lt(table.id, after),
  );
}

/** Deletes all activity of a merchant, and keeps its key, site and SKU. Everything else goes with the rows deleted here. */
export async function resetMerchant(db: Db, merchantId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const ofUsers = tx
      .select({ scope: sql<string>`'customer:' || ${walletUsers.id}` })
      .from(walletUsers)
      .where(eq(walletUsers.merchantId, merchantId));
    const { scope } = keptAnswers;
    await deleteRows(tx, keptAnswers, or(eq(scope, `merchant:${merchantId}`), inArray(scope, ofUsers)));
    // For this transaction only: see the trigger in the migration.
    await tx.execute(sql`select set_config('cardpane.forget_ledger', 'on', true)`);
    const own = tx.select({ id: orders.id }).from(orders).where(eq(orders.merchantId, merchantId));
    await tx.delete(payments).where(eq(payments.merchantId, merchantId));
    await tx.delete(subscriptions).where(inArray(subscriptions.orderId, own));
    for (const table of [orders, consumers, loginFailures, walletUsers, rules, mails]) {
      await tx.delete(table).where(eq(table.merchantId, merchantId));
    }
  });
}
