/**
 * Notifications of payments (section 6). They are unsigned, so each one is verified by a secret URL.
 *
 *   createUrl   records the order and returns the signed URL
 *   (payment)   is sent with that URL as url.ipnUrl
 *   record      the response of the gateway       }  in either order: the first one changes the order, inside the store's
 *   handle      the notification of the gateway   }  transaction; the second one is a duplicate
 *
 * The gateway gets a 2xx only after the store has committed. After any other response it sends the notification again.
 */
import type { Currencies } from "@cardpane/gateway";
import { invalidRequest, NotSentError } from "../errors/errors.ts";
import type { NotificationRefusalCode } from "../errors/notification-refusals.ts";
import { NotificationRefusedError, type RefusedTransaction } from "../errors/notification-refused.ts";
import { type Money, tryFromMinor, unknownCurrency } from "../payments/money.ts";
import type { PriceItem } from "../payments/payment-request-types.ts";
import type { PaymentResult } from "../payments/payment-result.ts";
import { dueCharges } from "../payments/price-schedule.ts";
import { createNotificationHandler, type NotificationHandler } from "./notification-handler.ts";
import {
  createOrder,
  type Expectation,
  expectLater,
  type OrderRecord,
  orderRecord,
  releaseOrder,
  reopenOrder,
} from "./orders/order-record.ts";
import { applyReport } from "./orders/order-state.ts";
import { type PaymentReport, parseNotification, parseResponseReport } from "./orders/payment-report.ts";
import {
  checkReportOptions,
  type NotificationSettings,
  type NotificationsOptions,
  resolveReceiverSettings,
} from "./settings.ts";
import {
  chargebackDays,
  checkReference,
  createSignedUrl,
  expiryOf,
  isExpired,
  maxUrlDays,
} from "./signed-url.ts";
import type { OrderTransaction } from "./stores/store.ts";
import { createTestNotification, type TestNotificationOptions } from "./test-notification.ts";
import type { TestNotification } from "./test-request.ts";

/** A payment that is about to be sent. */
export type ExpectedPayment = {
  /** Your reference of the payment, 1 to 128 characters, for example an order number. */
  readonly reference: string;
  /**
   * Validity of the URL in days, 1 to 3,650.
   * @default 540 after the last charge of the schedule, because chargebacks can come that late; 3,650 if the schedule has no end
   */
  readonly expiresInDays?: number | undefined;
} & (
  | {
      /** `sku.price` of the payment. The expected first and later charges are derived from it. */
      readonly price: readonly PriceItem[];
      readonly amountMinor?: undefined;
    }
  | {
      /** The amount of the purchase in minor units, for a SKU whose price is stored at the gateway. */
      readonly amountMinor: number;
      /** ISO 4217. */
      readonly currency: string;
      /**
       * Possible amounts of later charges, if the SKU is a subscription.
       * @default none: a later charge is refused
       */
      readonly later?: readonly Money[] | undefined;
      readonly price?: undefined;
    }
);

/** Receives notifications. Safe to share and to log: it exposes no secret. */
export interface Notifications extends NotificationHandler {
  /**
   * Records a payment and returns the URL to send as `url.ipnUrl`. Await it before you send the payment. For an undecided order
   * with the same amounts it returns the same URL until half of the URL's validity has passed. After a failure, a reversal, a
   * void of the authorization, or `release`, it records the new amounts.
   *
   * @throws NotSentError `order_not_payable` if the order is paid, or a payment for another amount is pending;
   * `invalid_request` for an invalid reference, amount or time.
   */
  createUrl(payment: ExpectedPayment): Promise<string>;
  /**
   * Records the response of `payments.create`. It changes the order as the notification would, and binds it to the gateway's
   * order id.
   *
   * The payment is already made: catch errors of this call, and do not treat them as a failed payment.
   *
   * @throws NotificationRefusedError if order, amount or currency of the result differ from the record.
   */
  record(reference: string, result: PaymentResult): Promise<void>;
  /**
   * Releases an order so that `createUrl` can record another amount. Call it if the payment was refused before anything was
   * reported (`error.outcome` is `rejected` or `not_sent`), or will certainly not be made. A late payment of the released attempt
   * is still reported, as an `unknown` event with `why: "earlier_attempt"`.
   *
   * @throws NotSentError `order_not_payable` if the order is paid.
   */
  release(reference: string): Promise<void>;
  /**
   * Adds possible amounts of later charges to a recorded order. Await it before `subscriptions.change`: otherwise the renewals
   * are refused. The amounts recorded earlier stay possible. The gateway's existing URL then stays valid for 3,650 days from now,
   * because a changed subscription can outlive its original schedule. Also call it before you recover a subscription long after
   * its end.
   *
   * @throws NotSentError (`invalid_request`) for an unknown reference, an empty list of prices, or an invalid price.
   * @example
   * await ipn.expectLater("order-1", price);
   * await client.subscriptions.change(subscriptionId, { price });
   */
  expectLater(reference: string, price: readonly Money[]): Promise<void>;
  /** Returns the record of an order, for display; `undefined` if there is none. Takes no lock. */
  find(reference: string): Promise<OrderRecord | undefined>;
  /**
   * Creates a notification like the gateway's, signed by the configured scheme, for your own tests. The defaults are the
   * values recorded for the reference.
   *
   * @example
   * await ipn.createUrl({ reference: "order-1", amountMinor: 1250, currency: "EUR" });
   * const test = await ipn.createTestNotification({ reference: "order-1" });
   * expect((await ipn.handle(test.toRequest())).status).toBe(200);
   */
  createTestNotification(options: TestNotificationOptions): Promise<TestNotification>;
}

/**
 * Creates the receiver. Sends and stores nothing.
 *
 * @throws ConfigurationError for a secret that is unset, short or a placeholder, and for every other invalid option.
 * @example
 * const ipn = createNotifications({
 *   secret: process.env.IPN_SECRET,
 *   environment: "live",
 *   ipnUrl: "https://shop.example.com/ipn",
 *   store: createPostgresStore<pg.PoolClient>(pool),
 *   onEvent: async (event, tx) => {
 *     if (event.type === "payment.succeeded") {
 *       await tx.query("update orders set paid = true where id = $1", [event.reference]);
 *     }
 *   },
 * });
 */
export function createNotifications<Tx>(options: NotificationsOptions<Tx>): Notifications {
  const settings = resolveReceiverSettings("payment", options, ["ipnUrl", options.ipnUrl]);
  const reportOptions = checkReportOptions(options, settings);
  const { receive, handle } = createNotificationHandler(
    settings,
    (body, deliveryId) => parseNotification(body, deliveryId, reportOptions),
    (reference, report, expiresAt) => commitReport(settings, reference, report, expiresAt),
  );
  const find = async (reference: string) => readOrder(await settings.store.read(keyOf(settings, reference)));
  return Object.freeze({
    createUrl: (payment: ExpectedPayment) => createUrl(settings, payment),
    record: async (reference: string, result: PaymentResult) => {
      const report = parseResponseReport(result, reportOptions);
      if (!report) throw new NotificationRefusedError("body_unreadable", reference);
      await commitReport(settings, reference, report);
    },
    release: (reference: string) => release(settings, reference),
    expectLater: (reference: string, price: readonly Money[]) => recordLater(settings, reference, price),
    receive,
    handle,
    find,
    createTestNotification: async (test: TestNotificationOptions) =>
      createTestNotification(settings, await find(test.reference), test),
  });
}

async function createUrl<Tx>(settings: NotificationSettings<Tx>, payment: ExpectedPayment): Promise<string> {
  const wanted = readExpectation(payment, settings);
  const { reference } = wanted;
  const order = await settings.store.transaction(keyOf(settings, reference), async (stored) => {
    const known = readOrder(await stored.load());
    const next = known ? reopenOrder(known, wanted, settings.now()) : createOrder(wanted);
    if (!next) throw notPayable(whyNotPayable(known));
    if (next !== known) await stored.save(next);
    return next;
  });
  return createSignedUrl(settings, order);
}

async function release<Tx>(settings: NotificationSettings<Tx>, reference: string): Promise<void> {
  await settings.store.transaction(keyOf(settings, reference), async (stored) => {
    const known = readOrder(await stored.load());
    if (!known) return;
    const next = releaseOrder(known);
    if (!next) throw notPayable("This order is paid");
    await stored.save(next);
  });
}

async function recordLater<Tx>(
  settings: NotificationSettings<Tx>,
  reference: string,
  price: readonly Money[],
): Promise<void> {
  if (!Array.isArray(price) || price.length === 0) {
    throw invalidRequest({ price: "must hold at least one price" });
  }
  const amounts = price.map((item: Partial<Money> | null, index) => {
    const money = { amountMinor: item?.amountMinor ?? Number.NaN, currency: item?.currency ?? "" };
    checkMoney(money, `price.${index}.`, settings.currencies);
    return money;
  });
  await settings.store.transaction(keyOf(settings, reference), async (stored) => {
    const known = readOrder(await stored.load());
    if (!known) throw invalidRequest({ reference: "is not recorded: createUrl() of the payment records it" });
    await stored.save(expectLater(known, amounts, expiryOf(maxUrlDays, settings.now())));
  });
}

function whyNotPayable(order: OrderRecord | undefined): string {
  if (order?.state === "succeeded") return "This order is paid";
  if (order?.state === "authorized") {
    return "The amount of this order is reserved: settle it, or void it; release() gives it up";
  }
  return "This order is under way for another amount: release() gives that attempt up";
}

function notPayable(what: string): NotSentError {
  return new NotSentError({ code: "order_not_payable", what });
}

/** @throws NotSentError (`invalid_request`) */
function readExpectation(
  payment: ExpectedPayment,
  { now, currencies }: Pick<NotificationSettings<never>, "now" | "currencies">,
): Expectation {
  const { reference, expiresInDays } = Object(payment) as ExpectedPayment;
  checkReference(reference);
  const due = dueOf(payment, currencies);
  const days = expiresInDays ?? (due.endless ? maxUrlDays : Math.min(due.days + chargebackDays, maxUrlDays));
  return { reference, expected: due.now, later: due.later, expiresAt: expiryOf(days, now()) };
}

function dueOf(payment: ExpectedPayment, currencies: Currencies): ReturnType<typeof dueCharges> {
  if (payment.price !== undefined) {
    const due = readSchedule(payment.price);
    checkMoney(due.now, "price.0.", currencies);
    return due;
  }
  const { amountMinor, currency, later = [] } = payment;
  checkMoney({ amountMinor, currency }, "", currencies);
  for (const [index, money] of later.entries()) checkMoney(money, `later.${index}.`, currencies);
  return { now: { amountMinor, currency }, later, endless: later.length > 0, days: 0 };
}

function readSchedule(price: readonly PriceItem[]): ReturnType<typeof dueCharges> {
  try {
    return dueCharges(price);
  } catch (error) {
    const why = error instanceof RangeError ? error.message : "must be the sku.price of the payment";
    throw invalidRequest({ price: why });
  }
}

function checkMoney({ amountMinor, currency }: Money, path: string, currencies: Currencies): void {
  if (!Number.isSafeInteger(amountMinor) || amountMinor < 0) {
    throw invalidRequest({ [`${path}amountMinor`]: "must be a whole number of minor units (cents)" });
  }
  // Without the currency's decimals, notifications could not be read, and a payment would go unnoticed.
  if (tryFromMinor(0, currency, currencies) === undefined) {
    throw invalidRequest({ [`${path}currency`]: unknownCurrency });
  }
}

/** @throws NotificationRefusedError, or the error of the store or of `onEvent`. */
async function commitReport<Tx>(
  settings: NotificationSettings<Tx>,
  reference: string,
  report: PaymentReport,
  urlExpiresAt = Number.POSITIVE_INFINITY,
): Promise<void> {
  const refusal = (code: NotificationRefusalCode) =>
    new NotificationRefusedError(code, reference, transactionOf(report));
  await settings.store.transaction(keyOf(settings, reference), async (stored: OrderTransaction<Tx>) => {
    const order = readOrder(await stored.load());
    if (!order) throw refusal("order_unknown");
    // The gateway keeps its URL, so expectLater() can extend only the expiry in the record.
    if (isExpired(Math.max(urlExpiresAt, order.expiresAt), settings.now())) {
      throw refusal("signed_url_expired");
    }
    const step = applyReport(order, report);
    if (step.type === "duplicate") return;
    if (step.type === "refused") throw refusal(step.code);
    // One order id of the gateway belongs to one reference, even before the reference is bound. Only charges and
    // authorizations claim an order id.
    const isCharge = report.kind === "charge" || report.kind === "authorization";
    if (isCharge && !(await stored.claim(`${settings.environment}/${report.orderId}`))) {
      throw refusal("order_wrong");
    }
    // Saved before onEvent: onEvent may call this object for the reference and must then see the order after the report.
    await stored.save(step.order);
    if (step.event) await settings.onEvent(step.event, stored.tx);
  });
}

function transactionOf(report: PaymentReport): RefusedTransaction | undefined {
  if (report.kind === "notice") return undefined;
  const { transactionId, orderId, status, money } = report;
  return { transactionId, orderId, status, money };
}

/** @throws Error if the stored value is not an order of this version. It must not be overwritten. */
function readOrder(stored: unknown): OrderRecord | undefined {
  if (stored === undefined || stored === null) return undefined;
  const parsed = orderRecord.safeParse(stored);
  if (parsed.success) return parsed.data;
  throw new Error("The store of notifications contains an order that this version cannot read.");
}

function keyOf(settings: { readonly environment: string }, reference: string): string {
  return `${settings.environment}/${reference}`;
}
