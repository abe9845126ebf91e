/** Creates wallet webhooks like the gateway's, for a merchant's own tests. */
import { fromMinor, type WalletTransaction } from "@cardpane/gateway";
import type { ReceiverSettings } from "../notifications/settings.ts";
import {
  createTestRequest,
  outcomeOf,
  randomId,
  type TestNotification,
  type TestNotificationFields,
} from "../notifications/test-request.ts";
import type { Attempt } from "../orders/attempt.ts";

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
  const { reference, deliveryId, voidedTransactionId } = options;
  const { currencies } = settings;
  const recorded = attempts.find(({ id }) => id === options.attempt) ?? attempts.at(-1);
  const attempt = options.attempt ?? recorded?.id ?? globalThis.crypto.randomUUID();
  const [kind, userId = "1", accountId = "1", test] = recorded?.subject?.split(" ") ?? [];
  const currency = options.currency ?? recorded?.expected?.currency ?? "EUR";
  const amountMinor = options.amountMinor ?? recorded?.expected?.amountMinor ?? 100;
  const price = fromMinor(amountMinor, currency, currencies);
  const isRefill = kind === "refill";
  const isVoid = voidedTransactionId !== undefined;
  const body = {
    id: options.transactionId ?? Number(randomId(11)),
    uuid: globalThis.crypto.randomUUID(),
    userId: options.userId ?? Number(userId),
    paymentAccountId: options.paymentAccountId ?? Number(accountId),
    type: isRefill !== isVoid ? "income" : "outcome",
    price,
    balance: price,
    currency,
    action: isVoid ? "refund" : "charge",
    mode: isVoid ? "void" : test ? "test" : isRefill ? "card" : "wallet",
    ...outcomeOf(options),
    child: [],
    ...(isVoid && { voidedTransactionId }),
    ...(options.lowBalance === true && { notice: "low_balance" }),
  } satisfies Partial<WalletTransaction> & { readonly voidedTransactionId?: number };
  return createTestRequest(settings, { reference, attempt, deliveryId, body });
}
