/** Creates wallet webhooks like the gateway's, for a merchant's own tests. */
import { fromMinor, type WalletTransaction } from "@cardpane/gateway";
import type { Attempt } from "../checkout/attempt.ts";
import type { ReceiverSettings } from "../notifications/settings.ts";
import {
  createTestRequest,
  outcomeOf,
  randomId,
  type TestNotification,
  type TestNotificationFields,
} from "../notifications/test-request.ts";

/** Content of a test webhook. */
export interface TestWebhookOptions extends TestNotificationFields {
  /**
   * In minor units.
   * @default the recorded amount; for an account 100
   */
  readonly amountMinor?: number | undefined;
  /** @default the recorded user */
  readonly userId?: number | undefined;
  /** @default the recorded account, otherwise 1 */
  readonly paymentAccountId?: number | undefined;
  /** @default a random id */
  readonly transactionId?: number | undefined;
  /** Makes the webhook a void of this transaction. @default no void */
  readonly voidedTransactionId?: number | undefined;
  /** Makes the webhook a notice of a low balance. @default false */
  readonly lowBalance?: boolean | undefined;
}

/** Creates a test webhook. */
export async function createTestWebhook(
  settings: Omit<ReceiverSettings<never, never>, "store" | "onEvent">,
  attempts: readonly Attempt[],
  options: TestWebhookOptions,
): Promise<TestNotification> {
  const { reference, deliveryId } = options;
  const recorded = attempts.find(({ id }) => id === options.attempt) ?? attempts.at(-1);
  const attempt = options.attempt ?? recorded?.id ?? globalThis.crypto.randomUUID();
  return createTestRequest(settings, {
    reference,
    attempt,
    deliveryId,
    body: bodyOf(options, recorded, settings),
  });
}

function bodyOf(
  options: TestWebhookOptions,
  recorded: Attempt | undefined,
  { now, currencies }: Pick<ReceiverSettings<never, never>, "now" | "currencies">,
): WalletTransaction {
  const { status, code } = outcomeOf(options);
  const [kind, userId = "1", accountId = "1", test] = recorded?.subject?.split(" ") ?? [];
  const currency = options.currency ?? recorded?.expected?.currency ?? "EUR";
  const price = fromMinor(
    options.amountMinor ?? recorded?.expected?.amountMinor ?? 100,
    currency,
    currencies,
  );
  const isRefill = kind === "refill";
  const { voidedTransactionId } = options;
  const isVoid = voidedTransactionId !== undefined;
  return {
    id: options.transactionId ?? Number(randomId(11)),
    uuid: globalThis.crypto.randomUUID(),
    userId: options.userId ?? Number(userId),
    billing: "wallet",
    paymentAccountId: options.paymentAccountId ?? Number(accountId),
    type: isRefill !== isVoid ? "income" : "outcome",
    subtype: isVoid ? "void" : isRefill ? "refill" : "payment",
    paymentMethod: "card",
    isVirtual: false,
    price,
    balance: price,
    remainingAmount: isRefill ? price : 0,
    fullCovered: isRefill ? null : status === "success",
    currency,
    action: isVoid ? "refund" : "charge",
    mode: isVoid ? "void" : test ? "test" : isRefill ? "card" : "wallet",
    status,
    descriptor: options.reference,
    merchantOrderID: null,
    metadata: null,
    ...(isRefill
      ? { accountNumber: "424242******4242", brand: "visa", expirationMonth: "12", expirationYear: "40" }
      : { accountNumber: null, brand: null, expirationMonth: null, expirationYear: null }),
    message: null,
    code,
    email: null,
    firstname: null,
    lastname: null,
    country: null,
    zip: null,
    ip: null,
    child: [],
    date: {
      date: `${new Date(now()).toISOString().slice(0, 23).replace("T", " ")}000`,
      timezone_type: 3,
      timezone: "UTC",
    },
    dateExpire: null,
    balanceTotal: { [currency]: String(price) },
    paymentAccountType: "fiat",
    ...(isVoid && { voidedTransactionId }),
    ...(options.lowBalance === true && { notice: "low_balance" }),
  };
}
