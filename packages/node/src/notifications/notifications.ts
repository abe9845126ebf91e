/**
 * Notifications of payments (section 6), safe although nobody signs them.
 *
 *   createUrl   records the order, then gives the address that proves a notification is about it
 *   (payment)   is sent with that address as url.ipnUrl
 *   record      what the gateway answered   }  in either order: the first one settles, inside the store's transaction,
 *   handle      what the gateway notifies   }  the other is a duplicate
 *
 * The gateway gets a 2xx only when the store has committed. Everything else makes it send again.
 */
import type { PaymentResult } from "@cardpane/contract/gateway";
import { ConfigurationError, NotSentError } from "../errors.ts";
import type { PriceItem } from "../payment-request.ts";
import { dueCharges, type Money } from "../price-schedule.ts";
import { isReference, writeCapability } from "./capability.ts";
import { type Observation, readAnswerOf, readNotification } from "./observation.ts";
import {
  createdOrder,
  type Expectation,
  type OrderRecord,
  observe,
  orderRecord,
  reopenedOrder,
} from "./order.ts";
import type { ReceivedNotification } from "./receive.ts";
import { createReceiver, type Reply } from "./receiver.ts";
import { NotificationRefusedError } from "./refusal.ts";
import { type NotificationSettings, type NotificationsOptions, resolveReceiverSettings } from "./settings.ts";
import type { OrderTransaction } from "./store.ts";
import { makeTestNotification, type TestNotificationOptions } from "./test-notification.ts";
import type { TestNotification } from "./test-request.ts";

/** A payment that is about to be sent, and what may be charged for it. */
export type ExpectedPayment = {
  /** Your name for this payment, 1 to 128 characters: an order's number, with a count where it is tried again. */
  readonly reference: string;
  /**
   * How long the address is good for, 1 to 3,650 days.
   * @default 90 after the last charge of the schedule, 3,650 where that has no end
   */
  readonly expiresInDays?: number | undefined;
} & (
  | {
      /** `sku.price` of the payment: what is due now and later is read off it. */
      readonly price: readonly PriceItem[];
      readonly amountMinor?: undefined;
    }
  | {
      /** What is charged with the purchase, in minor units: for a SKU whose price the gateway knows. */
      readonly amountMinor: number;
      /** ISO 4217. */
      readonly currency: string;
      /**
       * What later charges may amount to, where the SKU is a subscription.
       * @default there are none, and one that comes is refused
       */
      readonly later?: readonly Money[] | undefined;
      readonly price?: undefined;
    }
);

/** Receives notifications. It can be shared, printed and logged: it holds no readable secret. */
export interface Notifications {
  /**
   * Records a payment, and makes the address to send as `url.ipnUrl`. Await it before the payment is sent. Asked again for
   * an order that is not decided it gives the same address; after a failure it opens the order for another try.
   *
   * @throws NotSentError (`order_not_payable`) where the order is paid, or under way for another amount.
   * @throws ConfigurationError for a reference, an amount or a time that cannot be.
   */
  createUrl(payment: ExpectedPayment): Promise<string>;
  /**
   * Takes down what `payments.create` answered. Settles the order like a notification would, and binds it to the
   * gateway's order.
   *
   * @throws NotificationRefusedError when the answer is about another order, amount or currency than was recorded.
   */
  record(reference: string, result: PaymentResult): Promise<void>;
  /** Handles a request of the Fetch kind: Hono, Next, Bun, Deno, workers. Never throws. */
  handle(request: Request): Promise<Response>;
  /** Handles a request of any kind; `toNodeHandler` and `toFastifyHandler` are made of it. Never throws. */
  receive(request: ReceivedNotification): Promise<Reply>;
  /** What is known of an order, to show it; `undefined` when nothing is. */
  find(reference: string): Promise<OrderRecord | undefined>;
  /**
   * A notification as the gateway would send it, signed by the scheme that is set, for your own tests: of what was recorded
   * for the reference, unless told otherwise.
   *
   * @example
   * await ipn.createUrl({ reference: "order-1", amountMinor: 1250, currency: "EUR" });
   * const test = await ipn.createTestNotification({ reference: "order-1" });
   * expect((await ipn.handle(test.toRequest())).status).toBe(200);
   */
  createTestNotification(options: TestNotificationOptions): Promise<TestNotification>;
}

/**
 * Creates the receiver. Nothing is sent or stored.
 *
 * @throws ConfigurationError for a secret that is unset, short or a placeholder, and for every other option that cannot be.
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
  const { receive, handle } = createReceiver(settings, readNotification, (reference, seen) =>
    settle(settings, reference, seen),
  );
  return Object.freeze({
    createUrl: (payment: ExpectedPayment) => createUrl(settings, payment),
    record: async (reference: string, result: PaymentResult) => {
      const seen = readAnswerOf(result);
      if (!seen) throw new NotificationRefusedError("body_unreadable", reference);
      await settle(settings, reference, seen);
    },
    receive,
    handle,
    find: (reference: string) =>
      settings.store.transaction(keyOf(settings, reference), async (order) => readOrder(await order.load())),
    createTestNotification: (test: TestNotificationOptions) =>
      makeTestNotification(settings, readOrder, test),
  });
}

const dayMs = 86_400_000;
const longestDays = 3_650;

async function createUrl<Tx>(settings: NotificationSettings<Tx>, payment: ExpectedPayment): Promise<string> {
  const wanted = readExpectation(payment, settings.now());
  const { reference } = wanted;
  const order = await settings.store.transaction(keyOf(settings, reference), async (stored) => {
    const known = readOrder(await stored.load());
    const next = known ? reopenedOrder(known, wanted) : createdOrder(wanted);
    if (!next) {
      throw new NotSentError({
        code: "order_not_payable",
        what: "This order is paid, or under way for another amount",
      });
    }
    if (next !== known) await stored.save(next);
    return next;
  });
  const { use, environment, address, secrets } = settings;
  return writeCapability(address, { use, environment, reference, expiresAt: order.expiresAt }, secrets[0]);
}

function readExpectation(payment: ExpectedPayment, nowMs: number): Expectation {
  const { reference, price, expiresInDays } = payment;
  if (!isReference(reference)) {
    throw new ConfigurationError("reference must be 1 to 128 characters, without blanks at its ends");
  }
  const due = price
    ? dueOf(price)
    : {
        now: { amountMinor: payment.amountMinor, currency: payment.currency },
        later: payment.later ?? [],
        endless: (payment.later ?? []).length > 0,
        days: 0,
      };
  for (const money of [due.now, ...due.later]) checkMoney(money);
  const days = expiresInDays ?? (due.endless ? longestDays : Math.min(due.days + 90, longestDays));
  if (!Number.isInteger(days) || days < 1 || days > longestDays) {
    throw new ConfigurationError(`expiresInDays must be a whole number from 1 to ${longestDays}`);
  }
  return {
    reference,
    expected: due.now,
    later: due.later,
    expiresAt: Math.floor((nowMs + days * dayMs) / 1000),
  };
}

function dueOf(price: readonly PriceItem[]): ReturnType<typeof dueCharges> {
  try {
    return dueCharges(price);
  } catch {
    throw new ConfigurationError("price must be the sku.price of the payment");
  }
}

function checkMoney({ amountMinor, currency }: Money): void {
  if (!Number.isSafeInteger(amountMinor) || amountMinor < 0) {
    throw new ConfigurationError("amountMinor must be a whole number of minor units (cents)");
  }
  if (typeof currency !== "string" || !/^[A-Z]{3}$/.test(currency)) {
    throw new ConfigurationError("currency must be an ISO 4217 code, EUR for example");
  }
}

/** @throws NotificationRefusedError, and whatever the store or `onEvent` throws. */
async function settle<Tx>(
  settings: NotificationSettings<Tx>,
  reference: string,
  seen: Observation,
): Promise<void> {
  await settings.store.transaction(keyOf(settings, reference), async (stored: OrderTransaction<Tx>) => {
    const order = readOrder(await stored.load());
    if (!order) throw new NotificationRefusedError("order_unknown", reference);
    const step = observe(order, seen);
    if (step.type === "duplicate") return;
    if (step.type === "refused") throw new NotificationRefusedError(step.code, reference);
    // One order of the gateway's belongs to one reference, also while the reference has none yet.
    if (!(await stored.claim(`${settings.environment}/${seen.orderId}`))) {
      throw new NotificationRefusedError("order_wrong", reference);
    }
    if (step.event) await settings.onEvent(step.event, stored.tx);
    // Last: were the transaction broken by an error that onEvent swallowed, this fails instead of committing nothing.
    await stored.save(step.order);
  });
}

/** @throws Error when the store holds something else, which must not be overwritten. */
function readOrder(stored: unknown): OrderRecord | undefined {
  if (stored === undefined || stored === null) return undefined;
  const parsed = orderRecord.safeParse(stored);
  if (parsed.success) return parsed.data;
  throw new Error("The store of notifications holds an order that this version cannot read.");
}

function keyOf(settings: { readonly environment: string }, reference: string): string {
  return `${settings.environment}/${reference}`;
}
