/**
 * Consumers: who pays, once for each merchant.
 *
 * *Assumption*: a consumer without `id` is known by the merchant's `externalId`; the e-mail address beside it may change.
 * What a payment sends about a consumer replaces what was known; what it leaves out stays.
 */
import type { Consumer } from "@cardpane/contract/gateway";
import { and, eq } from "drizzle-orm";
import { badField } from "../errors.ts";
import { parsePublicId } from "./ids.ts";
import type { Db } from "./open.ts";
import { consumers } from "./schema.ts";

export type ConsumerRow = typeof consumers.$inferSelect;

/**
 * The consumer of a payment, made where it is new.
 *
 * @throws Refusal 400 on `consumer.id` when the merchant has no such consumer.
 */
export async function saveConsumer(
  db: Db,
  merchantId: number,
  consumer: Consumer,
  now: Date,
): Promise<ConsumerRow> {
  const { id, externalId, email } = consumer;
  if (id !== undefined && id !== "") return updateConsumer(db, merchantId, id, consumer);
  if (externalId === undefined || email === undefined) throw badField("consumer.id", "is required");

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

async function updateConsumer(
  db: Db,
  merchantId: number,
  id: string,
  consumer: Consumer,
): Promise<ConsumerRow> {
  const known = parsePublicId(id);
  const sent = { ...(consumer.email === undefined ? {} : { email: consumer.email }), ...details(consumer) };
  const [row] =
    known === undefined
      ? []
      : await db
          .update(consumers)
          // An update needs one column at least, and this one never changes.
          .set({ ...sent, merchantId })
          .where(and(eq(consumers.id, known), eq(consumers.merchantId, merchantId)))
          .returning();
  if (!row) throw badField("consumer.id", "is not a consumer of this merchant");
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
