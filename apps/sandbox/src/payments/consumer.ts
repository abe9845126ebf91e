/** The consumer of a payment: found by its id, or saved under the merchant's `externalId`. */
import type { Consumer } from "@cardpane/gateway";
import { type ConsumerRow, findConsumer, saveConsumer, updateConsumer } from "../db/consumers.ts";
import type { Db } from "../db/open.ts";
import type { PaymentRow } from "../db/payments.ts";
import type { RuleFacts } from "../db/rules.ts";
import { badField } from "../errors.ts";
import type { MerchantContext } from "../operation-context.ts";
import { type Money, toWire } from "./schedule.ts";

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

/** The facts of a payment that a QA rule can match. */
export function ruleFacts(
  path: string,
  { id, externalId, email }: ConsumerRow,
  money: Money,
  cardFingerprint?: string,
): RuleFacts {
  const consumer = [String(id), externalId, email];
  return { path, consumer, amount: toWire(money), currency: money.currency, cardFingerprint };
}

/** The consumer of a payment, for work that runs on the clock. */
export async function payerOf(
  db: Db,
  { merchantId, consumerId }: Pick<PaymentRow, "merchantId" | "consumerId">,
) {
  const consumer = await findConsumer(db, merchantId, String(consumerId));
  if (!consumer) throw new Error("A payment's consumer has gone.");
  return consumer;
}
