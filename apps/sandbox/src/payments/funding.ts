/**
 * Where the money comes from: the table from a payment source's type to the card or bank account behind it, or to the
 * page on which the shopper pays.
 */
import type { PaymentSource, PaymentSourceType } from "@cardpane/contract/gateway";
import { testIbans } from "@cardpane/contract/testing";
import { refuseRealCard } from "../cards/test-card.ts";
import {
  type AccountRow,
  type BankToSave,
  type CardToSave,
  type Instrument,
  lockAccount,
  lockLastPaidAccount,
  openAccount,
  saveAccount,
} from "../db/accounts.ts";
import type { ConsumerRow } from "../db/consumers.ts";
import type { SourceSnapshot } from "../db/schema.ts";
import { burnToken } from "../db/tokens.ts";
import { badField } from "../errors.ts";
import { bankNameOf, describeRedirect, type RedirectType, redirectSource } from "../sources/redirects.ts";
import { openToken } from "../tokens/use.ts";
import type { Work } from "../work.ts";

/** What pays: something that is saved and can be charged again, or the shopper himself somewhere else. */
export type Funding =
  | {
      readonly kind: "account";
      readonly instrument: Instrument;
      readonly account: AccountRow;
      /** The bank takes no direct debits. */
      readonly isNoDebit?: boolean;
    }
  | { readonly kind: "redirect"; readonly source: SourceSnapshot };

type SourceOf<Type extends PaymentSourceType> = Extract<PaymentSource, { type: Type }>;
type DirectType = Exclude<PaymentSourceType, RedirectType>;
type Fund<Source> = (work: Work, consumer: ConsumerRow, source: Source) => Promise<Funding>;

const table = {
  card: fundByCard,
  token: fundByToken,
  consumer: fundByConsumer,
  paymentAccountId: (work, consumer, source) => fundByAccountId(work, consumer, source.paymentAccountId),
  paymentAccountIdWithCvv: (work, consumer, source) =>
    fundByAccountId(work, consumer, source.paymentAccountId),
  applePay: fundByApplePay,
  googlepay: (work, consumer) => saved(work, consumer, { ...walletCard(work), number: "4111111111111111" }),
  ach: (work, consumer, { accountNumber }) =>
    saved(work, consumer, { kind: "bank", method: "banktransfer", number: accountNumber }),
  sepa: fundBySepa,
} as const satisfies { readonly [Type in DirectType]: Fund<SourceOf<Type>> };

/**
 * Finds what pays and saves it for its consumer. A token is burnt with it, in the transaction of the payment.
 *
 * @throws Refusal 400 on the source's field that leads to no card.
 */
export async function fund(work: Work, consumer: ConsumerRow, source: PaymentSource): Promise<Funding> {
  if (isRedirect(source)) return { kind: "redirect", source: describeRedirect(source) };
  // The table's own type ties each entry to its source; the compiler cannot follow that through an index.
  const find = table[source.type] as Fund<typeof source>;
  return find(work, consumer, source);
}

function isRedirect(source: PaymentSource): source is SourceOf<RedirectType> {
  return redirectSource(source.type) !== undefined;
}

async function fundByCard(work: Work, consumer: ConsumerRow, source: SourceOf<"card">): Promise<Funding> {
  refuseRealCard(source.number, "paymentSource.number");
  return saved(work, consumer, typedCard(source));
}

function typedCard(card: Pick<CardToSave, "number" | "expirationMonth" | "expirationYear">): CardToSave {
  const { number, expirationMonth, expirationYear } = card;
  return { kind: "card", method: "card", number, expirationMonth, expirationYear };
}

/** *Assumption*: what is inside a wallet's token nobody here can read, so it stands for a card that succeeds. */
function walletCard({ now }: Work): Omit<CardToSave, "number"> {
  const expirationYear = String((now.getUTCFullYear() + 3) % 100).padStart(2, "0");
  return { kind: "card", method: "card", expirationMonth: "12", expirationYear };
}

async function fundByApplePay(
  work: Work,
  consumer: ConsumerRow,
  source: SourceOf<"applePay">,
): Promise<Funding> {
  const { number, expirationMonth, expirationYear } = source;
  if (number === undefined || expirationMonth === undefined || expirationYear === undefined) {
    return saved(work, consumer, { ...walletCard(work), method: "applepay", number: "4242424242424242" });
  }
  refuseRealCard(number, "paymentSource.number");
  return saved(work, consumer, { kind: "card", method: "applepay", number, expirationMonth, expirationYear });
}

async function fundBySepa(work: Work, consumer: ConsumerRow, source: SourceOf<"sepa">): Promise<Funding> {
  const { iban, bic } = source;
  const bank: BankToSave = {
    kind: "bank",
    method: "sepa",
    number: iban,
    bankCountry: iban.slice(0, 2),
    ...(bic !== undefined && { bankName: bankNameOf(bic) }),
  };
  const funding = await saved(work, consumer, bank);
  return { ...funding, isNoDebit: bic === testIbans.notSddCompliantBic };
}

async function fundByToken(work: Work, consumer: ConsumerRow, source: SourceOf<"token">): Promise<Funding> {
  const path = "paymentSource.value";
  const { token, content } = await openToken(work, source.value, path);
  const funding =
    content.kind === "card"
      ? await saved(work, consumer, typedCard(content))
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
  const account = await lockLastPaidAccount(work.tx, consumer.id);
  if (!account) throw badField(path, "has not paid before: there is no card to charge");
  return { kind: "account", account, instrument: openAccount(work.vault, account) };
}

function fundByAccountId(work: Work, consumer: ConsumerRow, id: string): Promise<Funding> {
  return byAccount(work, consumer, id, "paymentSource.paymentAccountId");
}

async function byAccount(work: Work, consumer: ConsumerRow, id: string, path: string): Promise<Funding> {
  const found = await lockAccount(work.tx, id);
  if (!found || found.account.consumerId !== consumer.id) {
    throw badField(path, "is not a payment account of this consumer");
  }
  if (found.account.disabled) throw badField(path, "is a disabled payment account");
  return { kind: "account", account: found.account, instrument: openAccount(work.vault, found.account) };
}

async function saved(work: Work, consumer: ConsumerRow, instrument: Instrument) {
  const { tx, vault, now, random } = work;
  const id = random.uuid();
  const account = await saveAccount(tx, vault, { id, consumerId: consumer.id, instrument, now });
  return { kind: "account", account, instrument } as const;
}
