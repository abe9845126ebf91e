/**
 * Consumers: the payers, separate for each merchant.
 *
 * *Assumption*: a consumer without `id` is identified by the merchant's `externalId`; its e-mail address may change.
 * Fields that a payment sends about a consumer replace the stored ones; fields that it leaves out are kept.
 */
import type { Consumer } from "@cardpane/gateway";
import { and, eq } from "drizzle-orm";
import { parsePublicId } from "./ids.ts";
import { type Db, onlyRow } from "./open.ts";
import { findRow } from "./rows.ts";
import { consumers } from "./schema.ts";

export type ConsumerRow = typeof consumers.$inferSelect;

/** A consumer that the merchant identifies by its own id. */
export interface ConsumerToSave extends Consumer {
  readonly externalId: string;
  readonly email: string;
}

/** Creates or updates the merchant's consumer with an external id. */
export async function saveConsumer(
  db: Db,
  merchantId: number,
  consumer: ConsumerToSave,
  now: Date,
): Promise<ConsumerRow> {
  const { externalId, email } = consumer;
  const stored = await db
    .insert(consumers)
    .values({ merchantId, externalId, email, ...details(consumer), createdAt: now })
    .onConflictDoUpdate({
      target: [consumers.merchantId, consumers.externalId],
      set: { email, ...details(consumer) },
    })
    .returning();
  return onlyRow(stored);
}

/** Updates the merchant's consumer by its id; `undefined` if it does not exist. */
export async function updateConsumer(
  db: Db,
  merchantId: number,
  id: string,
  consumer: Consumer,
): Promise<ConsumerRow | undefined> {
  const known = parsePublicId(id);
  if (known === undefined) return undefined;
  const sent = { ...(consumer.email === undefined ? {} : { email: consumer.email }), ...details(consumer) };
  const [row] = await db
    .update(consumers)
    // An update needs at least one column, and this one never changes.
    .set({ ...sent, merchantId })
    .where(and(eq(consumers.id, known), eq(consumers.merchantId, merchantId)))
    .returning();
  return row;
}

/** A consumer of the merchant by its id; `undefined` if it does not exist. */
export async function findConsumer(
  db: Db,
  merchantId: number,
  publicId: string,
): Promise<ConsumerRow | undefined> {
  const isIts = eq(consumers.merchantId, merchantId);
  return findRow(db, consumers, and(eq(consumers.id, parsePublicId(publicId) ?? 0), isIts));
}

/** The fields of the request; drizzle does not write `undefined` fields. */
function details(consumer: Consumer) {
  const { firstName, lastName, phone, country, state, city, zip } = consumer;
  return { firstName, lastName, phone, country, state, city, zip };
}
