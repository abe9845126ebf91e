/** For our own tests: a shop that receives notifications, and keeps what it was told. */
import {
  createMemoryStore,
  createNotifications,
  type NotificationRefusedError,
  type Notifications,
  type NotificationsOptions,
  type OrderEvent,
} from "../index.ts";

/** Random enough, and of no use to anybody. */
export const secret = "rq8ZkW0v1dYtM3xGhJb7LcUa5nEoPi2S";
export const otherSecret = "Hs6TgV9bQeXr4NwKfZy1DmCu8jAoLp3I";
export const dayMs = 86_400_000;

/** A shop whose time stands still until a test moves it. */
export interface TestShop {
  readonly ipn: Notifications;
  readonly events: OrderEvent[];
  readonly refusals: NotificationRefusedError[];
  readonly failures: unknown[];
  readonly clock: { time: number; now(): number };
}

/** Opens a shop. */
export function openShop(options: Partial<NotificationsOptions<undefined>> = {}): TestShop {
  const events: OrderEvent[] = [];
  const refusals: NotificationRefusedError[] = [];
  const failures: unknown[] = [];
  const clock = { time: Date.UTC(2030, 0, 1), now: () => clock.time };
  const ipn = createNotifications<undefined>({
    secret,
    environment: "test",
    ipnUrl: "https://shop.example.com/ipn",
    store: createMemoryStore(),
    onEvent: (event) => void events.push(event),
    onRefused: (refusal) => void refusals.push(refusal),
    onFailure: (error) => void failures.push(error),
    clock,
    ...options,
  });
  return { ipn, events, refusals, failures, clock };
}

/** Posts a body to an address; answers the status, and why it was refused. */
export async function post(
  shop: TestShop,
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<number> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return (await shop.ipn.handle(new Request(url, { method: "POST", headers, body: text }))).status;
}

/** A result of section 2.6 by its decisive fields. */
export function resultOf(
  payment: Readonly<Record<string, unknown>> = {},
  rest: Readonly<Record<string, unknown>> = {},
) {
  return {
    payment: {
      code: "0",
      action: "charge",
      status: "success",
      amount: 12.5,
      currency: "EUR",
      orderId: "100000001",
      transactionId: "200000001",
      ...payment,
    },
    consumer: { id: "300000001" },
    metadata: {},
    timestamp: { dateTime: "2030-01-01T00:00:00Z", timezone: "+00:00", unixTime: "1893456000" },
    ...rest,
  } as never;
}

/** What is recorded for most tests: 12.50 EUR. */
export const mug = { reference: "order-1", amountMinor: 1250, currency: "EUR" } as const;
