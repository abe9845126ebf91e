/** Creates wallet webhooks like the gateway's, for a merchant's own tests. */
import { fromMinor, type WalletTransaction } from "@cardpane/gateway";
import type { ReceiverSettings } from "../settings.ts";
import {
  createTestRequest,
  outcomeOf,
  randomId,
  type TestNotification,
  type TestNotificationFields,
} from "../test-request.ts";
import type { WalletRecord } from "./wallet-record.ts";

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
  settings: Omit<ReceiverSettings<never, unknown>, "store" | "onEvent">,
  record: WalletRecord | undefined,
  options: TestWebhookOptions,
): Promise<TestNotification> {
  const { reference, deliveryId } = options;
  const body = bodyOf(options, record, settings);
  return createTestRequest(settings, { reference, deliveryId, expiresAt: record?.expiresAt, body });
}

function bodyOf(
  options: TestWebhookOptions,
  record: WalletRecord | undefined,
  { now, currencies }: Pick<ReceiverSettings<never, unknown>, "now" | "currencies">,
): WalletTransaction {
  const { status, code } = outcomeOf(options);
  const currency = options.currency ?? record?.currency ?? "EUR";
  const movement = record && record.kind !== "account" ? record : undefined;
  const price = fromMinor(options.amountMinor ?? movement?.amountMinor ?? 100, currency, currencies);
  const isRefill = record?.kind === "refill";
  const { voidedTransactionId } = options;
  const isVoid = voidedTransactionId !== undefined;
  return {
    id: options.transactionId ?? Number(randomId(11)),
    uuid: globalThis.crypto.randomUUID(),
    userId: options.userId ?? record?.userId ?? 1,
    billing: "wallet",
    paymentAccountId: options.paymentAccountId ?? record?.paymentAccountId ?? 1,
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
    mode: isVoid ? "void" : movement?.isTest ? "test" : isRefill ? "card" : "wallet",
    status,
    descriptor: options.reference,
    merchantOrderID: null,
    metadata: null,
    ...(isRefill
      ? { accountNumber: "424242******4242", brand: "visa", expirationMonth: "12", expirationYear: "40" }
      : { accountNumber: null, brand: null, expirationMonth: null, expirationYear: null }),
    message: null,
    code,
    ...{ email: null, firstname: null, lastname: null, country: null, zip: null, ip: null },
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
