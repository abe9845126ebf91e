/**
 * The tables of the wallet's money: transactions, their ledger, and refills (sections 2.10 and 4.4). The
 * invariants of schema.ts apply to every table. In addition:
 *
 *   ledger_entries is append-only: a trigger refuses update, delete and truncate (see the migration)
 *   the entries of an account add up to its balance, those of a lot to its remainder; both sums are stored as well, and
 *   changed in the same transaction
 *   ids of one user are committed in ascending order: a reader that has seen an id never misses a smaller one
 */
import type { RefillRequest, WalletTransaction } from "@cardpane/gateway";
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  json,
  pgTable,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { merchantId, minor, publicId, refersTo, rowId, time } from "./schema.ts";
import { walletAccounts, walletUsers } from "./schema-wallet.ts";

/** The owner: the columns of a user's account with a merchant. */
const owner = () => ({
  merchantId: merchantId(),
  userId: refersTo("user_id", () => walletUsers.id).notNull(),
  accountId: refersTo("account_id", () => walletAccounts.id).notNull(),
});

/** The causes of a transaction. */
export const subtypes = ["topup", "refill", "autoreload", "payment", "expiry", "void"] as const;

/**
 * The lists in which a transaction is a separate row: `always`; in its account's statement only, for a part of a payment
 * that was charged to another account; or `never`, for a part that was charged to the payment's own account.
 */
export type Listed = "always" | "statement" | "never";

/** One row per transaction (section 2.10). An income that moved money is also a lot: see `remainingMinor`. */
export const walletTransactions = pgTable(
  "wallet_transactions",
  {
    id: publicId(600_001),
    uuid: uuid("uuid").notNull().unique(),
    ...owner(),
    /** The transaction that this one is a part of, or that it voids. */
    parentId: refersTo("parent_id", (): AnyPgColumn => walletTransactions.id),
    /** The topmost parent, by which a whole family is read in one query. */
    rootId: refersTo("root_id", (): AnyPgColumn => walletTransactions.id),
    listed: text("listed").$type<Listed>().notNull(),
    type: text("type", { enum: ["income", "outcome"] }).notNull(),
    subtype: text("subtype", { enum: subtypes }).notNull(),
    /** The biller: the shop's domain if a refill names it, otherwise the wallet itself (*assumption*). */
    billing: text("billing").notNull(),
    paymentMethod: text("payment_method"),
    isVirtual: boolean("is_virtual").notNull(),
    priceMinor: minor("price_minor").notNull(),
    /** The same amount in the major unit, so that lists can be sorted by it across currencies. */
    price: doublePrecision("price").notNull(),
    /** The account's balance after the transaction. */
    balanceMinor: minor("balance_minor").notNull(),
    /** For a lot: its unspent amount. For a failed outcome: the missing amount. Otherwise 0. */
    remainingMinor: minor("remaining_minor").notNull().default(0),
    fullCovered: boolean("full_covered"),
    currency: text("currency").notNull(),
    action: text("action", { enum: ["charge", "refund", "deposit"] }).notNull(),
    mode: text("mode", { enum: ["wallet", "card", "void", "test"] }).notNull(),
    status: text("status", { enum: ["success", "fail"] }).notNull(),
    descriptor: text("descriptor"),
    merchantOrderId: text("merchant_order_id"),
    /** The card charge that paid for the transaction. */
    externalId: text("external_transaction_id"),
    metadata: json("metadata").$type<WalletTransaction["metadata"]>(),
    accountNumber: text("account_number"),
    brand: text("brand"),
    expirationMonth: text("expiration_month"),
    expirationYear: text("expiration_year"),
    message: text("message"),
    code: text("code").notNull(),
    email: text("email").notNull(),
    firstName: text("first_name"),
    lastName: text("last_name"),
    country: text("country"),
    zip: text("zip"),
    ip: text("ip"),
    /** The webhook that received it, so that its void is sent there too; absent without one. */
    webhookUrl: text("webhook_url"),
    createdAt: time("created_at").notNull(),
    /** For a lot: the time from which it does not count. */
    expiresAt: time("expires_at"),
    voidedAt: time("voided_at"),
  },
  (table) => {
    const { userId, id, listed } = table;
    const isListed = sql`${listed} <> 'never'`;
    const isLot = sql`${table.type} = 'income' and ${table.remainingMinor} > 0`;
    return [
      index("wallet_transactions_by_user").on(userId, id).where(isListed),
      index("wallet_transactions_by_account").on(table.accountId, id).where(isListed),
      index("wallet_transactions_family").on(table.rootId).where(sql`${table.rootId} is not null`),
      // Not for lists: for the deletes of a reset, which search for rows that refer to a deleted row.
      index("wallet_transactions_owner").on(table.accountId),
      index("wallet_transactions_of_user").on(userId),
      index("wallet_transactions_parent").on(table.parentId).where(sql`${table.parentId} is not null`),
      index("wallet_lots").on(table.accountId, table.expiresAt, id).where(isLot),
      index("wallet_lots_due")
        .on(table.expiresAt, id)
        .where(sql`${isLot} and ${table.expiresAt} is not null`),
      check("wallet_transactions_price", sql`${table.priceMinor} >= 0`),
      check("wallet_transactions_remaining", sql`${table.remainingMinor} >= 0`),
      check("wallet_transactions_balance", sql`${table.balanceMinor} >= 0`),
    ];
  },
);
export type TransactionRow = typeof walletTransactions.$inferSelect;

/** The ledger: one entry for each movement of money between an account and one of its lots. */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    id: rowId(),
    accountId: refersTo("account_id", () => walletAccounts.id).notNull(),
    transactionId: refersTo("transaction_id", () => walletTransactions.id).notNull(),
    /** The income that the money belongs to. */
    lotId: refersTo("lot_id", () => walletTransactions.id).notNull(),
    /** Positive into the account, negative out of it, never 0. */
    amountMinor: minor("amount_minor").notNull(),
    /** The account's balance after this entry. */
    balanceMinor: minor("balance_minor").notNull(),
    createdAt: time("created_at").notNull(),
  },
  (table) => [
    index("ledger_entries_account").on(table.accountId, table.id),
    index("ledger_entries_transaction").on(table.transactionId),
    index("ledger_entries_lot").on(table.lotId),
    check("ledger_entries_amount", sql`${table.amountMinor} <> 0`),
    check("ledger_entries_balance", sql`${table.balanceMinor} >= 0`),
  ],
);

/** Refills by card, from request to end. */
export const walletRefills = pgTable(
  "wallet_refills",
  {
    id: publicId(40_001),
    /** Unguessable id of the refill's page. */
    pageId: text("page_id").notNull().unique(),
    ...owner(),
    status: text("status", { enum: ["open", "challenge", "success", "fail"] }).notNull(),
    /** The outcome of the last attempt; absent before the first. */
    code: text("code"),
    /** The number of declined cards. */
    declines: integer("declines").notNull().default(0),
    /** As text, so that its metadata comes back in the order in which it was sent. */
    request: json("request").$type<RefillRequest>().notNull(),
    currency: text("currency").notNull(),
    /** While a challenge is open: the card, bound to `pageId`, and the resulting code if the challenge is passed. */
    sealed: text("sealed"),
    approvedCode: text("approved_code"),
    /** The transaction that its end has booked; absent before it. */
    transactionId: refersTo("transaction_id", () => walletTransactions.id),
    /** When an unfinished refill ends automatically. */
    expiresAt: time("expires_at").notNull(),
  },
  (table) => [
    index("wallet_refills_user").on(table.userId),
    index("wallet_refills_account").on(table.accountId),
    index("wallet_refills_transaction")
      .on(table.transactionId)
      .where(sql`${table.transactionId} is not null`),
    index("wallet_refills_due").on(table.expiresAt).where(sql`${table.status} in ('open', 'challenge')`),
  ],
);
export type RefillRow = typeof walletRefills.$inferSelect;
