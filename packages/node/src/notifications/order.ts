/**
 * An order as notifications see it, and the one rule of how it changes.
 *
 *   created --answer: pending--> pending --> failed --> succeeded            it never goes back
 *      \________________________________________/
 *
 * It is recorded before the payment is sent, under the merchant's reference, with what is asked for. Whichever comes first,
 * the gateway's answer or its notification, binds the gateway's order ID to it, once. Everything after that must be of the
 * same order, currency and amount, or it is refused. Each transaction ends once: told again, it is a duplicate; told to have
 * ended otherwise, it is refused. A failed order may still be paid, by another transaction (a retry with 3D Secure, another
 * card); a failure that arrives after the success changes nothing.
 *
 * Pure: no clock, no store, no await. notifications.ts runs it inside the store's transaction.
 */
import * as z from "zod";
import type { Money } from "../price-schedule.ts";
import type { OrderEvent, SubscriptionState } from "./event.ts";
import type { Observation } from "./observation.ts";
import type { NotificationRefusalCode } from "./refusal.ts";

const money = z.object({ amountMinor: z.int().nonnegative(), currency: z.string() });

/** What is kept of an order: no card data, no name, no address. */
export const orderRecord = z.object({
  /** Of this shape: a later version of this package reads it by that. */
  version: z.literal(1),
  reference: z.string(),
  state: z.enum(["created", "pending", "failed", "succeeded"]),
  expected: money,
  /** What charges after the first may amount to; nothing where there is none. */
  later: z.array(money),
  /** Bound by the first answer or notification. */
  orderId: z.string().optional(),
  subscriptionId: z.string().optional(),
  /** Unix time in seconds: the capability of an order that is not decided stays the same. */
  expiresAt: z.int(),
  /** What transactions ended with, by their ID. */
  transactions: z.record(
    z.string(),
    z.object({
      transactionId: z.string(),
      status: z.string(),
      charge: z.enum(["first", "later"]),
      deliveryId: z.string().optional(),
    }),
  ),
});
export type OrderRecord = z.infer<typeof orderRecord>;

/** What an observation makes of an order. */
export type Step =
  | { readonly type: "changed"; readonly order: OrderRecord; readonly event?: OrderEvent }
  | { readonly type: "duplicate" }
  | { readonly type: "refused"; readonly code: NotificationRefusalCode };

/** What is recorded before a payment is sent. */
export interface Expectation {
  readonly reference: string;
  readonly expected: Money;
  readonly later: readonly Money[];
  readonly expiresAt: number;
}

/** An order that is about to be paid. */
export function createdOrder({ later, ...rest }: Expectation): OrderRecord {
  return { version: 1, ...rest, state: "created", later: [...later], transactions: {} };
}

/**
 * An order that is about to be paid once more after a failure, perhaps for another amount; `undefined` where that must not
 * be: it is paid already, or under way for another amount.
 */
export function reopenedOrder(order: OrderRecord, wanted: Expectation): OrderRecord | undefined {
  if (order.state === "failed") {
    // The next try may be a new order of the gateway's, or the same with sku.action: whichever comes binds again.
    const { orderId: _, ...rest } = order;
    return { ...rest, ...wanted, state: "created", later: [...wanted.later] };
  }
  const isSame =
    sameMoney(order.expected, wanted.expected) &&
    order.later.length === wanted.later.length &&
    order.later.every((item, index) => sameMoney(item, wanted.later[index]));
  return isSame && order.state !== "succeeded" ? order : undefined;
}

/** Applies what the gateway told. */
export function observe(order: OrderRecord, seen: Observation): Step {
  const { transactionId, status } = seen;
  const refuse = (code: NotificationRefusalCode): Step => ({ type: "refused", code });
  const isKnownStatus = status === "success" || status === "fail" || status === "pending";
  // What a newer gateway tells of a transaction after its end, a refund perhaps, is news of its own.
  const key = isKnownStatus ? transactionId : `${transactionId} ${status}`;
  const known = own(order.transactions, key);
  if (isDeliveryReused(order, seen)) return refuse("delivery_reused");
  if (known) {
    // Pending after the end is an answer that was slower than the notification.
    return known.status === status || status === "pending"
      ? { type: "duplicate" }
      : refuse("transaction_contradicted");
  }
  const charge = chargeOf(order, seen);
  if (!isOfOrder(order, seen, charge)) return refuse("order_wrong");
  const bound: OrderRecord = {
    ...order,
    // A later charge may have an order of its own: only the first one says which is this order's.
    ...(charge === "first" && { orderId: order.orderId ?? seen.orderId }),
    ...(seen.subscription?.id !== undefined && {
      subscriptionId: order.subscriptionId ?? seen.subscription.id,
    }),
  };
  if (status === "pending") {
    const mayWait = order.state === "created" || order.state === "pending";
    if (seen.money.currency !== order.expected.currency) return refuse("currency_wrong");
    return mayWait ? { type: "changed", order: { ...bound, state: "pending" } } : { type: "duplicate" };
  }
  const expected = matchMoney(charge === "first" ? [order.expected] : order.later, seen);
  if (typeof expected === "string") return refuse(expected);
  return ended(bound, key, seen, { charge, expectedMinor: expected.amountMinor });
}

/** A transaction that ended, and whose order, currency and amount are right. */
function ended(
  order: OrderRecord,
  key: string,
  seen: Observation,
  { charge, expectedMinor }: { readonly charge: "first" | "later"; readonly expectedMinor: number },
): Step {
  const { transactionId, deliveryId, status } = seen;
  const next: OrderRecord = {
    ...order,
    transactions: {
      ...order.transactions,
      [key]: { transactionId, status, charge, ...(deliveryId !== undefined && { deliveryId }) },
    },
  };
  const isPaid = order.state === "succeeded";
  if (status !== "success" && status !== "fail") {
    return { type: "changed", order: next, event: { ...base(order, seen), type: "unknown", why: "status" } };
  }
  if (charge === "later")
    return { type: "changed", order: next, event: laterEvent(order, seen, expectedMinor) };
  if (status === "fail") {
    // A failed try of an order that another try has paid is no news.
    if (isPaid) return { type: "changed", order: next };
    const event = { ...base(order, seen), type: "payment.failed", code: seen.result.payment.code } as const;
    return { type: "changed", order: { ...next, state: "failed" }, event };
  }
  if (isPaid) {
    const event = { ...base(order, seen), type: "unknown", why: "second_payment" } as const;
    return { type: "changed", order: next, event };
  }
  const { under, settled } = settle(seen, expectedMinor);
  const event: OrderEvent = under
    ? { ...base(order, seen), type: "payment.underpaid", settled: under }
    : { ...base(order, seen), type: "payment.succeeded", settled };
  return { type: "changed", order: { ...next, state: "succeeded" }, event };
}

function laterEvent(order: OrderRecord, seen: Observation, expectedMinor: number): OrderEvent {
  const told = base(order, seen);
  const { id, cycle, status, renewalDate, cancelDate } = seen.subscription ?? {};
  const subscription: SubscriptionState = {
    id: id ?? order.subscriptionId,
    cycle: cycle ?? undefined,
    status: status ?? undefined,
    renewalDate: renewalDate ?? undefined,
    cancelDate: cancelDate ?? undefined,
  };
  if (seen.status === "fail") {
    return { ...told, type: "subscription.charge_failed", subscription, code: seen.result.payment.code };
  }
  const { under, settled } = settle(seen, expectedMinor);
  return under
    ? { ...told, type: "subscription.underpaid", subscription, settled: under }
    : { ...told, type: "subscription.renewed", subscription, settled };
}

/**
 * Which charge of the schedule a transaction is. *Assumption*: a later one tells a cycle of 1 or more (section 2.6), or is
 * another transaction of a subscription whose first payment is in, for a failed renewal need not count.
 */
function chargeOf(order: OrderRecord, { subscription }: Observation): "first" | "later" {
  if (!subscription) return "first";
  const isOurs =
    order.subscriptionId === undefined ||
    subscription.id === undefined ||
    subscription.id === order.subscriptionId;
  if (!isOurs) return "first";
  if ((subscription.cycle ?? 0) >= 1) return "later";
  return order.state === "succeeded" &&
    subscription.id !== undefined &&
    subscription.id === order.subscriptionId
    ? "later"
    : "first";
}

/**
 * Whether it is this order that is told about. *Assumption*: a gateway may charge later under orders of its own, which then
 * must be of the subscription that the first payment began.
 */
function isOfOrder(
  order: OrderRecord,
  { orderId, subscription }: Observation,
  charge: "first" | "later",
): boolean {
  if (order.orderId === undefined || order.orderId === orderId) return true;
  return (
    charge === "later" && order.subscriptionId !== undefined && subscription?.id === order.subscriptionId
  );
}

/**
 * The recorded amount that was told, or what is wrong. Code 1001 takes less and 1002 more (section 7), everything else
 * exactly what was asked. *Assumption*: a decline tells the amount that was asked for, or 0, for it took nothing. What a status
 * that is not known does to the amount is not known either: it is only told on.
 */
function matchMoney(
  expected: readonly Money[],
  { status, money: told, result }: Observation,
): Money | NotificationRefusalCode {
  const inCurrency = expected.filter(({ currency }) => currency === told.currency);
  if (expected.length === 0) return "amount_wrong";
  if (inCurrency.length === 0) return "currency_wrong";
  const fits = ({ amountMinor }: Money) => {
    if (status !== "success" && status !== "fail") return true;
    if (status === "success" && result.payment.code === "1001")
      return told.amountMinor > 0 && told.amountMinor < amountMinor;
    if (status === "success" && result.payment.code === "1002") return told.amountMinor > amountMinor;
    return told.amountMinor === amountMinor || (status === "fail" && told.amountMinor === 0);
  };
  // Of several amounts the nearest: that of an underpayment is above it, that of an overpayment below.
  const distance = ({ amountMinor }: Money) => Math.abs(amountMinor - told.amountMinor);
  return inCurrency.filter(fits).sort((a, b) => distance(a) - distance(b))[0] ?? "amount_wrong";
}

function settle({ money: { amountMinor, currency } }: Observation, expectedMinor: number) {
  const parts = { paidMinor: amountMinor, expectedMinor, currency };
  const under = amountMinor < expectedMinor ? ({ ...parts, coverage: "under" } as const) : undefined;
  const settled = { ...parts, coverage: amountMinor > expectedMinor ? "over" : "exact" } as const;
  return { under, settled };
}

function base(order: OrderRecord, seen: Observation) {
  const { orderId, transactionId, toldBy, deliveryId, result } = seen;
  return {
    reference: order.reference,
    orderId,
    transactionId,
    toldBy,
    ...(deliveryId !== undefined && { deliveryId }),
    result,
  };
}

function isDeliveryReused(order: OrderRecord, { deliveryId, transactionId }: Observation): boolean {
  if (deliveryId === undefined) return false;
  return Object.values(order.transactions).some(
    (other) => other.deliveryId === deliveryId && other.transactionId !== transactionId,
  );
}

function sameMoney(a: Money, b: Money | undefined): boolean {
  return a.amountMinor === b?.amountMinor && a.currency === b.currency;
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
