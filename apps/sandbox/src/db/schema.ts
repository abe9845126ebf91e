/**
 * The sandbox's tables, one dialect for PGlite and PostgreSQL.
 *
 * Invariants of every table: money is an integer of minor units, stored with its currency; a time is that of the sandbox's
 * clock, never the database's `now()`, so that time can be moved; card data is stored only in `sealed` columns, encrypted and
 * bound to its row (see vault/vault.ts), and a CVV only in that of an unused token.
 */
import type { PaymentMethod, PaymentRequest, PriceItem } from "@cardpane/gateway";
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";

/** A time of the sandbox's clock. */
export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });
/** An amount in minor units of the row's currency. */
export const minor = (name: string) => bigint(name, { mode: "number" });
/** The id of a row. */
const reference = (name: string) => bigint(name, { mode: "number" });
/** A reference goes with the row that it names: a merchant is reset by deleting its roots (see db/admin.ts). */
const withParent = { onDelete: "cascade" } as const;
/** The id of a row of another table, which must exist. */
export const refersTo = (name: string, column: () => AnyPgColumn) =>
  reference(name).references(column, withParent);
/** The id of a row that is never shown outside the sandbox. */
export const rowId = () => reference("id").primaryKey().generatedByDefaultAsIdentity();
/**
 * An id that is shown outside the sandbox. Each kind starts at a different number, so that a mistaken id is noticed: ids of
 * payments are numeric strings of at least nine digits (*assumption*), those of the wallet are whole numbers.
 */
export const publicId = (startWith: number) =>
  reference("id").primaryKey().generatedByDefaultAsIdentity({ startWith });

/** One row: proof that the database was written with the current encryption key. */
export const vaultChecks = pgTable("vault_checks", {
  id: integer("id").primaryKey(),
  keyCheck: text("key_check").notNull(),
});

export const merchants = pgTable("merchants", {
  id: integer("id").primaryKey().generatedByDefaultAsIdentity(),
  /** SHA-256 of the API key: the key itself is not stored. */
  apiKeyHash: text("api_key_hash").notNull().unique(),
  publicId: integer("public_id").notNull().unique(),
  siteId: text("site_id").notNull(),
  sku: text("sku").notNull(),
  title: text("title").notNull(),
  price: jsonb("price").$type<PriceItem[]>().notNull(),
});

/** The merchant that a row belongs to. */
export const merchantId = () =>
  integer("merchant_id")
    .notNull()
    .references(() => merchants.id);

export const consumers = pgTable(
  "consumers",
  {
    id: publicId(200_000_001),
    merchantId: merchantId(),
    externalId: text("external_id").notNull(),
    email: text("email").notNull(),
    firstName: text("first_name"),
    lastName: text("last_name"),
    phone: text("phone"),
    country: text("country"),
    state: text("state"),
    city: text("city"),
    zip: text("zip"),
  },
  (table) => [unique("consumers_external_id").on(table.merchantId, table.externalId)],
);
export type ConsumerRow = typeof consumers.$inferSelect;

/** Saved cards and bank accounts, which can be charged again. One row per consumer and card. */
export const paymentAccounts = pgTable(
  "payment_accounts",
  {
    id: uuid("id").primaryKey(),
    consumerId: refersTo("consumer_id", () => consumers.id).notNull(),
    method: text("method").$type<PaymentMethod>().notNull().default("card"),
    /** Keyed hash of the number, so that the same card is found again and the number cannot be read. */
    fingerprint: text("fingerprint").notNull(),
    /** Number or IBAN only. Bound to `id`. */
    sealed: text("sealed").notNull(),
    maskedNumber: text("masked_number").notNull(),
    brand: text("brand"),
    bankName: text("bank_name"),
    bankCountry: text("bank_country"),
    /** Both absent for a bank account. */
    expirationMonth: text("expiration_month"),
    expirationYear: text("expiration_year"),
    disabled: boolean("disabled").notNull().default(false),
    createdAt: time("created_at").notNull(),
    /** When it last paid successfully; the source `consumer` uses the latest. */
    lastPaidAt: time("last_paid_at"),
  },
  (table) => [unique("payment_accounts_card").on(table.consumerId, table.fingerprint)],
);
export type AccountRow = typeof paymentAccounts.$inferSelect;

export const tokens = pgTable(
  "tokens",
  {
    id: uuid("id").primaryKey(),
    /** Set if the token represents a saved card and its CVV. */
    paymentAccountId: uuid("payment_account_id").references(() => paymentAccounts.id, withParent),
    /** Card data, or the CVV of a saved card, bound to `id`; deleted once the token is used or expired. */
    sealed: text("sealed"),
    expiresAt: time("expires_at").notNull(),
    usedAt: time("used_at"),
  },
  (table) => [
    index("tokens_to_wipe").on(table.expiresAt).where(sql`${table.sealed} is not null`),
    index("tokens_account").on(table.paymentAccountId).where(sql`${table.paymentAccountId} is not null`),
  ],
);

/** Groups the transactions of one order. */
export const orders = pgTable("orders", { id: publicId(300_000_001), merchantId: merchantId() });

export const subscriptions = pgTable(
  "subscriptions",
  {
    id: publicId(400_000_001),
    orderId: refersTo("order_id", () => orders.id).notNull(),
    consumerId: refersTo("consumer_id", () => consumers.id).notNull(),
    paymentAccountId: uuid("payment_account_id")
      .notNull()
      .references(() => paymentAccounts.id, withParent),
    status: text("status", { enum: ["active", "canceled"] }).notNull(),
    price: jsonb("price").$type<PriceItem[]>().notNull(),
    /** The number of recurrent payments so far; 0 after the first payment. */
    cycle: integer("cycle").notNull(),
    renewalDate: time("renewal_date"),
    cancelDate: time("cancel_date"),
    /** Consecutive declines of the due charge. */
    failures: integer("failures").notNull().default(0),
    /** The start of the days of `price`: the purchase, until a change of prices or a late recovery. */
    scheduleStart: time("schedule_start").notNull(),
    /** The cycle in which `price` began; more than 0 after a change of prices. */
    scheduleCycle: integer("schedule_cycle").notNull().default(0),
    /** Set while a cancellation awaits its date. */
    endsAt: time("ends_at"),
  },
  (table) => [
    index("subscriptions_ending").on(table.endsAt).where(sql`${table.endsAt} is not null`),
    index("subscriptions_due").on(table.renewalDate).where(sql`${table.status} = 'active'`),
    index("subscriptions_order").on(table.orderId),
    index("subscriptions_consumer").on(table.consumerId),
    index("subscriptions_account").on(table.paymentAccountId),
  ],
);
export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** The purchased product: the request's sku with the price that applied. */
export interface ProductSnapshot {
  readonly siteId?: string | undefined;
  readonly name?: string | undefined;
  readonly title?: string | undefined;
  readonly domainName?: string | undefined;
  readonly price: readonly PriceItem[];
}

/** The outcome of the shopper's authentication, as the directory server and the issuer report it. */
export interface ThreeDsResult {
  readonly status:
    | "authenticated"
    | "attempted"
    | "unavailable"
    | "not-enrolled"
    | "failed"
    | "pending"
    | "external";
}

/** The origin of the money, for a source that leaves no account. */
export interface SourceSnapshot {
  readonly method: PaymentMethod;
  readonly bankName?: string | undefined;
  readonly bankCountry?: string | undefined;
}

/** One row per transaction; a retried order has several. */
export const payments = pgTable(
  "payments",
  {
    id: publicId(500_000_001),
    orderId: refersTo("order_id", () => orders.id).notNull(),
    merchantId: merchantId(),
    consumerId: refersTo("consumer_id", () => consumers.id).notNull(),
    /** Absent for a source that cannot be charged again. */
    paymentAccountId: uuid("payment_account_id").references(() => paymentAccounts.id, withParent),
    subscriptionId: refersTo("subscription_id", () => subscriptions.id),
    mode: text("mode", { enum: ["sale", "auth", "settle", "refund", "void", "chargeback", "test"] })
      .notNull()
      .default("sale"),
    /** The transaction that this one refunds, voids, settles or charges back. */
    parentId: refersTo("parent_id", (): AnyPgColumn => payments.id),
    status: text("status", { enum: ["pending", "success", "confirmed", "fail"] }).notNull(),
    /** Absent while pending. */
    code: text("code"),
    requestedMinor: minor("requested_minor").notNull(),
    /** The captured amount; 0 unless the payment succeeded. */
    chargedMinor: minor("charged_minor").notNull(),
    /** The returned amount: refunds, voids and chargebacks of this transaction. */
    creditedMinor: minor("credited_minor").notNull().default(0),
    /** The stage of a chargeback. */
    stage: text("stage"),
    /** When an authorization is settled, or a bank's payment is confirmed. */
    followUpAt: time("follow_up_at"),
    currency: text("currency").notNull(),
    sourceType: text("source_type").notNull(),
    /** Set if and only if there is no payment account. */
    source: jsonb("source").$type<SourceSnapshot>(),
    threeDs: jsonb("three_ds").$type<ThreeDsResult>(),
    product: jsonb("product").$type<ProductSnapshot>().notNull(),
    partialApproval: jsonb("partial_approval").$type<PaymentRequest["partialApproval"]>(),
    /** As text, so that it comes back in the order in which it was sent. */
    metadata: json("metadata").$type<PaymentRequest["metadata"]>(),
    ipnUrl: text("ipn_url").notNull(),
    redirectUrl: text("redirect_url").notNull(),
    sendEmail: boolean("send_email").notNull(),
    /** The kind of page that the shopper was sent to; absent if the payment ended at once. */
    secondStep: text("second_step", { enum: ["challenge", "redirect"] }),
    /** Unguessable id of the second step's page. */
    challengeId: text("challenge_id").unique(),
    /** The resulting code if the shopper approves the second step. */
    approvedCode: text("approved_code"),
    /** When an unanswered second step ends automatically. */
    expiresAt: time("expires_at"),
    createdAt: time("created_at").notNull(),
    settledAt: time("settled_at"),
  },
  (table) => [
    index("payments_order").on(table.orderId),
    index("payments_subscription").on(table.subscriptionId),
    index("payments_consumer").on(table.consumerId),
    index("payments_account").on(table.paymentAccountId).where(sql`${table.paymentAccountId} is not null`),
    index("payments_parent").on(table.parentId).where(sql`${table.parentId} is not null`),
    index("payments_follow_up").on(table.followUpAt).where(sql`${table.followUpAt} is not null`),
    check("payments_credited", sql`${table.creditedMinor} between 0 and ${table.chargedMinor}`),
    index("payments_wrong_cvvs").on(table.merchantId, table.createdAt).where(sql`${table.code} = '5082'`),
    index("payments_due").on(table.expiresAt).where(sql`${table.status} = 'pending'`),
  ],
);
export type PaymentRow = typeof payments.$inferSelect;

/** Responses kept for `X-Request-ID`. Contains no request body, only a keyed hash of it; the response's body is sealed. */
export const keptAnswers = pgTable(
  "kept_answers",
  {
    /** The owner of the id: the merchant of an API key, or the page's origin without a key. */
    scope: text("scope").notNull(),
    operation: text("operation").notNull(),
    requestId: text("request_id").notNull(),
    bodyHash: text("body_hash").notNull(),
    createdAt: time("created_at").notNull(),
    status: smallint("status").notNull(),
    body: text("body").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scope, table.operation, table.requestId] }),
    index("kept_answers_age").on(table.createdAt),
  ],
);
