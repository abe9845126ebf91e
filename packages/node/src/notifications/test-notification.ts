/** Creates notifications like the gateway's, for a merchant's own tests. */
import { fromMinor, type Notification } from "@cardpane/gateway";
import type { OrderRecord } from "./orders/order-record.ts";
import type { NotificationSettings } from "./settings.ts";
import {
  createTestRequest,
  outcomeOf,
  randomId,
  type TestNotification,
  type TestNotificationFields,
} from "./test-request.ts";

/** Content of a test notification. */
export interface TestNotificationOptions extends TestNotificationFields {
  /**
   * In minor units.
   * @default the recorded amount
   */
  readonly amountMinor?: number | undefined;
  /** @default the bound order id, otherwise a random one */
  readonly orderId?: string | undefined;
  /** @default a random id */
  readonly transactionId?: string | undefined;
  /** Makes the notification a charge of a subscription: cycle 0 is the first payment, n the nth renewal. */
  readonly subscription?: { readonly id: string; readonly cycle: number } | undefined;
}

/** Creates a test notification. */
export async function createTestNotification<Tx>(
  settings: NotificationSettings<Tx>,
  order: OrderRecord | undefined,
  options: TestNotificationOptions,
): Promise<TestNotification> {
  const { reference, deliveryId } = options;
  const body = bodyOf(options, order, settings);
  return createTestRequest(settings, { reference, deliveryId, expiresAt: order?.expiresAt, body });
}

function bodyOf(
  options: TestNotificationOptions,
  order: OrderRecord | undefined,
  { now, currencies }: Pick<NotificationSettings<never>, "now" | "currencies">,
): Notification {
  const nowMs = now();
  const { subscription } = options;
  const isLater = subscription !== undefined && subscription.cycle > 0;
  const recorded = (isLater ? order?.later[0] : undefined) ?? order?.expected;
  const currency = options.currency ?? recorded?.currency ?? "EUR";
  const amountMinor = options.amountMinor ?? recorded?.amountMinor ?? 0;
  return {
    payment: {
      ...outcomeOf(options),
      action: "charge",
      mode: "sale",
      amount: fromMinor(amountMinor, currency, currencies),
      currency,
      orderId: options.orderId ?? order?.orderId ?? randomId(14),
      transactionId: options.transactionId ?? randomId(14),
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
}
