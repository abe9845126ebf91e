/**
 * Webhooks of the wallet (sections 6.3 and 6.4). Like payment notifications, they are verified by a signed URL and compared with
 * the record of createUrl.
 *
 *   createUrl   records the refill, the payment or the account, and returns the signed URL for webhookUrl
 *   record      the response of payments.create  }  the first one changes the record, inside the store's transaction;
 *   handle      the webhook of the gateway       }  the second one is a duplicate
 */

import { checkId } from "../../client/settings.ts";
import { invalidRequest, NotSentError } from "../../errors/errors.ts";
import { NotificationRefusedError, type RefusedTransaction } from "../../errors/notification-refused.ts";
import { tryToMinor, unknownCurrency } from "../../payments/money.ts";
import type { WalletTransaction } from "../../wallet/records.ts";
import { createNotificationHandler, type NotificationHandler } from "../notification-handler.ts";
import { type ReceiverOptions, type ReceiverSettings, resolveReceiverSettings } from "../settings.ts";
import { checkReference, createSignedUrl, expiryOf, isExpired, maxUrlDays } from "../signed-url.ts";
import type { OrderTransaction } from "../stores/store.ts";
import type { TestNotification } from "../test-request.ts";
import type { WalletEvent } from "./wallet-event.ts";
import {
  releaseRecord,
  reopenRecord,
  type WalletRecord,
  walletRecord,
  walletTransactionRecord,
} from "./wallet-record.ts";
import { parseWebhook, reportFromTransaction, type WalletReport } from "./wallet-report.ts";
import { accountEvent, accountProblem, applyMovementReport } from "./wallet-state.ts";
import { createTestWebhook, type TestWebhookOptions } from "./wallet-test-webhook.ts";

/** Fields of every kind of URL. */
interface ExpectedBase {
  /** Your reference, 1 to 128 characters. */
  readonly reference: string;
  /** Id of the wallet user: the `userId` of the call. */
  readonly userId: number;
  /** Currency of the account, ISO 4217. */
  readonly currency: string;
  /**
   * Validity of the URL in days, 1 to 3,650.
   * @default 90; for an account 3,650
   */
  readonly expiresInDays?: number | undefined;
}

/** A refill or payment that is about to be requested, or an account, whose URL receives all its other transactions. */
export type ExpectedMovement = ExpectedBase &
  (
    | {
        readonly kind: "refill";
        /** Id of the account to refill. */
        readonly paymentAccountId: number;
        /** The amount credited to the account, in minor units: less than the refill's amount if `amountMods` are deducted. */
        readonly amountMinor: number;
        /**
         * Whether the refill is sent with `test: true`.
         * @default false
         */
        readonly test?: boolean | undefined;
      }
    | {
        readonly kind: "payment";
        /** Id of the account that pays. */
        readonly paymentAccountId: number;
        /** As passed to `payments.create`, in minor units. */
        readonly amountMinor: number;
      }
    | {
        readonly kind: "account";
        /** Id of the account. Omit it if the account is not created yet: the first notification binds it. */
        readonly paymentAccountId?: number | undefined;
      }
  );

/** Options of {@link createWalletNotifications}. */
export interface WalletNotificationsOptions<Tx> extends ReceiverOptions<WalletEvent, Tx> {
  /** URL of your webhook endpoint: https, or http on a loopback address. */
  readonly webhookUrl: string;
}

/** Receives the webhooks of a wallet. Safe to share and to log: it exposes no secret. */
export interface WalletNotifications extends NotificationHandler {
  /**
   * Records a refill, a payment or an account, and returns the URL to send as `webhookUrl`. Await it before the call. For an
   * undecided reference it returns the same URL until half of the URL's validity has passed; after a failure it opens the
   * reference for another attempt.
   *
   * @throws NotSentError `order_not_payable` if the reference has succeeded, or another refill or payment is pending under it;
   * `invalid_request` for an invalid reference, id, amount or time.
   */
  createUrl(expected: ExpectedMovement): Promise<string>;
  /**
   * Records the response of `payments.create`, or of `transactions.get` for a refill. It changes the record as the webhook would.
   *
   * @throws NotificationRefusedError if user, account, kind, currency or amount of the transaction differ from the record.
   */
  record(reference: string, transaction: WalletTransaction): Promise<void>;
  /**
   * Releases a refill or a payment that was refused before anything was reported, so that `createUrl` can record another
   * amount or account. A late webhook of the released attempt is reported as `wallet.unknown`.
   *
   * @throws NotSentError `order_not_payable` if the refill or payment has succeeded.
   */
  release(reference: string): Promise<void>;
  /** Returns the record of a reference, for display; `undefined` if there is none. Takes no lock. */
  find(reference: string): Promise<WalletRecord | undefined>;
  /** Creates a webhook like the gateway's, signed by the configured scheme, for your own tests. */
  createTestNotification(options: TestWebhookOptions): Promise<TestNotification>;
}

/**
 * Creates the receiver. Sends and stores nothing. It may share secret and store with `createNotifications`, but needs a
 * different path.
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
  const find = async (reference: string) => readRecord(await settings.store.read(keyOf(settings, reference)));
  return Object.freeze({
    ...createNotificationHandler(
      settings,
      (body, deliveryId) => parseWebhook(body, deliveryId, settings.currencies),
      async (reference, report, expiresAt) => {
        if (isExpired(expiresAt, settings.now())) {
          throw new NotificationRefusedError("signed_url_expired", reference, transactionOf(report));
        }
        await commitReport(settings, reference, report);
      },
    ),
    createUrl: (expected: ExpectedMovement) => createUrl(settings, expected),
    record: async (reference: string, transaction: WalletTransaction) => {
      const report = reportFromTransaction(transaction, settings.currencies);
      if (!report) throw new NotificationRefusedError("body_unreadable", reference);
      await commitReport(settings, reference, report);
    },
    release: (reference: string) => release(settings, reference),
    find,
    createTestNotification: async (test: TestWebhookOptions) =>
      createTestWebhook(settings, await find(test.reference), test),
  });
}

type Settings<Tx> = ReceiverSettings<WalletEvent, Tx>;

async function createUrl<Tx>(settings: Settings<Tx>, expected: ExpectedMovement): Promise<string> {
  const wanted = createRecord(expected, settings);
  const { reference } = wanted;
  const record = await settings.store.transaction(keyOf(settings, reference), async (stored) => {
    const known = readRecord(await stored.load());
    const next = known ? reopenRecord(known, wanted, settings.now()) : wanted;
    if (!next) throw notPayable("This reference has succeeded, or is under way for something else");
    if (next !== known) await stored.save(next);
    return next;
  });
  return createSignedUrl(settings, record);
}

async function release<Tx>(settings: Settings<Tx>, reference: string): Promise<void> {
  await settings.store.transaction(keyOf(settings, reference), async (stored) => {
    const known = readRecord(await stored.load());
    if (!known) return;
    const next = releaseRecord(known);
    if (!next) throw notPayable("This reference has succeeded");
    if (next !== known) await stored.save(next);
  });
}

function notPayable(what: string): NotSentError {
  return new NotSentError({ code: "order_not_payable", what, effect: "money" });
}

function createRecord(
  expected: ExpectedMovement,
  { now, currencies }: Pick<ReceiverSettings<never, never>, "now" | "currencies">,
): WalletRecord {
  const { reference, kind, currency, paymentAccountId, expiresInDays } = expected;
  checkReference(reference);
  if (tryToMinor(0, currency, currencies) === undefined) fail("currency", unknownCurrency);
  const userId = checkId("userId", expected.userId);
  const expiresAt = expiryOf(expiresInDays ?? (kind === "account" ? maxUrlDays : 90), now());
  const base = { version: 1, reference, userId, currency, expiresAt } as const;
  if (kind === "account") {
    const id = paymentAccountId === undefined ? undefined : checkId("paymentAccountId", paymentAccountId);
    return { ...base, kind, ...(id !== undefined && { paymentAccountId: id }) };
  }
  if (kind !== "refill" && kind !== "payment") fail("kind", "must be refill, payment or account");
  return {
    ...base,
    kind,
    paymentAccountId: checkId("paymentAccountId", paymentAccountId),
    amountMinor: checkAmount(expected.amountMinor),
    isTest: kind === "refill" && expected.test === true,
    state: "created",
    transactions: {},
  };
}

function checkAmount(amountMinor: unknown): number {
  if (Number.isSafeInteger(amountMinor) && Number(amountMinor) > 0) return Number(amountMinor);
  return fail("amountMinor", "must be a whole number of minor units (cents), more than 0");
}

/** @throws NotificationRefusedError, or the error of the store or of `onEvent`. */
async function commitReport<Tx>(
  settings: Settings<Tx>,
  reference: string,
  report: WalletReport,
): Promise<void> {
  const refuse = (code: ConstructorParameters<typeof NotificationRefusedError>[0]): never => {
    throw new NotificationRefusedError(code, reference, transactionOf(report));
  };
  const account = await settings.store.transaction(
    keyOf(settings, reference),
    async (stored: OrderTransaction<Tx>) => {
      const record = readRecord(await stored.load()) ?? refuse("order_unknown");
      if (record.kind === "account") {
        const problem = accountProblem(record, report);
        if (problem) refuse(problem);
        const bound = { ...record, paymentAccountId: report.transaction.paymentAccountId };
        if (record.paymentAccountId === undefined) await stored.save(bound);
        return bound;
      }
      const step = applyMovementReport(record, report);
      if (step.type === "refused") return refuse(step.code);
      if (step.type === "duplicate") return undefined;
      // A transaction belongs to one reference: the transaction of one refill must not complete another refill.
      const name = `wallet ${settings.environment}/${report.transaction.id}`;
      if (!(await stored.claim(name))) refuse("order_wrong");
      // Saved before onEvent: onEvent may call this object for the reference and must then see the record after the report.
      await stored.save(step.record);
      if (step.event) await settings.onEvent(step.event, stored.tx);
      return undefined;
    },
  );
  if (account) await commitAccountTransaction(settings, account, report);
}

function transactionOf({ transaction, amountMinor }: WalletReport): RefusedTransaction {
  const { id, status, currency } = transaction;
  return { transactionId: String(id), status, money: { amountMinor, currency } };
}

/** Each transaction of an account has its own record, because their number has no limit. */
async function commitAccountTransaction<Tx>(
  settings: Settings<Tx>,
  account: Extract<WalletRecord, { kind: "account" }>,
  report: WalletReport,
): Promise<void> {
  const { reference } = account;
  const { id, status } = report.transaction;
  const notice = report.isLowBalance ? " low_balance" : "";
  const key = `wallet-transaction ${settings.environment}/${id}${notice}/${reference}`;
  await settings.store.transaction(key, async (stored: OrderTransaction<Tx>) => {
    const known = (await stored.load()) ?? undefined;
    if (known !== undefined && walletTransactionRecord.parse(known).status === status) return;
    const event = accountEvent(account, report);
    await stored.save({ version: 1, kind: "account-transaction", status });
    // The same transaction with another final status is reported once, and the response is 200, so that re-sending stops.
    const contradiction = { ...event, type: "wallet.unknown", why: "contradiction" } as const;
    await settings.onEvent(known === undefined ? event : contradiction, stored.tx);
  });
}

/** @throws Error if the stored value is not a wallet record of this version. It must not be overwritten. */
function readRecord(stored: unknown): WalletRecord | undefined {
  if (stored === undefined || stored === null) return undefined;
  const parsed = walletRecord.safeParse(stored);
  if (parsed.success) return parsed.data;
  throw new Error("The store of notifications holds a record that this version cannot read.");
}

/** The key of a record. Environment names contain no space, so the prefix `wallet ` cannot collide with keys of orders. */
function keyOf({ environment }: { readonly environment: string }, reference: string): string {
  return `wallet ${environment}/${reference}`;
}

function fail(path: string, problem: string): never {
  throw invalidRequest({ [path]: problem });
}
