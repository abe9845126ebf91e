/**
 * The state of an order, and how reports change it.
 *
 *   created -> pending -> failed -> authorized -> succeeded -> reversed        a state may be skipped; none goes back, but
 *                                                                              another attempt may pay a reversed order
 *
 *   created     recorded, nothing reported yet
 *   pending     under way
 *   failed      declined; another attempt may pay it
 *   authorized  the amount is reserved, not paid
 *   succeeded   paid. Refunds, voids and chargebacks are events and do not change this: the payment did succeed
 *   reversed    paid or reserved, then failed afterwards by the bank; another attempt may pay it
 *
 * Only the merchant opens a new attempt: createUrl() after a failure, a reversal or release() starts again at created.
 *
 * An order is recorded before the payment is sent, under the merchant's reference, with the expected amount. The first report,
 * response or notification, binds the gateway's order id to it, and createUrl() for one more attempt unbinds it. Every later
 * charge must match currency and amount, or it is refused. While an attempt is under way or has paid, a charge by another
 * order of the gateway than the bound one pays nothing; a successful one is an event, since its money moved. Each transaction
 * ends once; a repeated report is a duplicate. A failed or reversed order may be paid by another transaction (a retry with 3D
 * Secure, another card), also by another order: the merchant may have opened that attempt before the failure was reported. A
 * failure that arrives after another attempt's success changes nothing.
 *
 * Pure: no clock, no store, no await. notifications.ts runs it inside the store's transaction.
 */
import * as z from "zod";
import type { NotificationRefusalCode } from "../errors/notification-refusals.ts";
import type { Money } from "../payments/money.ts";
import type { OrderEvent, SubscriptionState, UnknownEvent } from "./order-event.ts";
import type { ChargeReport, NoticeReport, OtherReport, PaymentReport } from "./payment-report.ts";

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
  /** The merchant released the undecided attempt: the next one may be for another amount. */
  readonly isReleased?: boolean | undefined;
  /** Amounts and orders of attempts that are not the current one. Each can still be paid late, which must not be lost. */
  readonly earlier?: readonly (Money & { readonly orderId?: string | undefined })[] | undefined;
  /** Sum of successful refunds and voids in minor units of the currency of `expected`. */
  readonly refundedMinor?: number | undefined;
  /** Final reports, by transaction id; reports about the same transaction that are no charge have a longer key. */
  readonly transactions: Readonly<Record<string, FinalReport>>;
}

/** A transaction that has ended. */
export interface FinalReport {
  readonly transactionId: string;
  readonly status: string;
  /** The first charge of the order, or a later one. */
  readonly charge: "first" | "later";
  /** The delivery that reported it. */
  readonly deliveryId?: string | undefined;
  /** The transaction that it belongs to: the authorization of a settlement. */
  readonly parentTransactionId?: string | undefined;
  /** It was an `unknown` event other than `second_payment`: whatever its status, it does not pay the order. */
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
  isReleased: z.boolean().optional(),
  earlier: z.array(money.extend({ orderId: z.string().optional() })).optional(),
  refundedMinor: z.int().nonnegative().optional(),
  transactions: z.record(
    z.string(),
    z.object({
      transactionId: z.string(),
      status: z.string(),
      charge: z.enum(["first", "later"]),
      deliveryId: z.string().optional(),
      parentTransactionId: z.string().optional(),
      isUnknown: z.boolean().optional(),
    }),
  ),
});

/** The effect of a report on an order. */
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

/** A new order. */
export function createOrder({ later, ...rest }: Expectation): OrderRecord {
  return { version: 1, ...rest, state: "created", later: [...later], transactions: {} };
}

/**
 * The order for one more attempt. An undecided order keeps state and expiry for the same amounts: a shopper who left a
 * challenge may pay with another card. After a failure, a reversal and a release the amounts are replaced. `undefined` if the
 * order must not be paid: it is paid or reserved, or under way for another amount.
 */
export function reopenOrder(order: OrderRecord, wanted: Expectation): OrderRecord | undefined {
  // A released attempt can still be paid. Then the order is not to be paid again.
  if (order.state === "succeeded") return undefined;
  if (order.state === "failed" || order.state === "reversed" || order.isReleased === true) {
    // What was paid back of an earlier attempt is nothing of this one, and may be of another currency.
    const { isReleased, refundedMinor, ...rest } = unbind(order);
    return { ...rest, ...wanted, state: "created", later: [...wanted.later] };
  }
  const isSame =
    isSameMoney(order.expected, wanted.expected) &&
    order.later.length === wanted.later.length &&
    order.later.every((item, index) => isSameMoney(item, wanted.later[index]));
  if (order.state === "authorized" || !isSame) return undefined;
  return order.orderId === undefined ? order : unbind(order);
}

/**
 * The order without the gateway's order, which is kept as one of an earlier attempt. The next attempt may be a new order of the
 * gateway, or the same one with sku.action: the first report binds again.
 */
function unbind({ orderId, ...order }: OrderRecord): OrderRecord {
  return withEarlier(order, order.expected, orderId);
}

function withEarlier(order: OrderRecord, money: Money, orderId: string | undefined): OrderRecord {
  const attempt = { ...money, ...(orderId !== undefined && { orderId }) };
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

/** Applies a report. */
export function applyReport(order: OrderRecord, report: PaymentReport): Step {
  if (isDeliveryReused(order, report)) return refuse("delivery_reused");
  switch (report.kind) {
    case "notice":
      return applyNotice(order, report);
    case "charge":
    case "authorization":
      return applyCharge(order, report);
    default:
      return applyOther(order, report);
  }
}

const refuse = (code: NotificationRefusalCode): Step => ({ type: "refused", code });
const duplicate: Step = { type: "duplicate" };

function applyCharge(stored: OrderRecord, report: ChargeReport): Step {
  const { transactionId, status } = report;
  // An authorization and its settlement may share a transaction id.
  const key = report.kind === "authorization" ? `${transactionId} auth` : transactionId;
  const known = own(stored.transactions, key);
  if (known) return applyAgain(stored, key, known, report);
  const charge = chargeOf(stored, report);
  const isOther = charge === "first" && !isOfOrder(stored, report, charge);
  const isOver = stored.state === "failed" || stored.state === "reversed";
  const order = isOther && isOver ? unbind(stored) : stored;
  if (!isOfOrder(order, report, charge)) {
    return charge === "first" ? applyOtherOrder(order, key, report) : refuse("order_wrong");
  }
  const bound = bind(order, report, charge);
  if (status === "pending") {
    if (report.money.currency !== order.expected.currency) return refuse("currency_wrong");
    return rank(order) <= rank({ state: "pending" })
      ? { type: "changed", order: { ...bound, state: "pending" } }
      : duplicate;
  }
  // Another attempt may have started a subscription, too. Its renewals are none of the order's, and their money moves.
  const isOtherRenewal =
    charge === "first" && report.kind === "charge" && (report.subscription?.cycle ?? 0) >= 1;
  const expected = isOtherRenewal
    ? "order_wrong"
    : matchMoney(charge === "first" ? [order.expected] : order.later, report);
  if (typeof expected === "string") {
    const earlier = charge === "first" ? (order.earlier ?? []) : [];
    return applyEarlier(
      order,
      key,
      report,
      isOtherRenewal ? [...order.later, ...earlier] : earlier,
      expected,
    );
  }
  const next = withTransaction(bound, key, report, charge);
  // The decline of an earlier attempt is not that of the attempt under way.
  const isUnderWay = order.orderId !== undefined && order.orderId !== report.orderId;
  if (charge === "first" && status === "fail" && isUnderWay) return { type: "changed", order: next };
  const expectedMinor = expected.amountMinor;
  return charge === "later"
    ? { type: "changed", order: next, event: laterEvent(order, report, expectedMinor) }
    : firstCharge(next, report, expectedMinor);
}

/** A late report about an attempt that was given up: it fits nothing that is expected now, and must not be lost. */
function applyEarlier(
  order: OrderRecord,
  key: string,
  report: ChargeReport,
  attempts: readonly Money[],
  otherwise: NotificationRefusalCode,
): Step {
  if (report.status === "pending" || typeof matchMoney(attempts, report) === "string")
    return refuse(otherwise);
  if (report.status === "fail")
    return { type: "changed", order: withTransaction(order, key, report, "first") };
  // Its refund will be one of this order, too.
  const next = isEarlierOrder(order, report.orderId)
    ? order
    : withEarlier(order, report.money, report.orderId);
  return applyOnce(next, key, report, unknownEvent(order, report, "earlier_attempt"));
}

/**
 * A first charge by another order of the gateway than the bound one. It never pays the order: the merchant's server may have
 * sent a payment of another reference with this URL. But the gateway sent it to this reference's signed URL, so its money
 * moved, and the report must not be lost. A response that record() was given for the wrong reference proves nothing.
 */
function applyOtherOrder(order: OrderRecord, key: string, report: ChargeReport): Step {
  // An attempt that was given up before its order was known can still be paid, under that order.
  const unbound = (order.earlier ?? []).filter((attempt) => attempt.orderId === undefined);
  const step = applyEarlier(order, key, report, unbound, "order_wrong");
  const { source, status, orderId } = report;
  if (step.type !== "refused" || source !== "notification" || status === "pending") return step;
  if (typeof matchMoney([order.expected], report) === "string") return step;
  if (status === "fail") return { type: "changed", order: withTransaction(order, key, report, "first") };
  const next = withEarlier(order, order.expected, orderId);
  const why = order.state === "succeeded" ? "second_payment" : "other_order";
  return applyOnce(next, key, report, unknownEvent(order, report, why));
}

/** A final first charge whose order, currency and amount match. */
function firstCharge(next: OrderRecord, report: ChargeReport, expectedMinor: number): Step {
  const base = chargeBase(next, report);
  const isPaid = next.state === "succeeded";
  if (report.status === "fail") {
    // A late failure after another attempt has succeeded is ignored.
    if (isPaid || next.state === "reversed") return { type: "changed", order: next };
    const event = { ...base, type: "payment.failed", code: report.result.payment.code } as const;
    return { type: "changed", order: { ...next, state: atLeast(next, "failed") }, event };
  }
  // Its settlement was reported before it.
  if (report.kind === "authorization" && isSettled(next, report.transactionId)) {
    return { type: "changed", order: next };
  }
  if (isPaid && isFurtherSettlement(next, report)) {
    return { type: "changed", order: next, event: unknownEvent(next, report, "further_settlement") };
  }
  if (isPaid) return { type: "changed", order: next, event: unknownEvent(next, report, "second_payment") };
  if (report.kind === "authorization") {
    const event = { ...base, type: "payment.authorized", authorized: report.money } as const;
    // Reserved after it was released: it must be released again to be paid otherwise.
    return { type: "changed", order: { ...next, state: "authorized", isReleased: undefined }, event };
  }
  const { under, settled } = settlementOf(report, expectedMinor);
  const event: OrderEvent = under
    ? { ...base, type: "payment.underpaid", settled: under }
    : { ...base, type: "payment.succeeded", settled };
  return { type: "changed", order: { ...next, state: "succeeded" }, event };
}

type KnownTransaction = OrderRecord["transactions"][string];

/** Another report about a transaction that has ended. */
function applyAgain(order: OrderRecord, key: string, known: KnownTransaction, report: ChargeReport): Step {
  const { status } = report;
  const isDone = (it: string) => it === "success" || it === "confirmed";
  // A pending report after the end is a response that was slower than the notification.
  if (
    known.status === status ||
    status === "pending" ||
    (known.status === "confirmed" && status === "success")
  ) {
    return duplicate;
  }
  const next = (nextStatus: string): OrderRecord => ({
    ...order,
    transactions: { ...order.transactions, [key]: { ...known, status: nextStatus } },
  });
  const base = chargeBase(order, report);
  if (known.status === "success" && status === "confirmed") {
    return { type: "changed", order: next("confirmed"), event: { ...base, type: "payment.confirmed" } };
  }
  if (isDone(known.status) && status === "fail") {
    const { charge } = known;
    const event = {
      ...base,
      type: "payment.reversed",
      code: report.result.payment.code,
      charge,
    } as const;
    const reversed = next("reversed");
    // Of an order that was paid or reserved twice, the other payment remains. Keys with a blank are no charges.
    const isOfKind = (other: string) =>
      report.kind === "charge" ? !other.includes(" ") : /^\S+ auth$/.test(other);
    const isStillDone = Object.entries(reversed.transactions).some(
      ([other, it]) => isOfKind(other) && it.charge === "first" && isDone(it.status) && it.isUnknown !== true,
    );
    const isUndone =
      order.state === (report.kind === "charge" ? "succeeded" : "authorized") &&
      charge === "first" &&
      !isStillDone;
    return { type: "changed", order: isUndone ? { ...reversed, state: "reversed" } : reversed, event };
  }
  // What ended it may have been the failure or the success; a confirmation after both is looked at.
  if (known.status === "reversed" && status !== "confirmed") return duplicate;
  // Failed, then successful: perhaps two reports out of order. It is reported once, and never counts as paid.
  return applyOnce(order, `${key} ${status}`, report, unknownEvent(order, report, "contradiction"));
}

/** Refunds, voids, chargebacks, tests and everything unknown: an event, no change of state. */
function applyOther(order: OrderRecord, report: OtherReport): Step {
  const { transactionId, status, kind } = report;
  if (!isAboutOrder(order, report)) return refuse("order_wrong");
  const { mode = "", action = "" } = report.result.payment;
  const key = `${transactionId} ${kind} ${status} ${kind === "chargeback" || kind === "unknown" ? `${action} ${mode}` : ""}`;
  const base = otherBase(order, report);
  const isDone = status === "success" || status === "confirmed";
  switch (kind) {
    case "refund":
    case "void": {
      if (status === "pending") return duplicate;
      if (status === "fail") {
        const code = report.result.payment.code;
        // The bank can fail a refund that had succeeded: that money was not returned.
        const wasDone = own(order.transactions, `${transactionId} ${kind}`) !== undefined;
        const next = wasDone ? withRefund(order, report, -1) : order;
        return applyOnce(next, key, report, { ...base, type: "payment.refund_failed", code });
      }
      if (!isDone) return applyOnce(order, key, report, unknownEvent(order, report, "status"));
      // Confirmed after success is the same refund.
      const doneKey = `${transactionId} ${kind}`;
      const type = kind === "void" ? "payment.voided" : "payment.refunded";
      return applyOnce(withRefund(order, report, 1), doneKey, report, { ...base, type });
    }
    case "chargeback": {
      const stage = isDone || status === "fail" || status === "pending" ? mode || action : status;
      return applyOnce(order, key, report, { ...base, type: "payment.chargeback", stage });
    }
    case "test":
      return applyOnce(order, key, report, unknownEvent(order, report, "test"));
    case "unknown": {
      const isKnownStatus = isDone || status === "fail" || status === "pending";
      return applyOnce(order, key, report, unknownEvent(order, report, isKnownStatus ? "kind" : "status"));
    }
    default:
      return kind satisfies never;
  }
}

/** A notice changes nothing; it is reported once. */
function applyNotice(order: OrderRecord, { notice, source, deliveryId, raw }: NoticeReport): Step {
  const { type, eventTime = "", subscriptionId = "", skuName = "" } = notice;
  // No control characters and lone surrogates: PostgreSQL takes no such text, and the notice would come for ever.
  const key = `notice ${type} ${eventTime} ${subscriptionId} ${skuName}`
    .replace(/\p{C}/gu, "?")
    .slice(0, 256);
  if (own(order.transactions, key)) return duplicate;
  const delivery = deliveryId === undefined ? {} : { deliveryId };
  const transaction = { transactionId: key, status: "notice", charge: "later", ...delivery } as const;
  return {
    type: "changed",
    order: { ...order, transactions: { ...order.transactions, [key]: transaction } },
    event: { type: "subscription.notice", reference: order.reference, source, ...delivery, notice, raw },
  };
}

/** Records the report under a key and emits its event, unless the key is known. */
function applyOnce(
  order: OrderRecord,
  key: string,
  report: ChargeReport | OtherReport,
  event: OrderEvent,
): Step {
  const name = key.trim();
  if (own(order.transactions, name)) return duplicate;
  // A second payment of an order that is paid keeps it paid when the first one is reversed.
  const isUnknown = event.type === "unknown" && event.why !== "second_payment";
  const next = withTransaction(order, name, report, "first", isUnknown);
  return { type: "changed", order: next, event };
}

function withTransaction(
  order: OrderRecord,
  key: string,
  { transactionId, status, deliveryId, parentTransactionId }: ChargeReport | OtherReport,
  charge: "first" | "later",
  isUnknown = false,
): OrderRecord {
  const transaction = {
    transactionId,
    status,
    charge,
    ...(deliveryId !== undefined && { deliveryId }),
    ...(parentTransactionId !== undefined && { parentTransactionId }),
    ...(isUnknown && { isUnknown }),
  };
  return { ...order, transactions: { ...order.transactions, [key]: transaction } };
}

function withRefund(order: OrderRecord, { money: refund }: OtherReport, sign: 1 | -1): OrderRecord {
  if (refund?.currency !== order.expected.currency) return order;
  const refundedMinor = (order.refundedMinor ?? 0) + sign * Math.abs(refund.amountMinor);
  return { ...order, refundedMinor: Math.max(0, refundedMinor) };
}

function bind(order: OrderRecord, report: ChargeReport, charge: "first" | "later"): OrderRecord {
  const isPaid = report.status === "success" || report.status === "confirmed";
  const ids = [order.subscriptionId, report.subscription?.id];
  // The attempt that pays the order names its subscription: that of a declined or reversed one renews nothing.
  if (charge === "first" && isPaid && order.state !== "succeeded") ids.reverse();
  const subscriptionId = ids[0] ?? ids[1];
  return {
    ...order,
    // A later charge may have an order of its own: only a first one binds. The order of an earlier attempt binds only where
    // it is paid after all: otherwise the attempt under way would be refused as one of another order.
    ...(charge === "first" &&
      order.orderId === undefined &&
      (isPaid || !isEarlierOrder(order, report.orderId)) && { orderId: report.orderId }),
    ...(subscriptionId !== undefined && { subscriptionId }),
  };
}

function laterEvent(order: OrderRecord, report: ChargeReport, expectedMinor: number): OrderEvent {
  const base = chargeBase(order, report);
  const { id, cycle, status, renewalDate, cancelDate } = report.subscription ?? {};
  const subscription: SubscriptionState = {
    id: id ?? order.subscriptionId,
    cycle,
    status,
    renewalDate,
    cancelDate,
  };
  if (report.status === "fail") {
    return { ...base, type: "subscription.charge_failed", subscription, code: report.result.payment.code };
  }
  const { under, settled } = settlementOf(report, expectedMinor);
  return under
    ? { ...base, type: "subscription.underpaid", subscription, settled: under }
    : { ...base, type: "subscription.renewed", subscription, settled };
}

/**
 * Which charge of the schedule a transaction is. *Assumption*: a later one has a cycle of 1 or more (section 2.6), or is
 * another transaction of a subscription whose first payment succeeded, because a failed renewal need not count.
 */
function chargeOf(order: OrderRecord, report: ChargeReport): "first" | "later" {
  const { subscription, kind } = report;
  if (!subscription || kind === "authorization") return "first";
  const isOurs =
    order.subscriptionId === undefined ||
    subscription.id === undefined ||
    subscription.id === order.subscriptionId;
  if (!isOurs) return "first";
  if ((subscription.cycle ?? 0) >= 1) return "later";
  const isOfPaid =
    order.state === "succeeded" && subscription.id !== undefined && subscription.id === order.subscriptionId;
  // The first payment made once more has the amount of the first one, and of no later one.
  const isFirstAgain =
    typeof matchMoney(order.later, report) === "string" &&
    typeof matchMoney([order.expected], report) !== "string";
  return isOfPaid && !isFirstAgain ? "later" : "first";
}

/**
 * Whether a charge belongs to the order. *Assumption*: a gateway may make later charges under orders of their own, which must
 * then be of the subscription that the first payment began; a settlement names the transaction that it settles.
 */
function isOfOrder(order: OrderRecord, report: ChargeReport, charge: "first" | "later"): boolean {
  const { orderId, parentTransactionId, subscription } = report;
  if (
    order.orderId === undefined ||
    order.orderId === orderId ||
    hasTransaction(order, parentTransactionId)
  ) {
    return true;
  }
  if (isEarlierOrder(order, orderId)) return true;
  return (
    charge === "later" && order.subscriptionId !== undefined && subscription?.id === order.subscriptionId
  );
}

/** Whether a report that is no charge is about this order. One that names neither order nor parent is, by its signed URL. */
function isAboutOrder(order: OrderRecord, report: OtherReport): boolean {
  const { orderId, parentTransactionId, subscription } = report;
  if (orderId === undefined || order.orderId === undefined || orderId === order.orderId) return true;
  return (
    isEarlierOrder(order, orderId) ||
    hasTransaction(order, parentTransactionId) ||
    (subscription?.id !== undefined && subscription.id === order.subscriptionId)
  );
}

function isEarlierOrder(order: OrderRecord, orderId: string): boolean {
  return order.earlier?.some((attempt) => attempt.orderId === orderId) ?? false;
}

/** Whether a settlement of an authorization was reported, under its id or one of its own. */
function isSettled({ transactions }: OrderRecord, transactionId: string): boolean {
  return Object.entries(transactions).some(
    ([key, it]) => key === transactionId || it.parentTransactionId === transactionId,
  );
}

/** Whether a charge settles an authorization of which a settlement before it took all or a part. */
function isFurtherSettlement({ transactions }: OrderRecord, report: ChargeReport): boolean {
  const { transactionId, parentTransactionId: parent, result } = report;
  if (result.payment.mode !== "settle" || parent === undefined) return false;
  // Keys with a blank are no charges.
  return Object.entries(transactions).some(
    ([key, it]) =>
      it.transactionId !== transactionId &&
      !key.includes(" ") &&
      (key === parent || it.parentTransactionId === parent),
  );
}

function hasTransaction(order: OrderRecord, transactionId: string | undefined): boolean {
  return (
    transactionId !== undefined &&
    Object.values(order.transactions).some((known) => known.transactionId === transactionId)
  );
}

/**
 * The recorded amount that a charge matches, or the reason to refuse it. Code 1001 pays less and 1002 more (section 7); a
 * settlement may take a part of what was authorized. *Assumption*: a decline reports the requested amount or 0.
 */
function matchMoney(
  expected: readonly Money[],
  { status, money: reported, result }: ChargeReport,
): Money | NotificationRefusalCode {
  const inCurrency = expected.filter(({ currency }) => currency === reported.currency);
  if (expected.length === 0) return "amount_wrong";
  if (inCurrency.length === 0) return "currency_wrong";
  const isPaid = status === "success" || status === "confirmed";
  const { code, mode } = result.payment;
  const mayBeLess = isPaid && (code === "1001" || mode === "settle");
  const mayBeEqual = !(isPaid && (code === "1001" || code === "1002"));
  const fits = ({ amountMinor }: Money) => {
    if (reported.amountMinor === amountMinor) return mayBeEqual;
    if (reported.amountMinor < amountMinor) {
      return (mayBeLess && reported.amountMinor > 0) || (status === "fail" && reported.amountMinor === 0);
    }
    return isPaid && code === "1002";
  };
  // Of several amounts the nearest: that of an underpayment is above it, that of an overpayment below.
  const distance = ({ amountMinor }: Money) => Math.abs(amountMinor - reported.amountMinor);
  return inCurrency.filter(fits).sort((a, b) => distance(a) - distance(b))[0] ?? "amount_wrong";
}

function settlementOf({ money: { amountMinor, currency } }: ChargeReport, expectedMinor: number) {
  const parts = { paidMinor: amountMinor, expectedMinor, currency };
  const under = amountMinor < expectedMinor ? ({ ...parts, coverage: "under" } as const) : undefined;
  const settled = { ...parts, coverage: amountMinor > expectedMinor ? "over" : "exact" } as const;
  return { under, settled };
}

function chargeBase(order: OrderRecord, report: ChargeReport) {
  const { orderId, transactionId, source, deliveryId, result } = report;
  const delivery = deliveryId === undefined ? {} : { deliveryId };
  return { reference: order.reference, orderId, transactionId, source, ...delivery, result };
}

function otherBase(order: OrderRecord, report: ChargeReport | OtherReport) {
  const { orderId, transactionId, parentTransactionId, source, deliveryId, money: reported, result } = report;
  const delivery = deliveryId === undefined ? {} : { deliveryId };
  const ids = { orderId, transactionId, parentTransactionId };
  return { reference: order.reference, ...ids, money: reported, source, ...delivery, result };
}

function unknownEvent(
  order: OrderRecord,
  report: ChargeReport | OtherReport,
  why: UnknownEvent["why"],
): UnknownEvent {
  return { ...otherBase(order, report), type: "unknown", why };
}

function isDeliveryReused(order: OrderRecord, report: PaymentReport): boolean {
  const { deliveryId } = report;
  if (deliveryId === undefined || report.kind === "notice") return false;
  return Object.values(order.transactions).some(
    (other) => other.deliveryId === deliveryId && other.transactionId !== report.transactionId,
  );
}

function rank({ state }: Pick<OrderRecord, "state">): number {
  return orderStates.indexOf(state);
}

/** The later of two states: states never go back. */
function atLeast(order: OrderRecord, state: OrderRecord["state"]): OrderRecord["state"] {
  return rank(order) >= rank({ state }) ? order.state : state;
}

function isSameMoney(a: Money, b: Money | undefined): boolean {
  return a.amountMinor === b?.amountMinor && a.currency === b.currency;
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
