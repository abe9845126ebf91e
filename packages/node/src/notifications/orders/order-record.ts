/** The stored record of an order, and the merchant's changes: create, reopen, release, expect later charges. Pure functions. */
import * as z from "zod";
import type { Money } from "../../payments/money.ts";
import { keepExpiry } from "../signed-url.ts";
import { isChargeKey } from "./transaction-keys.ts";

const money = z.object({ amountMinor: z.int().nonnegative(), currency: z.string() });

/** The states of an order, in their sequence. */
export const orderStates = ["created", "pending", "failed", "authorized", "succeeded", "reversed"] as const;

/** The stored record of an order: no card data, no name, no address. */
export interface OrderRecord {
  /** Format of the record, for later versions of this package. */
  readonly version: 1;
  /** Your reference of the order, as passed to `createUrl()`. */
  readonly reference: string;
  readonly state: (typeof orderStates)[number];
  /** Amount of the first charge. */
  readonly expected: Money;
  /** Possible amounts of charges after the first; empty if there are none. */
  readonly later: readonly Money[];
  /** The gateway's order id, bound by the first report. */
  readonly orderId?: string | undefined;
  readonly subscriptionId?: string | undefined;
  /** Unix time in seconds until which notifications are accepted: the signed URL's expiry, or later after `expectLater()`. */
  readonly expiresAt: number;
  /** Id of the payment that paid or reserved the order: the transaction id of its sale or authorization. */
  readonly paidBy?: string | undefined;
  /** Whether the payment covers the full amount; absent in records of an older version. */
  readonly isPaidInFull?: boolean | undefined;
  /** Whether the merchant released the undecided attempt: the next attempt may be for another amount. */
  readonly isReleased?: boolean | undefined;
  /** Attempts other than the current one. Each can still be paid late, and such a payment must be reported. */
  readonly earlier?: readonly EarlierAttempt[] | undefined;
  /** Sum of successful refunds and voids, in minor units of the currency of `expected`. */
  readonly refundedMinor?: number | undefined;
  /** Final reports. A charge's key is its transaction id; other reports have a suffix (see transaction-keys.ts). */
  readonly transactions: Readonly<Record<string, FinalReport>>;
}

/** Amount and order id of an attempt other than the current one. */
export interface EarlierAttempt extends Money {
  readonly orderId?: string | undefined;
  /** Possible renewal amounts of the attempt's subscription. */
  readonly later?: readonly Money[] | undefined;
  /** Whether the merchant released the attempt before it was decided. */
  readonly isReleased?: boolean | undefined;
  /** Whether the gateway's order never belonged to this order: its refunds are reported, its charges do not pay. */
  readonly isOther?: boolean | undefined;
}

/** The final report of a transaction. */
export interface FinalReport {
  readonly transactionId: string;
  readonly status: string;
  /** Whether it is the first charge of the order or a later one. */
  readonly charge: "first" | "later";
  /** The charged or returned amount, in minor units. */
  readonly amountMinor?: number | undefined;
  /** Id of the payment to which the charge belongs. */
  readonly paymentId?: string | undefined;
  /** The gateway's order id and subscription id of a charge. */
  readonly orderId?: string | undefined;
  readonly subscriptionId?: string | undefined;
  /** Id of the delivery that reported it. */
  readonly deliveryId?: string | undefined;
  /** The original transaction, for example the authorization of a settlement. */
  readonly parentTransactionId?: string | undefined;
  /**
   * Whether the transaction cannot pay the order, whatever its status: it emitted an `unknown` event other than
   * `second_payment` and `further_settlement`, or it is an authorization of an abandoned attempt.
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

/** The values that are recorded before a payment is sent. */
export interface Expectation {
  readonly reference: string;
  readonly expected: Money;
  readonly later: readonly Money[];
  readonly expiresAt: number;
}

/** Creates the record of a new order. */
export function createOrder({ later, ...rest }: Expectation): OrderRecord {
  return { version: 1, ...rest, state: "created", later: [...later], transactions: {} };
}

/**
 * Prepares the order for another attempt. With the same amounts an undecided order keeps its state, because a shopper who left
 * a challenge may pay with another card. It also keeps its expiry, until half of the wanted validity has passed, so that its URL
 * stays the same. After a failure, a reversal or a release the amounts are replaced. The time until which notifications are
 * accepted never moves back, because a subscription of an earlier attempt may still renew. Returns `undefined` if the order must
 * not be paid: it is paid or reserved, or an attempt for another amount is pending.
 */
export function reopenOrder(order: OrderRecord, wanted: Expectation, nowMs: number): OrderRecord | undefined {
  // A released attempt can still be paid late. The order must then not be paid again.
  if (order.state === "succeeded") return undefined;
  if (order.state === "failed" || order.state === "reversed" || order.isReleased === true) {
    // Refunds of an earlier attempt do not count for the new one, and may have another currency.
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
 * Unbinds the order from the gateway's order id, which is kept as an earlier attempt's. The next attempt may have a new order
 * id, or the same one with sku.action: its first report binds it.
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

/** Abandons the current attempt. Its authorizations do not count for the next attempt. */
function giveUp(order: OrderRecord): OrderRecord {
  const transactions = Object.entries(order.transactions).map(([key, it]) =>
    isChargeKey(key, "authorization") ? [key, { ...it, isUnknown: true }] : [key, it],
  );
  return unbind({ ...order, transactions: Object.fromEntries(transactions) });
}

/** Adds an attempt other than the current one, unless it is recorded already. */
export function withEarlier(order: OrderRecord, attempt: EarlierAttempt): OrderRecord {
  const isKnown = (it: EarlierAttempt) => it.orderId === attempt.orderId && isSameMoney(it, attempt);
  if (attempt.orderId !== undefined && order.earlier?.some(isKnown)) return order;
  return { ...order, earlier: [...(order.earlier ?? []), attempt] };
}

/**
 * Releases the current attempt, so that the next one may be for another amount; `undefined` if the order is paid, because a
 * paid order must not be released.
 */
export function releaseOrder(order: OrderRecord): OrderRecord | undefined {
  return order.state === "succeeded" ? undefined : { ...order, isReleased: true };
}

/** Adds possible amounts of later charges and extends the expiry. Recorded amounts stay possible. */
export function expectLater(order: OrderRecord, amounts: readonly Money[], expiresAt: number): OrderRecord {
  const later = [...order.later];
  for (const money of amounts)
    if (!later.some((known) => isSameMoney(known, money))) later.push({ ...money });
  return { ...order, later, expiresAt: Math.max(order.expiresAt, expiresAt) };
}

/** Whether an order id of the gateway belongs to an earlier attempt. */
export function isEarlierOrder(order: OrderRecord, orderId: string): boolean {
  return order.earlier?.some((attempt) => attempt.orderId === orderId) ?? false;
}

function isSameMoney(a: Money, b: Money | undefined): boolean {
  return a.amountMinor === b?.amountMinor && a.currency === b.currency;
}
