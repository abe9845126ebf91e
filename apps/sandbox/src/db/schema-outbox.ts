/**
 * The tables of background work: the clock, the outbox of notifications with its log of attempts, QA's rules, and e-mails. The
 * invariants of schema.ts apply to every table.
 */
import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { merchantId, orders, payments, refersTo, rowId, time } from "./schema.ts";
import { walletTransactions } from "./schema-money.ts";
import { walletAccounts } from "./schema-wallet.ts";

/** One row: the position of the sandbox's clock relative to the machine's. Without a row, they are the same. */
export const clocks = pgTable("clocks", {
  id: integer("id").primaryKey(),
  /** How far it is ahead of the machine's clock while it runs, in milliseconds. */
  offsetMs: bigint("offset_ms", { mode: "number" }).notNull(),
  /** The time at which it is frozen; absent while it runs. */
  frozenAt: time("frozen_at"),
});

/** The fault that a rule injects into one notification. */
export interface NotificationFault {
  readonly mode: "delay" | "drop" | "duplicate" | "reorder" | "cut" | "early";
  /** For `delay`: its length by the sandbox's clock. */
  readonly delayMs?: number | undefined;
  /** For `drop` and `cut`: the number of attempts that it applies to. */
  readonly attempts?: number | undefined;
  /** For `duplicate`: how often an attempt is sent. */
  readonly copies?: number | undefined;
}

/** One attempt of a notification. Without a duration it was interrupted, or is in progress. */
export interface DeliveryAttempt {
  readonly at: string;
  readonly durationMs?: number;
  /** The receiver's HTTP status, if it answered. */
  readonly status?: number | undefined;
  /** Why there is no status, or why it does not count. Never a body. */
  readonly error?: string | undefined;
}

/** The outbox: one row for each notification, written in the transaction of the state that it reports. */
export const deliveries = pgTable(
  "deliveries",
  {
    /** Ascending, so that it orders the notifications of a queue. */
    id: rowId(),
    /** `X-Delivery-ID`: the same for every attempt and replay. */
    deliveryId: uuid("delivery_id").notNull().unique(),
    merchantId: merchantId(),
    /** The queue, whose notifications are sent one after the other: `order 300000001`, or `account 20001` of a wallet. */
    queue: text("queue").notNull(),
    /** Both set for a payment's notification. */
    orderId: refersTo("order_id", () => orders.id),
    paymentId: refersTo("payment_id", () => payments.id),
    /** Both set for a wallet's notification. */
    walletAccountId: refersTo("wallet_account_id", () => walletAccounts.id),
    walletTransactionId: refersTo("wallet_transaction_id", () => walletTransactions.id),
    url: text("url").notNull(),
    body: text("body").notNull(),
    fault: jsonb("fault").$type<NotificationFault>(),
    status: text("status", { enum: ["waiting", "delivered", "exhausted"] }).notNull(),
    /** Held back until a later notification of the merchant has been sent. */
    held: boolean("held").notNull().default(false),
    /** Its attempts, interrupted ones included: the number of an attempt is its place, from 1. */
    log: jsonb("log").$type<readonly DeliveryAttempt[]>().notNull().default([]),
    /** Attempts that count against the schedule. */
    failures: integer("failures").notNull().default(0),
    /** When the next attempt is due, by the sandbox's clock. */
    dueAt: time("due_at").notNull(),
    createdAt: time("created_at").notNull(),
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
export type DeliveryRow = typeof deliveries.$inferSelect;

/** Effects that the admin API forces on a merchant's requests or notifications, n times. */
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
export type RuleRow = typeof rules.$inferSelect;

/** E-mails about payments and refills: the sandbox sends none, and stores them for QA to read. */
export const mails = pgTable(
  "mails",
  {
    id: rowId(),
    merchantId: merchantId(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    body: text("body").notNull(),
    createdAt: time("created_at").notNull(),
  },
  (table) => [index("mails_merchant").on(table.merchantId, table.id)],
);

/** How a response gets lost: never sent, its connection reset, or a proxy's page in its place. */
export const lostAnswers = ["silent", "reset", "html"] as const;
export type LostAnswer = (typeof lostAnswers)[number];

/** The properties of a request that a rule matches, as a part of its facts; an absent property matches everything. */
interface RuleMatch {
  readonly path?: string | undefined;
  /** One name: the gateway's id, the merchant's external id, or the e-mail address. */
  readonly consumer?: readonly string[] | undefined;
  readonly amount?: number | undefined;
  readonly currency?: string | undefined;
  /** Keyed hash of a card number: the number itself is not kept. */
  readonly cardFingerprint?: string | undefined;
}

/** The effect of a rule. */
export type RuleEffect =
  | { readonly type: "outcome"; readonly code: string }
  /** 3D Secure challenges a payment that lacks what the card networks want. */
  | { readonly type: "threeDs" }
  /** The payment is authorized now, and settled after this number of days. */
  | { readonly type: "auth"; readonly settleAfterDays?: number | undefined }
  | {
      readonly type: "answer";
      readonly status?: number | undefined;
      /** Milliseconds of the machine's time. */
      readonly delayMs?: number | undefined;
      /** After the work, and not instead of it. */
      readonly after?: boolean | undefined;
      readonly lost?: LostAnswer | undefined;
    }
  | ({ readonly type: "notification" } & NotificationFault);
