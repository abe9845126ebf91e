/**
 * The tables of what time brings: the clock, the outbox of notifications with its log of attempts, and QA's rules. What
 * holds for every table stands in schema.ts.
 */
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { merchantId, orders, payments, reference, refersTo, rowId, time } from "./schema.ts";
import { walletTransactions } from "./schema-money.ts";
import { walletAccounts } from "./schema-wallet.ts";

/** One row: where the sandbox's clock stands against the machine's. No row: they are the same. */
export const clocks = pgTable("clocks", {
  id: integer("id").primaryKey(),
  /** Ahead of the machine by so much, while it runs. */
  offsetMs: bigint("offset_ms", { mode: "number" }).notNull(),
  /** The time it stands at, while it is frozen. */
  frozenAt: time("frozen_at"),
});

/** A rule's word on one notification. */
export interface NotificationFault {
  readonly mode: "delay" | "drop" | "duplicate" | "reorder" | "cut" | "early";
  /** Of `delay`: by so much of the sandbox's clock. */
  readonly delayMs?: number | undefined;
  /** Of `drop` and `cut`: how many attempts it applies to. */
  readonly attempts?: number | undefined;
  /** Of `duplicate`: how often an attempt is sent. */
  readonly copies?: number | undefined;
}

/** What runs by the clock. */
export const jobNames = [
  "payment expiry",
  "cancellation",
  "renewal",
  "follow-up",
  "refill expiry",
  "promo expiry",
] as const;
export type JobName = (typeof jobNames)[number];

/** The outbox: one row for each notification, written in the transaction of the state that it reports. */
export const deliveries = pgTable(
  "deliveries",
  {
    /** Counts up, so that it orders the notifications of a queue. */
    id: rowId(),
    /** `X-Delivery-ID`: the same over every attempt and replay. */
    deliveryId: uuid("delivery_id").notNull().unique(),
    merchantId: merchantId(),
    /** What is sent one after the other: `order 300000001`, or `account 20001` of a wallet. */
    queue: text("queue").notNull(),
    /** Both set for a payment's notification. */
    orderId: refersTo("order_id", () => orders.id),
    paymentId: refersTo("payment_id", () => payments.id),
    /** Both set for a wallet's. */
    walletAccountId: refersTo("wallet_account_id", () => walletAccounts.id),
    walletTransactionId: refersTo("wallet_transaction_id", () => walletTransactions.id),
    url: text("url").notNull(),
    body: text("body").notNull(),
    fault: jsonb("fault").$type<NotificationFault>(),
    status: text("status", { enum: ["waiting", "delivered", "exhausted"] }).notNull(),
    /** Held back until a later one of the merchant has gone out. */
    held: boolean("held").notNull().default(false),
    /** Attempts made, interrupted ones included; the number of the last. */
    attempts: integer("attempts").notNull().default(0),
    /** Attempts that count against the schedule. */
    failures: integer("failures").notNull().default(0),
    /** When the next attempt is due, by the sandbox's clock. */
    dueAt: time("due_at").notNull(),
    /** Who sends it at the moment, and until when that is believed: by the machine's clock, see db/deliveries.ts. */
    leaseToken: uuid("lease_token"),
    leaseUntil: time("lease_until"),
    createdAt: time("created_at").notNull(),
    endedAt: time("ended_at"),
  },
  (table) => [
    index("deliveries_due").on(table.dueAt, table.id).where(sql`${table.status} = 'waiting'`),
    index("deliveries_queue").on(table.queue, table.id),
    index("deliveries_order").on(table.orderId, table.id),
    index("deliveries_payment").on(table.paymentId).where(sql`${table.paymentId} is not null`),
    index("deliveries_wallet_account")
      .on(table.walletAccountId)
      .where(sql`${table.walletAccountId} is not null`),
    index("deliveries_wallet_transaction")
      .on(table.walletTransactionId)
      .where(sql`${table.walletTransactionId} is not null`),
    index("deliveries_merchant").on(table.merchantId, table.id),
    index("deliveries_held").on(table.merchantId, table.id).where(sql`${table.held}`),
  ],
);

/** The log of attempts. An attempt without an end was interrupted, or is on its way. */
export const deliveryAttempts = pgTable(
  "delivery_attempts",
  {
    delivery: refersTo("delivery", () => deliveries.id, { onDelete: "cascade" }).notNull(),
    number: integer("number").notNull(),
    startedAt: time("started_at").notNull(),
    durationMs: integer("duration_ms"),
    /** The receiver's HTTP status, where it answered. */
    status: smallint("status"),
    /** Why there was none, or why it does not count. Never a body. */
    error: text("error"),
  },
  (table) => [primaryKey({ columns: [table.delivery, table.number] })],
);

/** Scheduled work that is set aside because it failed several times in a row; everything else goes on without it. */
export const failedJobs = pgTable(
  "failed_jobs",
  {
    id: rowId(),
    merchantId: merchantId(),
    job: text("job", { enum: jobNames }).notNull(),
    /** The row that the job could not work on: of a payment, a subscription, a refill or a wallet transaction. */
    rowId: reference("row_id").notNull(),
    tries: integer("tries").notNull(),
    /** What failed and where, without any value. */
    failure: text("failure").notNull(),
    /** By the sandbox's clock. */
    failedAt: time("failed_at").notNull(),
  },
  (table) => [unique("failed_jobs_row").on(table.job, table.rowId)],
);

/** What the admin surface forces upon a merchant's requests or notifications, n times. */
export const rules = pgTable(
  "rules",
  {
    id: rowId(),
    merchantId: merchantId(),
    match: jsonb("match").$type<RuleMatch>().notNull(),
    effect: jsonb("effect").$type<RuleEffect>().notNull(),
    remaining: integer("remaining").notNull(),
  },
  (table) => [index("rules_merchant").on(table.merchantId, table.id)],
);

/** What a request must be for a rule to apply; what is absent does not matter. */
export interface RuleMatch {
  readonly path?: string | undefined;
  /** The gateway's id, the merchant's external id, or the e-mail address. */
  readonly consumer?: string | undefined;
  readonly amount?: number | undefined;
  readonly currency?: string | undefined;
  /** Keyed hash of a card number: the number itself is not kept. */
  readonly cardFingerprint?: string | undefined;
}

/** What a rule brings about. */
export type RuleEffect =
  | { readonly type: "outcome"; readonly code: string }
  /** The payment is authorized, and settled so many days later. */
  | { readonly type: "auth"; readonly settleAfterDays?: number | undefined }
  | {
      readonly type: "answer";
      readonly status?: number | undefined;
      /** Milliseconds of the machine's time. */
      readonly delayMs?: number | undefined;
      /** Once the work is done, and not instead of it. */
      readonly after?: boolean | undefined;
    }
  | ({ readonly type: "notification" } & NotificationFault);
