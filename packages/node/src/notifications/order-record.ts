/** The stored record of an order, and what the merchant does with it: create, reopen, release, expect later charges. Pure. */
import * as z from "zod";
import type { Money } from "../payments/money.ts";
import { keepExpiry } from "./signed-url.ts";
import { isChargeKey } from "./transaction-keys.ts";

const money = z.object({ amountMinor: z.int().nonnegative(), currency: z.string() });

/** The states of an order, in their order. */
export const orderStates = ["created", "pending", "failed", "authorized", "succeeded", "reversed"] as const;

/** The stored record of an order: no card data, no name, no address. */
export interface OrderRecord {
  /** Format of the record, for later versions of this package. */
  readonly version: 1;
  /** Your own name of the order, as you passed it to `createUrl()`. */
  readonly reference: string;
  readonly state: (typeof orderStates)[number];
  /** Amount of the first charge. */
  readonly expected: Money;
  /** Possible amounts of charges after the first; empty if there are none. */
  readonly later: readonly Money[];
  /** The gateway's order, bound by the first report. */
  readonly orderId?: string | undefined;
  readonly subscriptionId?: string | undefined;
  /** Unix time in seconds until which notifications are accepted: that of the signed URL, or later after `expectLater()`. */
  readonly expiresAt: number;
  /** The payment that paid or reserved the order: the id of its sale, or of its authorization. */
  readonly paidBy?: string | undefined;
  /** Whether what pays the order makes up its amount; absent in records of an older version. */
  readonly isPaidInFull?: boolean | undefined;
  /** The merchant released the undecided attempt: the next one may be for another amount. */
  readonly isReleased?: boolean | undefined;
  /** Attempts that are not the current one. Each can still be paid late, which must not be lost. */
  readonly earlier?: readonly EarlierAttempt[] | undefined;
  /** Sum of successful refunds and voids in minor units of the currency of `expected`. */
  readonly refundedMinor?: number | undefined;
  /** Final reports, by transaction id; reports about the same transaction that are no charge have a longer key. */
  readonly transactions: Readonly<Record<string, FinalReport>>;
}

/** Amount and order of an attempt that is not the current one. */
export interface EarlierAttempt extends Money {
  readonly orderId?: string | undefined;
  /** What its subscription may still renew for. */
  readonly later?: readonly Money[] | undefined;
  /** The merchant gave it up before it was decided. */
  readonly isReleased?: boolean | undefined;
  /** An order of the gateway that was never this one: its refunds are reported, its charges do not pay. */
  readonly isOther?: boolean | undefined;
}

/** A transaction that has ended. */
export interface FinalReport {
  readonly transactionId: string;
  readonly status: string;
  /** The first charge of the order, or a later one. */
  readonly charge: "first" | "later";
  /** What was charged or returned, in minor units. */
  readonly amountMinor?: number | undefined;
  /** The payment that a charge is a part of, where it is not its own. */
  readonly paymentId?: string | undefined;
  /** The gateway's order and the subscription of a charge. */
  readonly orderId?: string | undefined;
  readonly subscriptionId?: string | undefined;
  /** The delivery that reported it. */
  readonly deliveryId?: string | undefined;
  /** The transaction that it belongs to: the authorization of a settlement. */
  readonly parentTransactionId?: string | undefined;
  /**
   * It does not pay the order, whatever its status: it was an `unknown` event other than `second_payment` and
   * `further_settlement`, or it is an authorization of an attempt that was given up.
   */
  readonly isUnknown?: boolean | undefined;
}

/** Schema of {@link OrderRecord}. */
export const orderRecord = z.object({
  version: z.literal(1),
  reference: z.string(),
  state: z.enum(orderStates),
  expected: money,
  later: z.array(money),
  orderId: z.string().optional(),
  subscriptionId: z.string().optional(),
  expiresAt: z.int(),
  paidBy: z.string().optional(),
  isPaidInFull: z.boolean().optional(),
  isReleased: z.boolean().optional(),
  earlier: z
    .array(
      money.extend({
        orderId: z.string().optional(),
        later: z.array(money).optional(),
        isReleased: z.boolean().optional(),
        isOther: z.boolean().optional(),
      }),
    )
    .optional(),
  refundedMinor: z.int().nonnegative().optional(),
  transactions: z.record(
    z.string(),
    z.object({
      transactionId: z.string(),
      status: z.string(),
      charge: z.enum(["first", "later"]),
      amountMinor: z.int().nonnegative().optional(),
      paymentId: z.string().optional(),
      orderId: z.string().optional(),
      subscriptionId: z.string().optional(),
      deliveryId: z.string().optional(),
      parentTransactionId: z.string().optional(),
      isUnknown: z.boolean().optional(),
    }),
  ),
});

/** What is recorded before a payment is sent. */
export interface Expectation {
  readonly reference: string;
  readonly expected: Money;
  readonly later: readonly Money[];
  readonly expiresAt: number;
}

/** A new order. */
export function createOrder({ later, ...rest }: Expectation): OrderRecord {
  return { version: 1, ...rest, state: "created", later: [...later], transactions: {} };
}

/**
 * The order for one more attempt. For the same amounts an undecided order keeps its state, since a shopper who left a challenge
 * may pay with another card, and until half of the wanted time has passed its expiry, so that its URL stays the same. After a
 * failure, a reversal and a release the amounts are replaced; the time until which notifications are accepted only moves on, since
 * a subscription of an earlier attempt may still renew. `undefined` if the order must not be paid: it is paid or reserved, or under
 * way for another amount.
 */
export function reopenOrder(order: OrderRecord, wanted: Expectation, nowMs: number): OrderRecord | undefined {
  // A released attempt can still be paid. Then the order is not to be paid again.
  if (order.state === "succeeded") return undefined;
  if (order.state === "failed" || order.state === "reversed" || order.isReleased === true) {
    // What was paid back of an earlier attempt is nothing of this one, and may be of another currency.
    const { isReleased, refundedMinor, paidBy, isPaidInFull, ...rest } = giveUp(order);
    const expiresAt = Math.max(order.expiresAt, wanted.expiresAt);
    return { ...rest, ...wanted, expiresAt, state: "created", later: [...wanted.later] };
  }
  const isSame =
    isSameMoney(order.expected, wanted.expected) &&
    order.later.length === wanted.later.length &&
    order.later.every((item, index) => isSameMoney(item, wanted.later[index]));
  if (order.state === "authorized" || !isSame) return undefined;
  const next = order.orderId === undefined ? order : unbind(order);
  const expiresAt = keepExpiry(order.expiresAt, wanted.expiresAt, nowMs);
  return expiresAt === order.expiresAt ? next : { ...next, expiresAt };
}

/**
 * The order without the gateway's order, which is kept as one of an earlier attempt. The next attempt may be a new order of the
 * gateway, or the same one with sku.action: the first report binds again.
 */
export function unbind({ orderId, ...order }: OrderRecord): OrderRecord {
  const { expected, subscriptionId, later, isReleased } = order;
  return withEarlier(order, {
    ...expected,
    ...(isReleased && { isReleased }),
    ...(orderId !== undefined && { orderId }),
    ...(subscriptionId !== undefined && later.length > 0 && { later }),
  });
}

/** The order without its attempt, whose authorization reserves nothing for the next one. */
function giveUp(order: OrderRecord): OrderRecord {
  const transactions = Object.entries(order.transactions).map(([key, it]) =>
    isChargeKey(key, "authorization") ? [key, { ...it, isUnknown: true }] : [key, it],
  );
  return unbind({ ...order, transactions: Object.fromEntries(transactions) });
}

/** The order with one more attempt that is not the current one, unless it is known. */
export function withEarlier(order: OrderRecord, attempt: EarlierAttempt): OrderRecord {
  const isKnown = (it: EarlierAttempt) => it.orderId === attempt.orderId && isSameMoney(it, attempt);
  if (attempt.orderId !== undefined && order.earlier?.some(isKnown)) return order;
  return { ...order, earlier: [...(order.earlier ?? []), attempt] };
}

/**
 * Marks the attempt under way as over, so that the next one may be for another amount; `undefined` if the order is paid, and
 * so not to be released.
 */
export function releaseOrder(order: OrderRecord): OrderRecord | undefined {
  return order.state === "succeeded" ? undefined : { ...order, isReleased: true };
}

/** The order with further possible amounts of later charges, until a later time; those that were recorded before stay. */
export function expectLater(order: OrderRecord, amounts: readonly Money[], expiresAt: number): OrderRecord {
  const later = [...order.later];
  for (const money of amounts)
    if (!later.some((known) => isSameMoney(known, money))) later.push({ ...money });
  return { ...order, later, expiresAt: Math.max(order.expiresAt, expiresAt) };
}

/** Whether one of the gateway's orders belongs to an earlier attempt. */
export function isEarlierOrder(order: OrderRecord, orderId: string): boolean {
  return order.earlier?.some((attempt) => attempt.orderId === orderId) ?? false;
}

function isSameMoney(a: Money, b: Money | undefined): boolean {
  return a.amountMinor === b?.amountMinor && a.currency === b.currency;
}
