/** Notifications for a merchant's own tests, as the gateway would send them. */
import { fromMinor, type Notification } from "@cardpane/contract/gateway";
import type { OrderRecord } from "./order.ts";
import type { NotificationSettings } from "./settings.ts";
import { makeTestRequest, type TestNotification } from "./test-request.ts";

/** What a test notification tells. */
export interface TestNotificationOptions {
  /** As given to `createUrl`. */
  readonly reference: string;
  /** @default "success" */
  readonly status?: "success" | "fail" | undefined;
  /**
   * Payment code of section 7.
   * @default "0", for a failure "5000"
   */
  readonly code?: string | undefined;
  /**
   * In minor units.
   * @default what was recorded
   */
  readonly amountMinor?: number | undefined;
  /** @default what was recorded */
  readonly currency?: string | undefined;
  /** @default the order that is bound already, else one made up for the reference */
  readonly orderId?: string | undefined;
  /** @default made up at random */
  readonly transactionId?: string | undefined;
  /** Makes it a charge of a subscription: cycle 0 is the first payment, n the nth renewal. */
  readonly subscription?: { readonly id: string; readonly cycle: number } | undefined;
  /** @default made up at random */
  readonly deliveryId?: string | undefined;
}

/** Makes one. */
export async function makeTestNotification<Tx>(
  settings: NotificationSettings<Tx>,
  readOrder: (stored: unknown) => OrderRecord | undefined,
  options: TestNotificationOptions,
): Promise<TestNotification> {
  const { reference, deliveryId } = options;
  const order = await settings.store.transaction(`${settings.environment}/${reference}`, async (stored) =>
    readOrder(await stored.load()),
  );
  const body = bodyOf(options, order, settings.now());
  return makeTestRequest(settings, { reference, deliveryId, expiresAt: order?.expiresAt, body });
}

function bodyOf(
  options: TestNotificationOptions,
  order: OrderRecord | undefined,
  nowMs: number,
): Notification {
  const { status = "success", subscription } = options;
  const isLater = subscription !== undefined && subscription.cycle > 0;
  const recorded = (isLater ? order?.later[0] : undefined) ?? order?.expected;
  const currency = options.currency ?? recorded?.currency ?? "EUR";
  const amountMinor = options.amountMinor ?? recorded?.amountMinor ?? 0;
  return {
    payment: {
      code: options.code ?? (status === "success" ? "0" : "5000"),
      action: "charge",
      mode: "sale",
      status,
      amount: fromMinor(amountMinor, currency),
      currency,
      orderId: options.orderId ?? order?.orderId ?? digits(),
      transactionId: options.transactionId ?? digits(),
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

/** Looks like an ID of the gateway's: 15 digits. */
function digits(): string {
  const [high = 0, low = 0] = globalThis.crypto.getRandomValues(new Uint32Array(2));
  return `9${String(high % 1e7).padStart(7, "0")}${String(low % 1e7).padStart(7, "0")}`;
}
