/** For our own tests: a shop that receives notifications and keeps what it received. */
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

/** What a receiver reported, and its clock, which stands still until a test moves it. */
export interface Received<Event> {
  readonly events: Event[];
  readonly refusals: NotificationRefusedError[];
  readonly failures: unknown[];
  readonly clock: { time: number; now(): number };
}

/** Settings of a receiver in a test, and what it reports. */
export function listen<Event>() {
  const received: Received<Event> = {
    events: [],
    refusals: [],
    failures: [],
    clock: { time: Date.UTC(2030, 0, 1), now: () => received.clock.time },
  };
  const settings = {
    secret,
    environment: "test",
    store: createMemoryStore(),
    onEvent: (event: Event) => void received.events.push(event),
    onRefused: (refusal: NotificationRefusedError) => void received.refusals.push(refusal),
    onFailure: (error: unknown) => void received.failures.push(error),
    clock: received.clock,
  };
  return { received, settings };
}

/** Posts a body to an address of a receiver's; answers the status. */
export async function postTo(
  receiver: { handle(request: Request): Promise<Response> },
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<number> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return (await receiver.handle(new Request(url, { method: "POST", headers, body: text }))).status;
}

/** A shop that receives notifications. */
export interface TestShop extends Received<OrderEvent> {
  readonly ipn: Notifications;
}

/** Opens a shop. */
export function openShop(options: Partial<NotificationsOptions<undefined>> = {}): TestShop {
  const { received, settings } = listen<OrderEvent>();
  const ipn = createNotifications<undefined>({
    ...settings,
    ipnUrl: "https://shop.example.com/ipn",
    ...options,
  });
  return { ipn, ...received };
}

/** Posts a body to a shop's address; answers the status. */
export const post = ({ ipn }: TestShop, url: string, body: unknown, headers?: Record<string, string>) =>
  postTo(ipn, url, body, headers);

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
