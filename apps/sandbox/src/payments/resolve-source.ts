/**
 * The origin of the money: a table from the type of a payment source to the card or bank account, or to the page on which the
 * shopper pays.
 */
import type { PaymentSource, PaymentSourceType } from "@cardpane/gateway";
import { testIbans } from "@cardpane/gateway/testing";
import { refuseRealCard } from "../cards/cards.ts";
import { findLastPaidAccount } from "../db/payments.ts";
import { findRow } from "../db/rows.ts";
import { type AccountRow, type ConsumerRow, paymentAccounts, type SourceSnapshot } from "../db/schema.ts";
import { badField } from "../errors.ts";
import type { WorkContext } from "../operation-context.ts";
import { bankNameOf, describeRedirect, type RedirectType, redirectSource } from "../sources/redirects.ts";
import { useToken } from "../tokens/tokenize.ts";
import { type BankToSave, type CardToSave, type Instrument, openAccount, saveAccount } from "./instrument.ts";

/** The payer's instrument: a saved account that can be charged again, or a page on which the shopper pays. */
export type ResolvedSource =
  | {
      readonly kind: "account";
      readonly instrument: Instrument;
      readonly account: AccountRow;
      /** The token holds the cardholder's name. */
      readonly hasName?: boolean;
      /** Whether the bank refuses direct debits. */
      readonly isNoDebit?: boolean;
    }
  | { readonly kind: "redirect"; readonly source: SourceSnapshot };

type SourceOf<Type extends PaymentSourceType> = Extract<PaymentSource, { type: Type }>;
type DirectType = Exclude<PaymentSourceType, RedirectType>;
/** The context of a payment, and who pays. */
interface PayerContext extends WorkContext {
  readonly consumer: ConsumerRow;
}
type SourceResolver<Source> = (context: PayerContext, source: Source) => Promise<ResolvedSource>;

const table = {
  card: resolveCard,
  token: resolveToken,
  consumer: resolveConsumer,
  paymentAccountId: resolveAccountId,
  paymentAccountIdWithCvv: resolveAccountId,
  applePay: resolveApplePay,
  googlepay: (context) => saved(context, { ...walletCard(context), number: "4111111111111111" }),
  ach: (context, { accountNumber }) =>
    saved(context, { kind: "bank", method: "banktransfer", number: accountNumber }),
  sepa: resolveSepa,
} as const satisfies { readonly [Type in DirectType]: SourceResolver<SourceOf<Type>> };

/**
 * Resolves a payment source and saves its account for the consumer. A token is used up by it, in the transaction of the payment.
 *
 * @throws Refusal 400 naming the source's field if no card belongs to it.
 */
export async function resolveSource(context: PayerContext, source: PaymentSource): Promise<ResolvedSource> {
  if (isRedirect(source)) return { kind: "redirect", source: describeRedirect(source) };
  // The table's own type ties each entry to its source; the compiler cannot follow that through an index.
  const find = table[source.type] as SourceResolver<typeof source>;
  return find(context, source);
}

function isRedirect(source: PaymentSource): source is SourceOf<RedirectType> {
  return redirectSource(source.type) !== undefined;
}

async function resolveCard(context: PayerContext, source: SourceOf<"card">): Promise<ResolvedSource> {
  refuseRealCard(source.number, "paymentSource.number");
  return saved(context, typedCard(source));
}

function typedCard(card: Pick<CardToSave, "number" | "expirationMonth" | "expirationYear">): CardToSave {
  const { number, expirationMonth, expirationYear } = card;
  return { kind: "card", method: "card", number, expirationMonth, expirationYear };
}

/** *Assumption*: the sandbox cannot decrypt a wallet's token, so the token represents a card that succeeds. */
function walletCard({ now }: WorkContext): Omit<CardToSave, "number"> {
  const expirationYear = String((now.getUTCFullYear() + 3) % 100).padStart(2, "0");
  return { kind: "card", method: "card", expirationMonth: "12", expirationYear };
}

async function resolveApplePay(context: PayerContext, source: SourceOf<"applePay">): Promise<ResolvedSource> {
  const { number, expirationMonth, expirationYear } = source;
  if (number === undefined || expirationMonth === undefined || expirationYear === undefined) {
    const card = { ...walletCard(context), method: "applepay", number: "4242424242424242" } as const;
    return saved(context, card);
  }
  refuseRealCard(number, "paymentSource.number");
  const card = { ...typedCard({ number, expirationMonth, expirationYear }), method: "applepay" } as const;
  return saved(context, card);
}

async function resolveSepa(context: PayerContext, source: SourceOf<"sepa">): Promise<ResolvedSource> {
  const { iban, bic } = source;
  const bank: BankToSave = {
    kind: "bank",
    method: "sepa",
    number: iban,
    bankCountry: iban.slice(0, 2),
    ...(bic !== undefined && { bankName: bankNameOf(bic) }),
  };
  const resolvedSource = await saved(context, bank);
  return { ...resolvedSource, isNoDebit: bic === testIbans.notSddCompliantBic };
}

async function resolveToken(context: PayerContext, source: SourceOf<"token">): Promise<ResolvedSource> {
  const path = "paymentSource.value";
  const { content, paymentAccountId } = await useToken(context, source.value, path);
  return content.kind === "card"
    ? { ...(await saved(context, typedCard(content))), hasName: content.cardHolder !== undefined }
    : byAccount(context, paymentAccountId ?? "", path);
}

/** *Assumption*: a returning consumer pays with the card of the last successful payment. */
async function resolveConsumer(context: PayerContext, source: SourceOf<"consumer">): Promise<ResolvedSource> {
  const path = "paymentSource.value";
  const { tx, vault, consumer } = context;
  if (source.value !== String(consumer.id)) throw badField(path, "is not the consumer of this payment");
  const account = await findLastPaidAccount(tx, consumer.id);
  if (!account) throw badField(path, "has not paid before: there is no card to charge");
  return { kind: "account", account, instrument: openAccount(vault, account) };
}

function resolveAccountId(
  context: PayerContext,
  { paymentAccountId }: SourceOf<"paymentAccountId" | "paymentAccountIdWithCvv">,
): Promise<ResolvedSource> {
  return byAccount(context, paymentAccountId, "paymentSource.paymentAccountId");
}

async function byAccount(context: PayerContext, id: string, path: string): Promise<ResolvedSource> {
  const account = await findRow(context.tx, paymentAccounts, { id, consumerId: context.consumer.id });
  if (!account) throw badField(path, "is not a payment account of this consumer");
  if (account.disabled) throw badField(path, "is a disabled payment account");
  return { kind: "account", account, instrument: openAccount(context.vault, account) };
}

async function saved(context: PayerContext, instrument: Instrument) {
  return {
    kind: "account",
    account: await saveAccount(context, context.consumer.id, instrument),
    instrument,
  } as const;
}
