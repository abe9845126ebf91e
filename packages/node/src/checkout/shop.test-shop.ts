/** Test helper: a shop with a checkout that keeps its events, refusals and failures. */
import type {
  CheckoutEvent,
  CheckoutOptions,
  Client,
  NotificationRefusedError,
  PaymentResult,
} from "../index.ts";
import { createCheckout, createMemoryStore } from "../index.ts";

/** Secrets of these tests, random enough to be accepted. */
export const secret = "rq8ZkW0v1dYtM3xGhJb7LcUa5nEoPi2S";
export const otherSecret = "Hs6TgV9bQeXr4NwKfZy1DmCu8jAoLp3I";

/** A client that must not be called. */
export const noClient: Pick<Client, "payments"> = {
  payments: {
    createFromToken: async () => {
      throw new Error("the test sends nothing");
    },
  } as never,
};

/** The reports of a receiver, and its clock, which changes only when a test sets it. */
export function listen<Event>() {
  const clock = { time: Date.UTC(2030, 0, 1), now: () => clock.time };
  const events: Event[] = [];
  const refusals: NotificationRefusedError[] = [];
  const failures: unknown[] = [];
  const settings = {
    secret,
    environment: "test",
    store: createMemoryStore(),
    onEvent: (event: Event) => void events.push(event),
    onRefused: (refusal: NotificationRefusedError) => void refusals.push(refusal),
    onFailure: (error: unknown) => void failures.push(error),
    clock,
  };
  return { events, refusals, failures, clock, settings };
}

/** Opens a shop. */
export function openShop(options: Partial<CheckoutOptions<undefined>> = {}) {
  const { settings, ...received } = listen<CheckoutEvent>();
  const checkout = createCheckout<undefined>({
    client: noClient,
    ...settings,
    ipnUrl: "https://shop.example.com/ipn",
    ...options,
  });
  const post = (url: string, body: unknown, headers?: Record<string, string>) =>
    postTo(checkout, url, body, headers);
  const types = () => received.events.map(({ type }) => type);
  return { checkout, post, types, ...received };
}

/** Posts a body to a URL of an endpoint; returns the status. */
export async function postTo(
  handler: { handle(request: Request): Promise<Response> },
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<number> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return (await handler.handle(new Request(url, { method: "POST", headers, body: text }))).status;
}

/** A body (section 2.6) with the required fields. */
export function bodyOf(
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
  };
}

/** The result of a call with this body. */
export function resultOf(...fields: Parameters<typeof bodyOf>): PaymentResult {
  const body = bodyOf(...fields);
  const { amount, currency } = body.payment;
  const payment = { amountMinor: Math.round(Number(amount) * 100), ...body.payment, currency };
  return { ...body, payment, raw: body } as never;
}

/** The order that most tests pay: 12.50 EUR. */
export const mug = { reference: "order-1", amountMinor: 1250, currency: "EUR" } as const;
