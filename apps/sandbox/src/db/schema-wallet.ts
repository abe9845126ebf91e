/**
 * The wallet's tables: users with their authenticators, the logins of customers, and payment accounts (sections 2.8 and
 * 2.9). The invariants of schema.ts apply to every table. In addition, an authenticator's secret and the number of a card
 * that autoreload charges are stored in `sealed` columns, bound to their rows; tokens are stored as hashes only.
 */
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { merchantId, minor, publicId, refersTo, rowId, time } from "./schema.ts";

/** Wallet users (section 2.8), each of one merchant. The id is the `clientId` of a call made for the user. */
export const walletUsers = pgTable(
  "wallet_users",
  {
    id: publicId(10_001),
    uuid: uuid("uuid").notNull().unique(),
    merchantId: merchantId(),
    email: text("email").notNull(),
    externalUserId: text("external_user_id").notNull(),
    type: text("type").notNull(),
    isActivated: boolean("is_activated").notNull(),
    /** The time since which all requests of the user are refused; absent if the user is not blocked. */
    blockedAt: time("blocked_at"),
    /** The authenticator's secret, bound to `uuid`. */
    sealed: text("sealed").notNull(),
    /** Numbers of the 30-second periods of the last codes that have logged the user in, the latest login first. */
    usedSteps: bigint("used_steps", { mode: "number" }).array().notNull().default([]),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (table) => [
    // Two spellings of an address in different case are one user, as in nearly every mailbox (*assumption*).
    uniqueIndex("wallet_users_email").on(table.merchantId, sql`lower(${table.email})`),
    uniqueIndex("wallet_users_external_id").on(table.merchantId, table.externalUserId),
    index("wallet_users_created").on(table.merchantId, table.createdAt),
  ],
);
export type WalletUserRow = typeof walletUsers.$inferSelect;

/** Failed logins in a row. Stored by address and not by user, so that an unknown address behaves like any other. */
export const loginFailures = pgTable(
  "login_failures",
  {
    merchantId: merchantId(),
    /** Keyed hash of the address, so that a mistyped address is not stored. */
    emailHash: text("email_hash").notNull(),
    failures: integer("failures").notNull(),
    lastAt: time("last_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.emailHash] }),
    index("login_failures_age").on(table.lastAt),
  ],
);

/** Pairs of an access and a refresh token, as SHA-256 hashes. */
export const walletTokens = pgTable(
  "wallet_tokens",
  {
    id: rowId(),
    userId: refersTo("user_id", () => walletUsers.id).notNull(),
    /** The same for all pairs that descend from one login. */
    family: uuid("family").notNull(),
    accessHash: text("access_hash").notNull().unique(),
    accessExpiresAt: time("access_expires_at").notNull(),
    refreshHash: text("refresh_hash").notNull().unique(),
    refreshExpiresAt: time("refresh_expires_at").notNull(),
    /** When the refresh token was exchanged for the next pair. */
    usedAt: time("used_at"),
  },
  (table) => [
    index("wallet_tokens_user").on(table.userId, table.family),
    index("wallet_tokens_age").on(table.refreshExpiresAt),
  ],
);

/** Payment accounts of the wallet (section 2.9), with one currency each. `payment_accounts` is the table of section 2.2. */
export const walletAccounts = pgTable(
  "wallet_accounts",
  {
    id: publicId(20_001),
    uuid: uuid("uuid").notNull().unique(),
    userId: refersTo("user_id", () => walletUsers.id).notNull(),
    name: text("name").notNull(),
    description: text("description"),
    type: text("type", { enum: ["fiat", "promo"] }).notNull(),
    currency: text("currency").notNull(),
    /** The sum of the account's ledger, updated in the same transaction. */
    balanceMinor: minor("balance_minor").notNull().default(0),
    method: text("method").notNull(),
    system: text("payment_system").notNull(),
    /** The number of the card that autoreload charges, bound to `uuid`; absent until a refill has stored one. */
    sealed: text("sealed"),
    maskedNumber: text("account_number"),
    brand: text("brand"),
    expirationMonth: integer("expiration_month"),
    /** Four digits. */
    expirationYear: integer("expiration_year"),
    isActive: boolean("is_active").notNull().default(true),
    autoreload: boolean("autoreload").notNull().default(false),
    /** The amount that autoreload adds. */
    autoreloadMinor: minor("autoreload_amount_minor"),
    /** Autoreload begins when the balance falls below this. */
    autoreloadBelowMinor: minor("autoreload_min_amount_minor"),
    /** After a decline: the earliest time of the next try. */
    autoreloadRestsUntil: time("autoreload_rests_until"),
    isNotify: boolean("is_notify").notNull().default(false),
    /** A notice is sent when the balance falls below this. */
    notifyBelowMinor: minor("notify_amount_minor"),
    /** A notice was sent, and the balance has not reached that amount since. */
    isLow: boolean("is_low").notNull().default(false),
    webhookUrl: text("webhook_url"),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
    /** When money last moved. */
    lastUsedAt: time("last_used"),
  },
  (table) => [index("wallet_accounts_user").on(table.userId, table.id)],
);
export type WalletAccountRow = typeof walletAccounts.$inferSelect;
