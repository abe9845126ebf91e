/**
 * A merchant's server for tests: `@cardpane/node` on a real socket, with a real sandbox. It keeps the events of its notifications
 * in `events`, in order.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type Checkout,
  type CheckoutEvent,
  type Client,
  createCheckout,
  createClient,
  createMemoryStore,
  type SignatureScheme,
  toNodeHandler,
} from "@cardpane/node";
import { type Sandbox, startSandbox } from "@cardpane/sandbox";
import { afterAll, beforeAll, expect } from "vitest";

export interface Merchant {
  readonly client: Client;
  readonly checkout: Checkout;
  /** The events that `onEvent` received. */
  readonly events: CheckoutEvent[];
  /** Why notifications were refused, by code. */
  readonly refused: string[];
  /** While set, the merchant's own code fails, so the gateway gets no acknowledgement of a notification. */
  isDown: boolean;
  /** How many notifications have arrived, copies included. */
  arrived(): number;
  /** Waits until an order has received a number of events, and returns them. */
  received(reference: string, count: number): Promise<readonly CheckoutEvent[]>;
  close(): Promise<void>;
}

/** Starts a merchant's server on a free port, set up for what the sandbox sends. */
export async function startMerchant(sandbox: Sandbox, signature?: SignatureScheme): Promise<Merchant> {
  let arrived = 0;
  const server = createServer((request, response) => {
    arrived += 1;
    handle(request, response);
  });
  // Never closes an idle connection: a request sent at that moment would be lost, and a copy is sent only once.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const events: CheckoutEvent[] = [];
  const refused: string[] = [];
  const client = createClient({
    apiKey: sandbox.merchant.apiKey,
    baseUrl: sandbox.url,
    ipv6: "refuse",
  });
  const checkout = createCheckout({
    client,
    secret: "f2mQ8ZkW0v1dYtM3xGhJb7LcUa5nEoPi",
    environment: "test",
    // A real gateway marks a payment with an emulated code as a test.
    testPayments: "accept",
    ipnUrl: `${url}/ipn`,
    store: createMemoryStore(),
    signature,
    onEvent: (event) => {
      if (merchant.isDown) throw new Error("The merchant's database is away.");
      events.push(event);
    },
    onFailure: () => undefined,
    onRefused: (refusal) => {
      refused.push(refusal.code);
    },
  });
  const handle = toNodeHandler(checkout);
  const of = (reference: string) => events.filter((event) => event.reference === reference);
  const merchant: Merchant = {
    client,
    checkout,
    events,
    refused,
    isDown: false,
    arrived: () => arrived,
    received: async (reference, count) => {
      await expect.poll(() => of(reference).length).toBe(count);
      return of(reference);
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return merchant;
}

/** The sandbox's values of COMPATIBILITY; a merchant's code must work the same with both. */
export const compatibilities = ["document", "field"] as const;

/** For a group of tests: a sandbox and a merchant's server, from its first test to its last. */
export function withMerchant(
  compatibility: (typeof compatibilities)[number],
  take: (sandbox: Sandbox, merchant: Merchant) => void,
): void {
  let [sandbox, merchant]: [Sandbox?, Merchant?] = [];
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, compatibility });
    merchant = await startMerchant(sandbox);
    take(sandbox, merchant);
  });
  afterAll(async () => {
    await sandbox?.close();
    await merchant?.close();
  });
}

/** Calls the sandbox's admin API. */
export async function admin({ url, adminToken }: Sandbox, path: string, body: object): Promise<void> {
  const response = await fetch(`${url}/admin${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${adminToken}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  await response.body?.cancel();
}

/** A test card as a source. */
export function cardOf(number: string) {
  return { type: "card", number, expirationMonth: "12", expirationYear: "39", cvv: "123" } as const;
}
