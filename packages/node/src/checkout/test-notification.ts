/** Creates notifications like the gateway's, for a merchant's own tests. */
import { fromMinor, type Notification } from "@cardpane/gateway";
import type { ReceiverSettings } from "../notifications/settings.ts";
import {
  createTestRequest,
  outcomeOf,
  randomId,
  type TestNotification,
  type TestNotificationFields,
} from "../notifications/test-request.ts";
import type { Order } from "../orders/order.ts";

/** Content of a test notification. */
export interface TestNotificationOptions extends TestNotificationFields {
  /**
   * In minor units.
   * @default the recorded amount
   */
  readonly amountMinor?: number | undefined;
  /** @default a random id */
  readonly orderId?: string | undefined;
  /** @default the attempt's last transaction, otherwise a random id */
  readonly transactionId?: string | undefined;
  /** Makes the notification a charge of a subscription: cycle 0 is the first payment, n the nth renewal. */
  readonly subscription?: { readonly id: string; readonly cycle: number } | undefined;
}

/** Creates a test notification. */
export async function createTestNotification(
  settings: Omit<ReceiverSettings<never, never>, "store" | "onEvent">,
  order: Order | undefined,
  options: TestNotificationOptions,
): Promise<TestNotification> {
  const { reference, deliveryId, subscription } = options;
  const recorded = order?.attempts.find(({ id }) => id === options.attempt) ?? order?.attempts.at(-1);
  const attempt = options.attempt ?? recorded?.id ?? globalThis.crypto.randomUUID();
  const { currencies } = settings;
  const nowMs = settings.now();
  const currency = options.currency ?? recorded?.expected?.currency ?? "EUR";
  const amountMinor = options.amountMinor ?? recorded?.expected?.amountMinor ?? 0;
  const isRenewal = subscription !== undefined && subscription.cycle > 0;
  const known = isRenewal ? undefined : recorded?.transactionIds.at(-1);
  const body: Notification = {
    payment: {
      ...outcomeOf(options),
      action: "charge",
      mode: "sale",
      amount: fromMinor(amountMinor, currency, currencies),
      currency,
      orderId: options.orderId ?? randomId(14),
      transactionId: options.transactionId ?? known ?? randomId(14),
      source: { method: "card", number: "424242******4242", brand: "visa" },
    },
    consumer: { id: "300000001" },
    ...(subscription && { subscription: { status: "active", ...subscription } }),
    metadata: {},
    timestamp: {
      dateTime: new Date(nowMs).toISOString(),
      timezone: "+00:00",
      unixTime: String(Math.floor(nowMs / 1000)),
    },
  };
  return createTestRequest(settings, { reference, attempt, deliveryId, body });
}
