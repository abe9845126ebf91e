/**
 * Consumers: the payers, separate for each merchant.
 *
 * *Assumption*: a consumer without `id` is identified by the merchant's `externalId`; its e-mail address may change.
 * Fields that a payment sends about a consumer replace the stored ones; fields that it leaves out are kept.
 */
import type { Consumer } from "@cardpane/gateway";
import { parsePublicId } from "../db/ids.ts";
import type { Db } from "../db/open.ts";
import { findRow, updateRow, upsertRow } from "../db/rows.ts";
import type { RuleFacts } from "../db/rules.ts";
import { type ConsumerRow, consumers } from "../db/schema.ts";
import type { WalletUserRow } from "../db/schema-wallet.ts";
import { badField } from "../errors.ts";
import { type Money, toWire } from "../money.ts";
import type { MerchantContext } from "../operation-context.ts";

/**
 * Finds or creates the consumer of a payment, with the details of the request.
 *
 * @throws Refusal 400 on `consumer.id` if the merchant has no such consumer, or if the request identifies none.
 */
export async function consumerOf(
  { tx, merchantId }: MerchantContext,
  { id, externalId, email, ...consumer }: Consumer,
): Promise<ConsumerRow> {
  const { firstName, lastName, phone, country, state, city, zip } = consumer;
  const details = { firstName, lastName, phone, country, state, city, zip };
  if (id === undefined || id === "") {
    if (externalId === undefined || email === undefined) throw badField("consumer.id", "is required");
    const sent = { email, ...details };
    const row = { merchantId, externalId, ...sent };
    return upsertRow(tx, consumers, row, [consumers.merchantId, consumers.externalId], sent);
  }
  const known = await findConsumer(tx, merchantId, id);
  if (!known) throw badField("consumer.id", "is not a consumer of this merchant");
  // An update needs at least one column, and the merchant never changes.
  return updateRow(tx, consumers, known.id, { merchantId, email, ...details });
}

/** A consumer of the merchant by its id outside the sandbox; `undefined` if it does not exist. */
export function findConsumer(db: Db, merchantId: number, id: string): Promise<ConsumerRow | undefined> {
  return findRow(db, consumers, { id: parsePublicId(id) ?? 0, merchantId });
}

/** The facts that a QA rule can match, about a payment or a movement of a wallet. */
export function ruleFacts(
  path: string,
  payer: ConsumerRow | WalletUserRow,
  money: Money,
  cardFingerprint?: string,
): RuleFacts {
  const merchantsId = "externalId" in payer ? payer.externalId : payer.externalUserId;
  const consumer = [String(payer.id), merchantsId, payer.email];
  return { path, consumer, amount: toWire(money), currency: money.currency, cardFingerprint };
}

/** The consumer of a payment or subscription, for work that runs on the clock. */
export async function payerOf(db: Db, id: number): Promise<ConsumerRow> {
  const consumer = await findRow(db, consumers, { id });
  if (!consumer) throw new Error("A payment's consumer has gone.");
  return consumer;
}
