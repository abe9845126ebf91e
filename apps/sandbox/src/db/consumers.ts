/**
 * Consumers: who pays, once for each merchant.
 *
 * *Assumption*: a consumer without `id` is known by the merchant's `externalId`; the e-mail address beside it may change.
 * What a payment sends about a consumer replaces what was known; what it leaves out stays.
 */
import type { Consumer } from "@cardpane/contract/gateway";
import { and, eq } from "drizzle-orm";
import { parsePublicId } from "./ids.ts";
import type { Db } from "./open.ts";
import { consumers } from "./schema.ts";

export type ConsumerRow = typeof consumers.$inferSelect;

/** A consumer that the merchant names by an id of its own. */
export interface ConsumerToSave extends Consumer {
  readonly externalId: string;
  readonly email: string;
}

/** The merchant's consumer of an external id, made where it is new. */
export async function saveConsumer(
  db: Db,
  merchantId: number,
  consumer: ConsumerToSave,
  now: Date,
): Promise<ConsumerRow> {
  const { externalId, email } = consumer;
  const [row] = await db
    .insert(consumers)
    .values({ merchantId, externalId, email, ...details(consumer), createdAt: now })
    .onConflictDoUpdate({
      target: [consumers.merchantId, consumers.externalId],
      set: { email, ...details(consumer) },
    })
    .returning();
  if (!row) throw new Error("The consumer was not stored.");
  return row;
}

/** Updates the merchant's consumer of an id; `undefined` where there is none. */
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
    // An update needs one column at least, and this one never changes.
    .set({ ...sent, merchantId })
    .where(and(eq(consumers.id, known), eq(consumers.merchantId, merchantId)))
    .returning();
  return row;
}

/** A consumer of the merchant by its id; `undefined` where there is none. */
export async function findConsumer(
  db: Db,
  merchantId: number,
  publicId: string,
): Promise<ConsumerRow | undefined> {
  const [row] = await db
    .select()
    .from(consumers)
    .where(and(eq(consumers.id, parsePublicId(publicId) ?? 0), eq(consumers.merchantId, merchantId)));
  return row;
}

/** The fields that were sent; drizzle leaves out what is `undefined`. */
function details(consumer: Consumer) {
  const { firstName, lastName, phone, country, state, city, zip } = consumer;
  return { firstName, lastName, phone, country, state, city, zip };
}
