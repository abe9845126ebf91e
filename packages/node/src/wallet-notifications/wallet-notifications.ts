/**
 * Webhooks of the wallet (sections 6.3 and 6.4), by attempt like payments: the same URLs, the same orders, the same store.
 *
 *   begin       records a refill or a payment from an account, and signs its URL
 *   settle      the response of payments.create  }  the first one changes the attempt and emits the event; the second one says
 *   handle      the webhook of the gateway       }  nothing new
 *   accountUrl  signs the URL of an account, which receives all its other transactions
 */

import { maskBody } from "../call/mask.ts";
import { readExpectation } from "../checkout/expected-payment.ts";
import { invalidRequest } from "../errors/errors.ts";
import { hashBody } from "../notifications/bytes.ts";
import { refuseInEvent, runEvent } from "../notifications/in-event.ts";
import {
  createNotificationHandler,
  type NotificationHandler,
} from "../notifications/notification-handler.ts";
import { type ReceiverOptions, resolveReceiverSettings } from "../notifications/settings.ts";
import {
  accountPrefix,
  checkAttemptId,
  checkReference,
  createSignedUrl,
} from "../notifications/signed-url.ts";
import type { TestNotification } from "../notifications/test-request.ts";
import type { EventDraft } from "../orders/apply-report.ts";
import { type AttemptState, stateOf } from "../orders/attempt.ts";
import type { Order } from "../orders/order.ts";
import type { OrderListOptions } from "../orders/order-list.ts";
import { openOrderRecords, type ReportOrigin } from "../orders/order-records.ts";
import { mayHavePaid } from "../orders/outcome.ts";
import type { ResolveOptions } from "../orders/resolution.ts";
import { swappedCall } from "../orders/swapped-call.ts";
import { notify } from "../settings/observer.ts";
import { checkId } from "../settings/settings.ts";
import type { WalletTransaction } from "../wallet/records.ts";
import type { WalletEvent } from "./wallet-event.ts";
import { movementReports, parseWebhook, subjectOf, voidsInside, type WalletReport } from "./wallet-report.ts";
import { createTestWebhook, type TestWebhookOptions } from "./wallet-test-webhook.ts";

/** A refill or payment that is about to be requested. */
export interface ExpectedMovement {
  readonly kind: "refill" | "payment";
  /** Your reference, 1 to 128 characters. */
  readonly reference: string;
  /** Id of the wallet user: the `userId` of the call. */
  readonly userId: number;
  /** Id of the account to refill, or that pays. */
  readonly paymentAccountId: number;
  /** In minor units. A refill's is the amount credited to the account, without deducted `amountMods`. */
  readonly amountMinor: number;
  /** Currency of the account, ISO 4217. */
  readonly currency: string;
  /**
   * Whether the refill is sent with `test: true`.
   * @default false
   */
  readonly test?: boolean | undefined;
}

/** An account whose webhooks you want. */
export interface ExpectedAccount {
  /** Your reference, 1 to 128 characters. */
  readonly reference: string;
  /** Id of the wallet user. */
  readonly userId: number;
  /** Id of the account; leave it out if the account is not created yet. */
  readonly paymentAccountId?: number | undefined;
}

/** A refill or payment that is about to be sent. */
export interface BegunMovement {
  /** Id of the attempt. Send it as `idempotencyKey`. */
  readonly id: string;
  readonly reference: string;
  /** Send it as `webhookUrl`. */
  readonly webhookUrl: string;
}

/** Options of {@link createWalletNotifications}. */
export interface WalletNotificationsOptions<Tx> extends ReceiverOptions<WalletEvent, Tx> {
  /** URL of your webhook endpoint: https, or http on a loopback address. */
  readonly webhookUrl: string;
}

/** Receives the webhooks of a wallet. Safe to share and to log: it exposes no secret. */
export interface WalletNotifications extends NotificationHandler {
  /**
   * Begins a refill or a payment from an account. Await it before the call.
   *
   * @throws NotSentError `order_paid` if the reference has succeeded; `attempt_open` if an attempt is undecided;
   * `invalid_request` for an invalid reference, id or amount.
   */
  begin(movement: ExpectedMovement): Promise<BegunMovement>;
  /**
   * Settles an attempt with the response of `payments.create`, or the error that the call threw. A refill is settled by its webhook.
   * If the call may have moved money and the store or `onEvent` fails, it is `unknown`, and the webhook decides.
   * So it is for the result of a call that had another attempt's `webhookUrl`.
   *
   * @throws after a refused call: NotSentError (`invalid_request`) for an attempt that was not begun; the error of the store
   */
  settle(
    attempt: Pick<BegunMovement, "id" | "reference">,
    result: WalletTransaction | Error,
  ): Promise<"paid" | "declined" | "not_made" | "mismatched" | "unknown">;
  /** Returns the URL to send as the `webhookUrl` of an account. @throws NotSentError (`invalid_request`) */
  accountUrl(account: ExpectedAccount): Promise<string>;
  /** Returns a refill or payment with its attempts, for display; `undefined` if none was begun. Takes no lock. */
  find(reference: string): Promise<Order | undefined>;
  /** Lists the refills and payments that wait, as `checkout.list` does. */
  list(options?: OrderListOptions): AsyncIterable<Order>;
  /** Ends a doubt by a person's decision, as `checkout.resolve` does; no event is emitted. */
  resolve(reference: string, decision: "paid" | "not_made", options?: ResolveOptions): Promise<void>;
  /** Creates a webhook like the gateway's, signed by the configured scheme, for your own tests. */
  createTestNotification(options: TestWebhookOptions): Promise<TestNotification>;
}

/**
 * Creates the receiver. Sends and stores nothing. It may share secret and store with `createCheckout`, but needs another path.
 *
 * @throws ConfigurationError for a secret that is unset, short or a placeholder, and for every other invalid option.
 * @example
 * const webhooks = createWalletNotifications({
 *   secret: process.env.IPN_SECRET,
 *   environment: "live",
 *   webhookUrl: "https://shop.example.com/wallet-webhook",
 *   store: createPostgresStore<pg.PoolClient>(pool),
 *   onEvent: async (event, tx) => {
 *     if (event.type === "wallet.payment.succeeded") {
 *       await tx.query("update orders set paid = true where id = $1", [event.reference]);
 *     }
 *   },
 * });
 */
export function createWalletNotifications<Tx>(options: WalletNotificationsOptions<Tx>): WalletNotifications {
  const settings = resolveReceiverSettings("wallet", options, ["webhookUrl", options.webhookUrl]);
  const orders = openOrderRecords(settings);

  async function applyToMovement(origin: ReportOrigin, body: unknown): Promise<AttemptState> {
    const report = parseWebhook(body, settings.currencies);
    const reports = report ? movementReports(report) : [{ kind: "unreadable", raw: undefined } as const];
    return stateOf(
      await orders.applyReports(origin, body, reports, (draft) =>
        report ? toEvent(draft, origin, report) : unreadable(origin, body),
      ),
    );
  }

  /** Emits an event of an account once. The record of its transaction is its own, so an account may live for years. */
  async function emitOnce(
    { reference }: ReportOrigin,
    about: string,
    facts: string,
    event: WalletEvent,
  ): Promise<void> {
    refuseInEvent();
    const key = `account ${settings.environment}/${reference}/${about}`;
    await settings.store.once(key, async ({ tx, records, save }) => {
      const seen: readonly string[] = Object(records[0]).seen ?? [];
      if (seen.includes(facts)) return;
      await runEvent(() => settings.onEvent(event, tx));
      await save(1, { seen: [...seen, facts] });
    });
  }

  async function applyToAccount(origin: ReportOrigin, body: unknown): Promise<void> {
    const report = parseWebhook(body, settings.currencies);
    if (!report) {
      const { attempt: _, ...rest } = origin;
      await emitOnce(origin, `body ${await hashBody(body)}`, "unreadable", unreadable(rest, body));
      return;
    }
    for (const each of [report, ...voidsInside(report)]) {
      const { transaction, isLowBalance } = each;
      const facts = [transaction.status, transaction.mode, transaction.amountMinor, isLowBalance].join(" ");
      await emitOnce(origin, String(transaction.id), facts, accountEvent(each, origin, origin.attempt));
    }
  }

  return Object.freeze<WalletNotifications>({
    ...createNotificationHandler(settings, async ({ reference, attempt, deliveryId, body }) => {
      const origin = { reference, attempt, source: "notification", deliveryId } as const;
      await (attempt.startsWith(accountPrefix) ? applyToAccount : applyToMovement)(origin, body);
    }),
    begin: async (movement) => {
      const { kind, userId, paymentAccountId, test, ...money } = Object(movement) as ExpectedMovement;
      if (kind !== "refill" && kind !== "payment")
        throw invalidRequest({ kind: "must be refill or payment" });
      const ids = {
        userId: checkId("userId", userId),
        paymentAccountId: checkId("paymentAccountId", paymentAccountId),
      };
      const { reference, expected } = readExpectation(money, settings.currencies);
      const subject = subjectOf({ kind, ...ids, isTest: kind === "refill" && test === true });
      const {
        url,
        retryOf: _,
        ...attempt
      } = await orders.begin({ reference, expected, subject, renews: false });
      return { ...attempt, webhookUrl: url };
    },
    settle: async ({ id, reference }, result) => {
      const isError = result instanceof Error;
      const swapped = swappedCall(id, result);
      if (swapped) {
        notify(settings.onFailure, swapped);
        return "unknown";
      }
      try {
        const origin = {
          reference: checkReference(reference),
          attempt: checkAttemptId(id),
          source: "response",
        } as const;
        const state = isError
          ? stateOf(await orders.applyError(reference, id, result))
          : await applyToMovement(origin, result);
        const isKnown = ["paid", "declined", "not_made", "mismatched"].includes(state);
        return isKnown ? (state as "paid" | "declined" | "not_made" | "mismatched") : "unknown";
      } catch (failure) {
        if (isError && !mayHavePaid(result)) throw failure;
        // The call is over, and may have moved money: its attempt stays undecided until the webhook.
        notify(settings.onFailure, failure);
        return "unknown";
      }
    },
    accountUrl: async ({ reference, userId, paymentAccountId }) => {
      const account = paymentAccountId === undefined ? "" : checkId("paymentAccountId", paymentAccountId);
      const attempt = `${accountPrefix}${checkId("userId", userId)}.${account}`;
      return createSignedUrl(settings, { reference: checkReference(reference), attempt });
    },
    find: orders.find,
    list: orders.list,
    resolve: (reference, decision, more) => orders.resolve(reference, decision, more, () => undefined),
    createTestNotification: async (test) =>
      createTestWebhook(settings, await orders.findAttempts(test.reference), test),
  });
}

function toEvent(draft: EventDraft, origin: ReportOrigin, report: WalletReport): WalletEvent | undefined {
  const kind = report.transaction.type === "outcome" ? "payment" : "refill";
  const base = { ...baseOf(report, origin), attempt: origin.attempt };
  switch (draft.type) {
    case "payment.succeeded":
      return { ...base, type: `wallet.${kind}.succeeded` };
    case "payment.failed":
      return { ...base, type: `wallet.${kind}.failed`, code: draft.code };
    case "payment.voided": {
      const voidedTransactionId = draft.of === undefined ? undefined : Number(draft.of);
      // A void goes into the other direction, unless it came inside the transaction that it voids.
      const isInside = voidedTransactionId === report.transaction.id;
      const voided = (kind === "payment") === isInside ? "payment" : "refill";
      return { ...base, type: `wallet.${voided}.voided`, voidedTransactionId };
    }
    case "payment.mismatched":
      return { ...base, type: "wallet.mismatched", why: draft.why, expected: draft.expected };
    case "payment.identified":
      return undefined;
    case "payment.duplicate":
      return { ...base, type: "wallet.duplicate" };
    case "payment.reversed":
      return { ...base, type: "wallet.unknown", why: "reversed" };
    default:
      return { ...base, type: "wallet.unknown", why: report.unknown ?? "kind" };
  }
}

function unreadable(origin: Omit<ReportOrigin, "attempt">, body: unknown): WalletEvent {
  return {
    ...origin,
    type: "wallet.unknown",
    why: "unreadable",
    transaction: undefined,
    raw: maskBody(body),
  };
}

function accountEvent(
  report: WalletReport,
  origin: Omit<ReportOrigin, "attempt">,
  attempt: string,
): WalletEvent {
  const { transaction, isLowBalance, unknown, voidedTransactionId } = report;
  const base = baseOf(report, origin);
  const [, userId, accountId] = attempt.split(".");
  const isOurs =
    userId === String(transaction.userId) &&
    (!accountId || accountId === String(transaction.paymentAccountId));
  if (unknown || !isOurs) return { ...base, type: "wallet.unknown", why: unknown ?? "kind" };
  if (isLowBalance) return { ...base, type: "wallet.account.low" };
  return transaction.mode === "void"
    ? { ...base, type: "wallet.account.voided", voidedTransactionId }
    : { ...base, type: "wallet.account.moved" };
}

function baseOf(
  { transaction }: WalletReport,
  { reference, source, deliveryId }: Omit<ReportOrigin, "attempt">,
) {
  return {
    reference,
    source,
    ...(deliveryId !== undefined && { deliveryId }),
    transaction,
  };
}
