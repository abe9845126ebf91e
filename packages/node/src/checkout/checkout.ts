/**
 * Payments by attempt: an order is charged by attempts, and at most one of them is undecided.
 *
 *   begin    records an attempt under the order's lock, unless one is undecided or the order is paid; signs its URL
 *   (call)   sends the payment with that URL as url.ipnUrl, and with the attempt's id as idempotency key
 *   settle   the response of the gateway      }  in either sequence: the first one changes the attempt and emits the event, inside
 *   handle   the notification of the gateway  }  the store's transaction; the second one says nothing new
 *
 * `pay` is all of it. The way of a notification: node-handlers and notification-handler receive it, verify-request checks its URL, body
 * and signature, payment-report reads it, order-records locks its order, apply-report changes its attempt, and onEvent gets the events.
 *
 * A crash between begin and settle leaves an undecided attempt. A notification decides it, or `resolve`: if it was
 * never sent, no notification comes.
 */

import { fieldsOf } from "@cardpane/contract/record";
import type { Client } from "../client.ts";
import {
  ConfigurationError,
  invalidRequest,
  isCardpaneError,
  NotSentError,
  UnknownOutcomeError,
} from "../errors/errors.ts";
import { refuseInEvent } from "../notifications/in-event.ts";
import {
  createNotificationHandler,
  type NotificationHandler,
} from "../notifications/notification-handler.ts";
import { type PaymentReport, parseNotification, parseResponse } from "../notifications/payment-report.ts";
import {
  type ReceiverOptions,
  type ReportSettings,
  resolveReceiverSettings,
  resolveReportOptions,
} from "../notifications/settings.ts";
import { checkAttemptId, checkReference } from "../notifications/signed-url.ts";
import type { TestNotification } from "../notifications/test-request.ts";
import type { EventDraft } from "../orders/apply-report.ts";
import { stateOf } from "../orders/attempt.ts";
import type { CheckoutEvent } from "../orders/events.ts";
import type { Order } from "../orders/order.ts";
import type { OrderListOptions } from "../orders/order-list.ts";
import { type EventOrigin, openOrderRecords, type ReportOrigin } from "../orders/order-records.ts";
import { type CheckoutOutcome, mayHavePaid, outcomeOf, pendingOutcome } from "../orders/outcome.ts";
import type { ResolveOptions } from "../orders/resolution.ts";
import { swappedCall } from "../orders/swapped-call.ts";
import type { WaitOptions } from "../orders/wait.ts";
import type { PaymentResult } from "../payments/payment-result.ts";
import type { SourcePayment, SourceType, TokenPayment } from "../payments/token-payment.ts";
import { notify } from "../settings/observer.ts";
import {
  type AttemptLimits,
  openAttemptGuard,
  type Payer,
  payerOf,
  resolveLimits,
  type Slots,
} from "./attempt-guard.ts";
import { type CheckoutCharge, type CheckoutPayment, checkFields, requestOf } from "./checkout-payment.ts";
import { type ExpectedPayment, readExpectation } from "./expected-payment.ts";
import { type OrderRefund, type RefundOutcome, refundOrder } from "./refund.ts";
import { createTestNotification, type TestNotificationOptions } from "./test-notification.ts";
import { findMissingThreeDsData, type ThreeDsDatum, threeDsErrors } from "./three-ds-data.ts";

/** Options of {@link createCheckout}. */
export interface CheckoutOptions<Tx> extends ReceiverOptions<CheckoutEvent, Tx>, ReportSettings {
  /** The client that pays. */
  readonly client: Pick<Client, "payments"> & Partial<Pick<Client, "shopper">>;
  /** URL of your notification endpoint: https, or http on a loopback address. */
  readonly ipnUrl: string;
  /**
   * Sets the behaviour of `pay` after an unknown outcome. `resolve` waits for the notification or a call of `resolve`. `repeat`
   * sends the same token with the same idempotency key again, up to two times. Choose `repeat` only if your gateway answers a
   * repeated key with the original result: a token is one-time, so such a repetition cannot charge twice. No other source is repeated.
   * @default "resolve"
   */
  readonly onUnknown?: "resolve" | "repeat" | undefined;
  /**
   * What `pay` does if a payment with 3D Secure lacks what the card networks want (the cardholder's name, e-mail or phone, the
   * shopper's public address, the screen):
   * `warn` says so once per process, and in `outcome.missingForThreeDs`; `refuse` sends nothing; `off` says nothing.
   * @default "warn"
   */
  readonly threeDsData?: "warn" | "refuse" | "off" | undefined;
  /**
   * Limits of declined attempts of `pay` and `charge`: a refused one is `not_made` with `too_many_attempts`. A saved card that the
   * networks forbid to try again is not sent either (`card_unusable`). `false`: none.
   * @default 8 for an order, 20 an hour for a shopper
   */
  readonly attempts?: AttemptLimits | false | undefined;
}

/** An attempt that is about to be sent. */
export interface BegunAttempt {
  /** The attempt's id. Send it as `idempotencyKey`. */
  readonly id: string;
  /** Your reference of the order. */
  readonly reference: string;
  /** Send it as `url.ipnUrl`. */
  readonly ipnUrl: string;
}

/** The outcome of `pay`, with what the card networks want for 3D Secure and the payment lacked; absent if it lacked nothing. */
export type PayOutcome = CheckoutOutcome & { readonly missingForThreeDs?: readonly ThreeDsDatum[] };

/** The outcome of a charge without the shopper. */
export type ChargeOutcome =
  | Exclude<CheckoutOutcome, { readonly type: "redirect" | "scan" }>
  /** The bank wants the shopper. Send them `url`, or `supersede` the attempt and let them pay anew. */
  | { readonly type: "shopper_needed"; readonly url: string | undefined; readonly payment: PaymentResult };

/** Charges an order once, reports a second charge, and receives the notifications. */
export interface Checkout extends NotificationHandler {
  /**
   * Pays an order, by the pane's token or by another source: records an attempt, sends it, and settles it. Nothing is sent if the
   * order is paid or another attempt is undecided. After a decline that asked for 3D Secure (5227), the next token is sent as a retry
   * with it. Hold no lock of your order's row while you call it: a notification may come first, and `onEvent` would wait for you.
   *
   * @throws Error of the store, if the attempt could not be recorded: nothing was sent.
   * @example
   * const outcome = await checkout.pay({ ...readFormValue(req.body.payment), reference: order.id, price, httpRequest: req, sku, consumer, redirectUrl });
   * if (outcome.type === "redirect") return res.redirect(303, outcome.url);
   * @example
   * await checkout.pay({ source: { type: "ideal" }, reference: order.id, price, httpRequest: req, sku, consumer, redirectUrl });
   */
  pay<Type extends SourceType>(payment: CheckoutPayment<Type>): Promise<PayOutcome>;
  /**
   * Charges an order without the shopper: a later charge to which they agreed. Same rules as `pay`.
   *
   * @throws Error of the store, if the attempt could not be recorded: nothing was sent.
   * @example
   * const source = { type: "consumer", value: consumerId } as const;
   * await checkout.charge({ source, reference: invoice.id, price, sku, consumer: { id: consumerId, ip: consent.ip } });
   */
  charge(payment: CheckoutCharge): Promise<ChargeOutcome>;
  /**
   * Begins an attempt, for calls that `pay` does not cover. Await it before you send the payment.
   *
   * @throws NotSentError `order_paid`; `attempt_open` if another attempt is undecided; `invalid_request` for an invalid reference,
   * amount or price.
   * @example
   * const attempt = await checkout.begin({ reference: order.id, price });
   * const url = { ipnUrl: attempt.ipnUrl, redirectUrl };
   * const outcome = await checkout.settle(attempt, client.payments.create({ ...request, url }, { idempotencyKey: attempt.id }));
   */
  begin(payment: ExpectedPayment): Promise<BegunAttempt>;
  /**
   * Settles an attempt: with the result of its call, the error that the call threw, or the promise of either. Never throws for
   * what the call did. If the store or `onEvent` fails, the outcome is `unknown`, or `pending` or `redirect` as the response says, and
   * the notification decides. So it is for the result of a call that had another attempt's `ipnUrl`.
   *
   * @throws NotSentError (`invalid_request`) for a refused call of an attempt that was not begun; a result of one is `mismatched`
   */
  settle(
    attempt: Pick<BegunAttempt, "id" | "reference">,
    result: PaymentResult | Promise<PaymentResult> | Error,
  ): Promise<CheckoutOutcome>;
  /** Returns an order with its attempts, for display; `undefined` if none was begun. Takes no lock. */
  find(reference: string): Promise<Order | undefined>;
  /**
   * Lists the orders that are neither paid nor payable or have a refund under way, with what each waits for (`waiting`) and what ends it (`canSupersede`, `canResolve`).
   *
   * @throws ConfigurationError if your own store has no `scan`
   * @example
   * for await (const { reference, waiting } of checkout.list({ needsPerson: true })) console.log(reference, waiting?.why);
   */
  list(options?: OrderListOptions): AsyncIterable<Order>;
  /**
   * Gives up an attempt whose challenge or bank's page the shopper left, so that another one can begin. If it is paid after all,
   * `payment.succeeded` is emitted, or `payment.duplicate` if the other one is paid too.
   *
   * @throws NotSentError `attempt_open` if the attempt has no answer yet, or money is reserved or in doubt; `order_paid`
   */
  supersede(reference: string): Promise<void>;
  /**
   * Ends a doubt by a person's decision, after a look at the gateway: an attempt without an answer, an authorization, or
   * `payment.mismatched`. With `paid` the order is paid, and `payment.succeeded` is emitted if it was not before. With `not_made`
   * another attempt can begin. Name the `transactionId`, if you have it: a refund needs it. Else `payment.identified` brings it later.
   *
   * @throws NotSentError `order_paid` for `not_made` of a paid order; `invalid_request` for an order without an attempt, and
   * for `paid` of one whose amount is not recorded
   */
  resolve(reference: string, decision: "paid" | "not_made", options?: ResolveOptions): Promise<void>;
  /**
   * Waits until an order is decided, for a return page: resolves with it then, or after the time limit with the state that it has. Asks
   * the store only, so the notification may arrive at another process.
   *
   * @throws the signal's reason
   * @example
   * const order = await checkout.wait(req.params.id);
   * if (order?.state === "paid") return res.send("Paid. Thank you!");
   */
  wait(reference: string, options?: WaitOptions): Promise<Order | undefined>;
  /**
   * Refunds an order, whole or in part: finds its transaction, and refuses more than is left, refunds under way included. The same
   * `key` is the same refund: it is sent once. The event is `payment.refunded` or `payment.voided`, with the key.
   *
   * @throws Error of the store before anything was sent
   * @example
   * const outcome = await checkout.refund(order.id, { amountMinor: 450, reason: "Sent back", key: parcel.id });
   */
  refund(reference: string, refund?: OrderRefund): Promise<RefundOutcome>;
  /**
   * Ends a refund that has no answer by a person's decision, after a look at the gateway. `made` needs the refund's `transactionId`, and
   * emits `payment.refunded`. After `not_made` its money can be refunded again, and its key is free.
   *
   * @throws NotSentError (`invalid_request`), also if no refund with this key is under way
   */
  resolveRefund(
    reference: string,
    key: string,
    decision: "made" | "not_made",
    options?: ResolveOptions,
  ): Promise<void>;
  /**
   * Creates a notification like the gateway's, signed by the configured scheme, for your own tests. The defaults are the values
   * recorded for the last attempt of the reference.
   *
   * @example
   * await checkout.begin({ reference: "order-1", amountMinor: 1250, currency: "EUR" });
   * const test = await checkout.createTestNotification({ reference: "order-1" });
   * expect((await checkout.handle(test.toRequest())).status).toBe(200);
   */
  createTestNotification(options: TestNotificationOptions): Promise<TestNotification>;
}

/**
 * Creates the checkout. Sends and stores nothing.
 *
 * @throws ConfigurationError for a secret that is unset, short or a placeholder, and for every other invalid option.
 * @example
 * const checkout = createCheckout({
 *   client,
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
export function createCheckout<Tx>(options: CheckoutOptions<Tx>): Checkout {
  const settings = resolveReceiverSettings("payment", options, ["ipnUrl", options.ipnUrl]);
  const reportOptions = resolveReportOptions(options, settings);
  const { client, onUnknown = "resolve", threeDsData = "warn" } = options;
  if (typeof client?.payments?.createFromToken !== "function") {
    throw new ConfigurationError("client is not set. Pass createClient()");
  }
  if (onUnknown !== "resolve" && onUnknown !== "repeat") {
    throw new ConfigurationError("onUnknown must be resolve or repeat");
  }
  if (!["warn", "refuse", "off"].includes(threeDsData)) {
    throw new ConfigurationError("threeDsData must be warn, refuse or off");
  }
  const orders = openOrderRecords(settings);
  const limits = options.attempts === false ? undefined : resolveLimits(options.attempts);
  const guard = limits && openAttemptGuard(settings, limits);

  const beginAttempt = async (payment: ExpectedPayment, slots?: Slots) =>
    orders.begin(
      { ...readExpectation(payment, settings.currencies), ...(slots && { slots }) },
      slots && limits?.perOrder,
    );

  async function begin(payment: ExpectedPayment): Promise<BegunAttempt> {
    const { id, reference, url } = await beginAttempt(payment);
    return { id, reference, ipnUrl: url };
  }

  /** Applies the result of a call, or the body of a notification: the original body tells whether it was processed before. */
  async function applyReport(origin: ReportOrigin, body: unknown, report: PaymentReport) {
    return orders.applyReports(origin, body, [report], (draft, from) => toEvent(draft, from, report));
  }

  async function settle(
    { id, reference }: Pick<BegunAttempt, "id" | "reference">,
    given: PaymentResult | Promise<PaymentResult> | Error,
  ): Promise<CheckoutOutcome> {
    const { result, error } = await resultOf(given);
    const swapped = swappedCall(id, result ?? error);
    if (swapped) {
      notify(settings.onFailure, swapped);
      return { type: "unknown", error: swapped };
    }
    try {
      checkReference(reference);
      checkAttemptId(id);
      const attempt = result
        ? await applyReport(
            { reference, attempt: id, source: "response" },
            result.raw,
            parseResponse(result, reportOptions),
          )
        : await orders.applyError(reference, id, error);
      return outcomeOf(attempt, result, error);
    } catch (failure) {
      if (failure instanceof NotSentError && !result && !mayHavePaid(error)) throw failure;
      // The call is over, whatever the store does: its attempt stays undecided until the notification.
      notify(settings.onFailure, failure);
      return result?.payment.status === "pending"
        ? pendingOutcome(result)
        : { type: "unknown", error: failure };
    }
  }

  async function make(
    method: "pay" | "charge",
    payment: CheckoutPayment | CheckoutCharge,
    payer: Payer,
    check: () => void = () => undefined,
  ): Promise<CheckoutOutcome> {
    let attempt: Awaited<ReturnType<typeof beginAttempt>>;
    let slots: Slots | undefined;
    const { paymentAccountId: card } = fieldsOf<{ paymentAccountId: string }>(payment?.source);
    try {
      refuseInEvent();
      checkFields(method, payment);
      check();
      if (card !== undefined && (await guard?.isBlocked(String(card)))) {
        throw new NotSentError({
          code: "card_unusable",
          what: "The bank has refused this saved card for good",
        });
      }
      slots = await guard?.reserve(payer);
      attempt = await beginAttempt(payment, slots);
    } catch (error) {
      if (slots) await guard?.release(slots);
      if (!isCardpaneError(error) || error.code === "called_in_event") throw error;
      if (error.code === "order_paid") return { type: "already_paid" };
      if (error.code === "attempt_open") return { type: "in_progress" };
      return { type: "not_made", error };
    }
    const { redirectUrl = settings.address } = payment as Partial<CheckoutPayment>;
    const request = requestOf(payment, { ipnUrl: attempt.url, redirectUrl }, attempt.retryOf);
    const { payments } = client;
    const callOptions = { ...payment.options, idempotencyKey: attempt.id };
    const call = async () =>
      payment.source === undefined
        ? payments.createFromToken(request as TokenPayment, callOptions)
        : payments.createFromSource(request as SourcePayment, callOptions);
    const send = async (): Promise<CheckoutOutcome> => {
      const { result, error } = await resultOf(call());
      if (result) return settle(attempt, result);
      if (mayHavePaid(error) && onUnknown === "repeat" && payment.source === undefined) {
        for (let repetition = 0; repetition < 2; repetition++) {
          // A refusal of the repetition proves nothing about the first call.
          const again = await resultOf(call());
          if (again.result) return settle(attempt, again.result);
        }
      }
      return settle(attempt, error as Error);
    };
    const outcome = await send();
    if (outcome.type === "declined") {
      const { again, fields } = outcome.advice;
      const isForGood = again === "never" || fields.includes("number");
      if (card !== undefined && isForGood) await guard?.block(card, outcome.code);
    } else if (slots && !mayBeDeclined.has(outcome.type)) await guard?.release(slots);
    return outcome;
  }

  async function pay(payment: CheckoutPayment): Promise<PayOutcome> {
    const payer = payerOf(Object(payment), client);
    const missing = threeDsData === "off" ? [] : findMissingThreeDsData(Object(payment), payer.address);
    const outcome = await make("pay", payment, payer, () => {
      if (missing.length === 0) return;
      if (threeDsData === "refuse") throw invalidRequest(threeDsErrors(missing));
      warnOfMissing(missing);
    });
    return missing.length > 0 && "payment" in outcome ? { ...outcome, missingForThreeDs: missing } : outcome;
  }

  async function charge(payment: CheckoutCharge): Promise<ChargeOutcome> {
    const outcome = await make("charge", payment, payerOf(Object(payment), client));
    if (outcome.type !== "redirect" && outcome.type !== "scan") return outcome;
    return { type: "shopper_needed", url: outcome.url, payment: outcome.payment };
  }

  return Object.freeze<Checkout>({
    ...createNotificationHandler(settings, async ({ reference, attempt, deliveryId, body }) => {
      const origin = { reference, attempt, source: "notification", deliveryId } as const;
      const { slots, ...settled } = await applyReport(origin, body, parseNotification(body, reportOptions));
      if (slots && ["paid", "authorized"].includes(stateOf(settled))) await guard?.release(slots);
    }),
    pay: pay as Checkout["pay"],
    charge,
    begin,
    settle,
    find: orders.find,
    list: orders.list,
    refund: async (reference, refund) =>
      refundOrder(
        {
          client,
          orders,
          reportOptions,
          complete: (report) => (draft, from) => toEvent(draft, from, report),
          onFailure: settings.onFailure,
          now: settings.now,
        },
        reference,
        refund,
      ),
    resolveRefund: (reference, key, decision, more) =>
      orders.resolveRefund(reference, key, decision, more, toEvent),
    supersede: orders.supersede,
    resolve: (reference, decision, more) => orders.resolve(reference, decision, more, toEvent),
    wait: orders.wait,
    createTestNotification: async (test) =>
      createTestNotification(settings, await orders.find(test.reference), test),
  });
}

/** Adds what the gateway said besides the facts. */
function toEvent(draft: EventDraft, origin: EventOrigin, report?: PaymentReport): CheckoutEvent {
  const isTransaction = report !== undefined && "result" in report;
  const content = isTransaction
    ? { orderId: report.orderId, result: report.result }
    : { orderId: undefined, result: undefined };
  const hasRaw = draft.type === "unknown" || draft.type === "subscription.notice";
  const raw = isTransaction ? report.result.raw : report?.raw;
  return { ...draft, ...origin, ...content, ...(hasRaw && { raw }) } as CheckoutEvent;
}

/** Outcomes that may end in a decline: their slots stay until a notification says that they are paid. */
const mayBeDeclined: ReadonlySet<CheckoutOutcome["type"]> = new Set([
  "redirect",
  "scan",
  "pending",
  "unknown",
]);

const warned = new Set<string>();

/** Warns of what the card networks want, once per process. */
function warnOfMissing(missing: readonly ThreeDsDatum[]): void {
  const key = missing.join();
  if (warned.has(key)) return;
  warned.add(key);
  const what = Object.entries(threeDsErrors(missing)).map(([path, problem]) => `${path} ${problem}`);
  console.warn(
    `Visa and Mastercard want more for 3D Secure, or challenge more often and charge fees: ${what.join("; ")}. (cardpane, threeDsData)`,
  );
}

async function resultOf(
  given: PaymentResult | Promise<PaymentResult> | Error,
): Promise<{ readonly result?: PaymentResult; readonly error?: unknown }> {
  try {
    const value = await given;
    if (value instanceof Error || isCardpaneError(value)) return { error: value };
    if (value !== undefined && Object(value).payment) return { result: value as PaymentResult };
    const what = "The result of the call is no payment";
    return { error: new UnknownOutcomeError({ code: "unreadable_answer", what }) };
  } catch (error) {
    return { error };
  }
}
