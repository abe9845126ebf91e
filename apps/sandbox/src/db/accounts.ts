/** Saved cards ("payment accounts"): one for each consumer and card number. */
import { and, desc, eq, isNotNull } from "drizzle-orm";
import { detectBrand } from "../cards/brand.ts";
import { maskNumber } from "../cards/mask.ts";
import type { Vault } from "../vault/vault.ts";
import type { Db } from "./open.ts";
import { consumers, paymentAccounts } from "./schema.ts";

export type AccountRow = typeof paymentAccounts.$inferSelect;

/** What is saved of a card. Neither CVV nor holder is. */
export interface CardToSave {
  readonly number: string;
  readonly expirationMonth: string;
  readonly expirationYear: string;
}

/** The account of a consumer's card, made where it is new. A known card takes the expiry that was typed last. */
export async function saveAccount(
  db: Db,
  vault: Vault,
  account: {
    readonly id: string;
    readonly consumerId: number;
    readonly card: CardToSave;
    readonly now: Date;
  },
): Promise<AccountRow> {
  const { id, consumerId, now } = account;
  const { number, expirationMonth, expirationYear } = account.card;
  const [row] = await db
    .insert(paymentAccounts)
    .values({
      id,
      consumerId,
      fingerprint: vault.fingerprint(number),
      sealed: vault.seal(`payment_accounts/${id}`, number),
      maskedNumber: maskNumber(number),
      brand: detectBrand(number) ?? null,
      expirationMonth,
      expirationYear,
      createdAt: now,
    })
    .onConflictDoUpdate({
      target: [paymentAccounts.consumerId, paymentAccounts.fingerprint],
      set: { expirationMonth, expirationYear },
    })
    .returning();
  if (!row) throw new Error("The payment account was not stored.");
  return row;
}

/** An account by its id, with the merchant of its consumer. */
export async function findAccount(
  db: Db,
  id: string,
): Promise<{ readonly account: AccountRow; readonly merchantId: number } | undefined> {
  const [found] = await db
    .select({ account: paymentAccounts, merchantId: consumers.merchantId })
    .from(paymentAccounts)
    .innerJoin(consumers, eq(consumers.id, paymentAccounts.consumerId))
    .where(eq(paymentAccounts.id, id));
  return found;
}

/** The account that a consumer last paid with. */
export async function findLastPaidAccount(db: Db, consumerId: number): Promise<AccountRow | undefined> {
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
    .limit(1);
  return account;
}

/** Notes that an account has paid. */
export async function notePaid(db: Db, id: string, now: Date): Promise<void> {
  await db.update(paymentAccounts).set({ lastPaidAt: now }).where(eq(paymentAccounts.id, id));
}

/** The number of a saved card. */
export function openAccount(vault: Vault, account: AccountRow): CardToSave {
  return {
    number: vault.open(`payment_accounts/${account.id}`, account.sealed),
    expirationMonth: account.expirationMonth,
    expirationYear: account.expirationYear,
  };
}
