/** The consumer of a payment: found by its id, or saved under the merchant's `externalId`. */
import type { Consumer } from "@cardpane/gateway";
import { type ConsumerRow, findConsumer, saveConsumer, updateConsumer } from "../db/consumers.ts";
import type { Db } from "../db/open.ts";
import { badField } from "../errors.ts";
import type { MerchantContext } from "../operation-context.ts";

/**
 * Finds or creates the consumer, with the details of the request.
 *
 * @throws Refusal 400 on `consumer.id` if the merchant has no such consumer, or if the request identifies none.
 */
export async function consumerOf(
  { tx, merchantId, now }: MerchantContext,
  consumer: Consumer,
): Promise<ConsumerRow> {
  const { id, externalId, email } = consumer;
  if (id === undefined || id === "") {
    if (externalId === undefined || email === undefined) throw badField("consumer.id", "is required");
    return saveConsumer(tx, merchantId, { ...consumer, externalId, email }, now);
  }
  const known = await updateConsumer(tx, merchantId, id, consumer);
  if (!known) throw badField("consumer.id", "is not a consumer of this merchant");
  return known;
}

/** Every name by which a QA rule can match a consumer: the gateway's id, the merchant's id, the e-mail address. */
export function consumerNames({ id, externalId, email }: ConsumerRow): readonly string[] {
  return [String(id), externalId, email];
}

/** As {@link consumerNames}, for work that runs on the clock and knows the id only. */
export async function namesOfConsumer(db: Db, merchantId: number, id: number): Promise<readonly string[]> {
  const consumer = await findConsumer(db, merchantId, String(id));
  if (!consumer) throw new Error("A payment's consumer has gone.");
  return consumerNames(consumer);
}
