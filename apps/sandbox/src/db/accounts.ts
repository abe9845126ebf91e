/** Saved cards and bank accounts ("payment accounts"): one for each consumer, method and number. */
import type { PaymentMethod } from "@cardpane/gateway";
import { and, asc, desc, eq, inArray, isNotNull } from "drizzle-orm";
import type { Vault } from "../vault/vault.ts";
import { type Db, onlyRow } from "./open.ts";
import { consumers, paymentAccounts } from "./schema.ts";

export type AccountRow = typeof paymentAccounts.$inferSelect;

/** The saved data of a card: neither the CVV nor the holder is saved. */
export interface CardToSave {
  readonly kind: "card";
  /** *Assumption*: Google Pay, which the list of methods lacks, is `card`. */
  readonly method: Extract<PaymentMethod, "card" | "applepay">;
  readonly number: string;
  readonly expirationMonth: string;
  readonly expirationYear: string;
}

/** The saved data of a bank account. */
export interface BankToSave {
  readonly kind: "bank";
  /** *Assumption*: ACH, which the list of methods lacks, is `banktransfer`. */
  readonly method: Extract<PaymentMethod, "sepa" | "banktransfer">;
  readonly number: string;
  readonly bankName?: string;
  readonly bankCountry?: string;
}

export type Instrument = CardToSave | BankToSave;

/** The columns of an instrument that may be shown. */
export type ShownColumns = Pick<typeof paymentAccounts.$inferInsert, "maskedNumber"> &
  Partial<
    Pick<
      typeof paymentAccounts.$inferInsert,
      "brand" | "expirationMonth" | "expirationYear" | "bankName" | "bankCountry"
    >
  >;

/** Saves a consumer's card or bank account; for a known card, only its expiry is updated. */
export async function saveAccount(
  db: Db,
  vault: Vault,
  account: {
    readonly id: string;
    readonly consumerId: number;
    readonly instrument: Instrument;
    readonly shown: ShownColumns;
    readonly now: Date;
  },
): Promise<AccountRow> {
  const { id, consumerId, now, instrument, shown } = account;
  const { method, number } = instrument;
  const stored = await db
    .insert(paymentAccounts)
    .values({
      id,
      consumerId,
      method,
      // A card from a wallet and the same card typed by the shopper are two accounts.
      fingerprint: vault.fingerprint(method === "card" ? number : `${method}:${number}`),
      sealed: vault.seal(`payment_accounts/${id}`, number),
      ...shown,
      createdAt: now,
    })
    .onConflictDoUpdate({
      target: [paymentAccounts.consumerId, paymentAccounts.fingerprint],
      set: shown,
    })
    .returning();
  return onlyRow(stored);
}

/** An account, with the merchant of its consumer. */
interface OwnedAccount {
  readonly account: AccountRow;
  readonly merchantId: number;
}

/** An account by its id. */
export async function findAccount(db: Db, id: string): Promise<OwnedAccount | undefined> {
  return (await ownedAccount(db, id))[0];
}

/** As {@link findAccount}, locked until the transaction ends: the paying account is locked before any rule. */
export async function lockAccount(db: Db, id: string): Promise<OwnedAccount | undefined> {
  return (await ownedAccount(db, id).for("no key update", { of: paymentAccounts }))[0];
}

function ownedAccount(db: Db, id: string) {
  return db
    .select({ account: paymentAccounts, merchantId: consumers.merchantId })
    .from(paymentAccounts)
    .innerJoin(consumers, eq(consumers.id, paymentAccounts.consumerId))
    .where(eq(paymentAccounts.id, id));
}

/** The account that a consumer last paid with, locked until the transaction ends. */
export async function lockLastPaidAccount(db: Db, consumerId: number): Promise<AccountRow | undefined> {
  const [account] = await db
    .select()
    .from(paymentAccounts)
    .where(
      and(
        eq(paymentAccounts.consumerId, consumerId),
        isNotNull(paymentAccounts.lastPaidAt),
        eq(paymentAccounts.disabled, false),
      ),
    )
    .orderBy(desc(paymentAccounts.lastPaidAt))
    .limit(1)
    .for("no key update");
  return account;
}

/** All accounts of a consumer, the oldest first. */
export async function listAccounts(db: Db, consumerId: number): Promise<readonly AccountRow[]> {
  return db
    .select()
    .from(paymentAccounts)
    .where(eq(paymentAccounts.consumerId, consumerId))
    .orderBy(asc(paymentAccounts.createdAt), asc(paymentAccounts.id));
}

/** Disables or enables one of the merchant's accounts; `false` if it does not exist. */
export async function switchAccount(
  db: Db,
  merchantId: number,
  id: string,
  disabled: boolean,
): Promise<boolean> {
  const own = db.select({ id: consumers.id }).from(consumers).where(eq(consumers.merchantId, merchantId));
  const switched = await db
    .update(paymentAccounts)
    .set({ disabled })
    .where(and(eq(paymentAccounts.id, id), inArray(paymentAccounts.consumerId, own)))
    .returning({ id: paymentAccounts.id });
  return switched.length > 0;
}

/** Unseals a saved account. */
export function openAccount(vault: Vault, account: AccountRow): Instrument {
  const number = vault.open(`payment_accounts/${account.id}`, account.sealed);
  const { method, expirationMonth, expirationYear } = account;
  if (expirationMonth === null || expirationYear === null) {
    return { kind: "bank", method: method === "sepa" ? "sepa" : "banktransfer", number };
  }
  const card = { number, expirationMonth, expirationYear };
  return { kind: "card", method: method === "applepay" ? "applepay" : "card", ...card };
}
