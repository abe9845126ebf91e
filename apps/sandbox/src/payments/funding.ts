/**
 * Where the money comes from: the table from a payment source's type to the card behind it.
 *
 * A type that is not in the table is checked like every other and then refused as not available yet.
 */
import type { PaymentSource, PaymentSourceType } from "@cardpane/contract/gateway";
import { refuseRealCard } from "../cards/test-card.ts";
import {
  type AccountRow,
  type CardToSave,
  findAccount,
  findLastPaidAccount,
  openAccount,
  saveAccount,
} from "../db/accounts.ts";
import type { ConsumerRow } from "../db/consumers.ts";
import { isUuid } from "../db/ids.ts";
import { burnToken, lockToken } from "../db/tokens.ts";
import { badField } from "../errors.ts";
import { openContent } from "../tokens/content.ts";
import type { Work } from "../work.ts";

/** The card that pays, and the account it is saved as. */
export interface Funding {
  readonly card: CardToSave;
  readonly account: AccountRow;
}

type SourceOf<Type extends PaymentSourceType> = Extract<PaymentSource, { type: Type }>;
type Fund<Source> = (work: Work, consumer: ConsumerRow, source: Source) => Promise<Funding>;

const table = {
  card: fundByCard,
  token: fundByToken,
  consumer: fundByConsumer,
  paymentAccountId: (work, consumer, source) => fundByAccountId(work, consumer, source.paymentAccountId),
  paymentAccountIdWithCvv: (work, consumer, source) =>
    fundByAccountId(work, consumer, source.paymentAccountId),
} as const satisfies { readonly [Type in PaymentSourceType]?: Fund<SourceOf<Type>> };

/** The source types that can pay. */
export const availableSources = Object.keys(table) as readonly (keyof typeof table)[];

/**
 * Finds the card that pays and saves it for its consumer. A token is burnt with it, in the transaction of the payment.
 *
 * @throws Refusal 400 on the source's field that leads to no card.
 */
export async function fund(work: Work, consumer: ConsumerRow, source: PaymentSource): Promise<Funding> {
  if (!isAvailable(source)) {
    throw badField("paymentSource.type", `${source.type} is not available in this sandbox yet`);
  }
  // The table's own type ties each entry to its source; the compiler cannot follow that through an index.
  const find = table[source.type] as Fund<typeof source>;
  return find(work, consumer, source);
}

function isAvailable(source: PaymentSource): source is SourceOf<keyof typeof table> {
  return Object.hasOwn(table, source.type);
}

async function fundByCard(work: Work, consumer: ConsumerRow, source: SourceOf<"card">): Promise<Funding> {
  refuseRealCard(source.number, "paymentSource.number");
  return saved(work, consumer, source);
}

async function fundByToken(work: Work, consumer: ConsumerRow, source: SourceOf<"token">): Promise<Funding> {
  const path = "paymentSource.value";
  const token = isUuid(source.value) ? await lockToken(work.tx, source.value) : undefined;
  if (!token) throw badField(path, "is not a token");
  if (token.usedAt) throw badField(path, "was used before: a token pays once");
  if (token.expiresAt <= work.now || token.sealed === null) throw badField(path, "has expired");

  const content = openContent(work.vault, token.id, token.sealed);
  const funding =
    content.kind === "card"
      ? await saved(work, consumer, content)
      : await byAccount(work, consumer, token.paymentAccountId ?? "", path);
  await burnToken(work.tx, token.id, work.now);
  return funding;
}

/** *Assumption*: a returning consumer pays with the card of the last payment that went through. */
async function fundByConsumer(
  work: Work,
  consumer: ConsumerRow,
  source: SourceOf<"consumer">,
): Promise<Funding> {
  const path = "paymentSource.value";
  if (source.value !== String(consumer.id)) throw badField(path, "is not the consumer of this payment");
  const account = await findLastPaidAccount(work.tx, consumer.id);
  if (!account) throw badField(path, "has not paid before: there is no card to charge");
  return { account, card: openAccount(work.vault, account) };
}

function fundByAccountId(work: Work, consumer: ConsumerRow, id: string): Promise<Funding> {
  return byAccount(work, consumer, id, "paymentSource.paymentAccountId");
}

async function byAccount(work: Work, consumer: ConsumerRow, id: string, path: string): Promise<Funding> {
  const found = await findAccount(work.tx, id);
  if (!found || found.account.consumerId !== consumer.id) {
    throw badField(path, "is not a payment account of this consumer");
  }
  if (found.account.disabled) throw badField(path, "is a disabled payment account");
  return { account: found.account, card: openAccount(work.vault, found.account) };
}

async function saved(work: Work, consumer: ConsumerRow, card: CardToSave): Promise<Funding> {
  const { tx, vault, now, random } = work;
  const account = await saveAccount(tx, vault, { id: random.uuid(), consumerId: consumer.id, card, now });
  return { account, card };
}
