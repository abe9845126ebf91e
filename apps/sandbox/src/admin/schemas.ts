/** Requests and responses of the admin API. Times are ISO 8601; a merchant is identified by its `merchantId`. */
import { isPaymentCode } from "@cardpane/gateway";
import * as z from "zod";
import { chargebackStages } from "../payments/chargeback.ts";
import { eventKinds } from "../scheduling/timeline-event.ts";
import { gatewayStates } from "./gateway-states.ts";

const time = z.iso.datetime({
  offset: true,
  error: "must be a date and time, for example 2030-01-31T12:00:00Z",
});
const count = (max: number) => z.int().min(0).max(max);
const merchantId = z.int().positive();
const maxStepDays = 3660;

/** Moves the clock: `advance` and a `set` into the future run everything due on the way. */
export const clockRequest = z.discriminatedUnion("action", [
  z.strictObject({
    action: z.literal("advance"),
    days: count(maxStepDays).optional(),
    hours: count(maxStepDays * 24).optional(),
    minutes: count(1e6).optional(),
    seconds: count(1e8).optional(),
  }),
  z.strictObject({ action: z.literal("set"), to: time }),
  z.strictObject({ action: z.literal("freeze") }),
  z.strictObject({ action: z.literal("run") }),
  z.strictObject({ action: z.literal("reset") }),
]);
export type ClockRequest = z.infer<typeof clockRequest>;

const timelineEvent = z.looseObject({
  kind: z.enum(eventKinds),
  at: z.string(),
  /** Present for a payment. */
  orderId: z.string().optional(),
  /** Present for a wallet. */
  accountId: z.string().optional(),
  transactionId: z.string(),
});

export const clockResult = z.object({
  now: z.string(),
  mode: z.enum(["running", "frozen"]),
  /** How far the clock is ahead of the machine's time, in milliseconds. */
  offsetMs: z.number(),
});

/** The clock after a move, and the events that the move caused, in order. */
export const clockMoved = clockResult.extend({ events: z.array(timelineEvent) });

const attempt = z.object({
  number: z.int(),
  at: z.string(),
  durationMs: z.int().nullable(),
  status: z.int().nullable(),
  error: z.string().nullable(),
});

export const notification = z.object({
  /** `X-Delivery-ID`. */
  id: z.string(),
  merchant: merchantId,
  /** Present for a payment. */
  orderId: z.string().optional(),
  /** Present for a wallet. */
  accountId: z.string().optional(),
  transactionId: z.string(),
  url: z.string(),
  status: z.enum(["waiting", "delivered", "exhausted"]),
  createdAt: z.string(),
  /** When the next attempt is due; null without one. */
  dueAt: z.string().nullable(),
  attempts: z.array(attempt),
  body: z.looseObject({}),
});
/** The `after` of the next page; null on the last one. */
const next = z.string().nullable();
export const notificationList = z.object({ data: z.array(notification), next });

export const listQuery = z.object({
  merchant: z.coerce.number().pipe(merchantId).optional(),
  order: z.string().max(36).optional(),
  consumer: z
    .string()
    .max(100)
    .regex(/^[^\0]*$/, "must not hold NUL")
    .optional(),
  after: z.string().max(36).optional(),
  limit: z.coerce.number().pipe(z.int().min(1).max(500)).default(50),
});

export const paymentEntry = z.object({
  merchant: merchantId,
  orderId: z.string(),
  transactionId: z.string(),
  mode: z.string(),
  /** The parent transaction of a refund, void, settlement or chargeback. */
  parentTransactionId: z.string().nullable(),
  status: z.enum(["pending", "success", "confirmed", "fail"]),
  code: z.string().nullable(),
  /** In the currency's major unit: what was charged, or asked for while nothing was. */
  amount: z.number(),
  currency: z.string(),
  sourceType: z.string(),
  consumer: z.object({ id: z.string(), externalId: z.string(), email: z.string() }),
  metadata: z.looseObject({}),
  ipnUrl: z.string(),
  redirectUrl: z.string(),
  subscriptionId: z.string().nullable(),
  /** The result of 3D Secure, if the payment had one. */
  threeDs: z.looseObject({ status: z.string() }).nullable(),
  createdAt: z.string(),
});
/** A chargeback's first or next stage; without an amount, the whole remaining amount. */
export const chargebackRequest = z.strictObject({
  amount: z.number().positive().optional(),
  stage: z.enum(chargebackStages).optional(),
});

export const paymentList = z.object({ data: z.array(paymentEntry), next });

/** E-mails that a real gateway would have sent. */
export const mailList = z.object({
  data: z.array(
    z.object({
      merchant: merchantId,
      to: z.string(),
      subject: z.string(),
      body: z.string(),
      createdAt: z.string(),
    }),
  ),
});

const path = z.string().startsWith("/").max(100);

const match = z.strictObject({
  path: path.optional(),
  consumer: z.string().min(1).max(100).optional(),
  amount: z.number().nonnegative().optional(),
  currency: z.string().length(3).optional(),
  /** A test card's number; only a keyed hash of it is kept. */
  card: z
    .string()
    .regex(/^\d{12,19}$/, "must be a card number")
    .optional(),
});

const effect = z.discriminatedUnion("type", [
  /** The payment, or a renewal, ends with this code. */
  z.strictObject({
    type: z.literal("outcome"),
    code: z.string().refine(isPaymentCode, "must be one of the payment codes"),
  }),
  /** The payment is authorized now and settled later, a day unless set otherwise. For COMPATIBILITY=field. */
  z.strictObject({ type: z.literal("auth"), settleAfterDays: count(365).optional() }),
  /** The request is answered late, or with this status (429 with `Retry-After: 30`); with `after`, only once its work is done. */
  z.strictObject({
    type: z.literal("answer"),
    status: z.literal([400, 401, 403, 429, 500, 503]).optional(),
    delayMs: count(60_000).optional(),
    after: z.boolean().optional(),
  }),
  /** The fault of the notification: apps/docs/pages/sandbox/clock-and-rules.md describes each mode. */
  z.strictObject({
    type: z.literal("notification"),
    mode: z.enum(["delay", "drop", "duplicate", "reorder", "cut", "early"]),
    delayMs: count(30 * 24 * 3_600_000).optional(),
    attempts: z.int().min(1).max(6).optional(),
    copies: z.int().min(2).max(10).optional(),
  }),
]);

export const ruleRequest = z.strictObject({
  merchant: merchantId,
  match: match.optional(),
  effect,
  times: z.int().min(1).max(100_000).optional(),
});

export const rule = z.object({
  id: z.int(),
  merchant: merchantId,
  match: z.looseObject({}),
  effect: z.looseObject({ type: z.string() }),
  remaining: z.int(),
});
export const ruleList = z.object({ data: z.array(rule) });

/** How the gateway answers from now on: without `merchant` all calls, without `path` every operation. */
export const gatewayRequest = z.strictObject({
  merchant: merchantId.optional(),
  path: path.optional(),
  state: z.enum(gatewayStates),
  /** Whether the work is done before the answer fails. */
  after: z.boolean().optional(),
});
/** The states that are not normal. */
export const gatewayResult = z.object({ data: z.array(gatewayRequest) });

export const merchantRequest = z.strictObject({});
export const merchantResult = z.object({
  apiKey: z.string(),
  merchantId,
  siteId: z.string(),
  sku: z.string(),
});

export const authenticatorCode = z.object({
  userId: z.int(),
  email: z.string(),
  code: z.string(),
  /** When the next code is shown, by the sandbox's clock. */
  expiresAt: z.string(),
  /** Whether the code has already logged the user in; each code does so once only. */
  isUsed: z.boolean(),
});

export const nothing = z.object({});
