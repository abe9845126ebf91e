/** Test helper: a shop that receives notifications and keeps its events, refusals and failures. */
import {
  createMemoryStore,
  createNotifications,
  type NotificationRefusedError,
  type Notifications,
  type NotificationsOptions,
  type OrderEvent,
} from "../index.ts";

/** Secrets of these tests, random enough to be accepted. */
export const secret = "rq8ZkW0v1dYtM3xGhJb7LcUa5nEoPi2S";
export const otherSecret = "Hs6TgV9bQeXr4NwKfZy1DmCu8jAoLp3I";
export const dayMs = 86_400_000;

/** The reports of a receiver, and its clock, which changes only when a test sets it. */
export interface Received<Event> {
  readonly events: Event[];
  readonly refusals: NotificationRefusedError[];
  readonly failures: unknown[];
  readonly clock: { time: number; now(): number };
}

/** Settings of a test receiver, and its reports. */
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

/** Posts a body to a URL of a receiver; returns the status. */
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

/** Posts a body to a shop's URL; returns the status. */
export const post = ({ ipn }: TestShop, url: string, body: unknown, headers?: Record<string, string>) =>
  postTo(ipn, url, body, headers);

/** A result (section 2.6) with the required fields. */
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

/** The payment that most tests record: 12.50 EUR. */
export const mug = { reference: "order-1", amountMinor: 1250, currency: "EUR" } as const;
