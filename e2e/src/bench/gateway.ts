/** The sandbox under load: payments and notifications per second, and one token used a thousand times at once. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Sandbox, startSandbox } from "@cardpane/sandbox";
import type { Measurement } from "./measurement.ts";

const payments = 400;
const parallel = 8;
const uses = 1_000;

const card = {
  type: "card",
  number: "4242424242424242",
  expirationYear: "39",
  expirationMonth: "12",
  cvv: "123",
  "3ds": false,
} as const;

export async function benchGateway(
  database: string,
  databaseUrl: string | undefined,
): Promise<Measurement[]> {
  const receiver = await startReceiver();
  const sandbox = await startSandbox({ port: 0, dataDir: "memory", ...(databaseUrl ? { databaseUrl } : {}) });
  const client = clientOf(sandbox, receiver.url);
  try {
    await client.pay(card);
    await receiver.arrivedInAll(1);
    return [
      await benchPayments(database, client, receiver),
      await benchNotifications(database, client, receiver),
      await benchToken(database, client),
    ];
  } finally {
    await sandbox.close();
    await receiver.close();
  }
}

/** Payments with notifications: the sandbox notifies of each payment while the next ones are made. */
async function benchPayments(database: string, client: Client, receiver: Receiver): Promise<Measurement> {
  const before = receiver.arrived();
  const startedAt = performance.now();
  await payMany(client);
  const paid = performance.now() - startedAt;
  await receiver.arrivedInAll(before + payments);
  const notifiedMs = performance.now() - startedAt;
  return {
    what: `payments, each notified, ${database}`,
    measured: `${perSecond(payments, paid)}, all notified after ${(notifiedMs / 1000).toFixed(1)} s`,
    budget: "shown",
    ok: true,
  };
}

/** Notifications alone: the sandbox delays them by a minute, and its clock advances once all payments are made. */
async function benchNotifications(
  database: string,
  client: Client,
  receiver: Receiver,
): Promise<Measurement> {
  const effect = { type: "notification", mode: "delay", delayMs: 60_000 };
  await client.admin("/clock", { action: "freeze" });
  await client.admin("/rules", { merchant: client.merchantId, effect, times: payments });
  await payMany(client);
  const before = receiver.arrived();
  const startedAt = performance.now();
  const { events } = await client.admin("/clock", { action: "advance", minutes: 1 });
  const took = performance.now() - startedAt;
  const arrived = receiver.arrived() - before;
  await client.admin("/clock", { action: "run" });
  return {
    what: `notifications, ${database}`,
    measured: `${perSecond(arrived, took)}, ${arrived} of ${payments} delivered`,
    budget: "all delivered",
    ok: arrived === payments && events?.length === payments,
  };
}

async function benchToken(database: string, client: Client): Promise<Measurement> {
  const { type: _, "3ds": __, ...data } = card;
  const { token } = await client.tokenize(data);
  const statuses = await Promise.all(
    Array.from({ length: uses }, () => client.pay({ type: "token", value: token, "3ds": false })),
  );
  const made = statuses.filter((status) => status === 201).length;
  const refused = statuses.filter((status) => status === 400).length;
  return {
    what: `one token, ${uses} uses at once, ${database}`,
    measured: `${made} payment, ${refused} refusals`,
    budget: `1 payment, ${uses - 1} refusals`,
    ok: made === 1 && refused === uses - 1,
  };
}

async function payMany(client: Client): Promise<void> {
  let left = payments;
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      while (left-- > 0) {
        const status = await client.pay(card);
        if (status !== 201) throw new Error(`A payment answered ${status}.`);
      }
    }),
  );
}

function perSecond(count: number, ms: number): string {
  return `${(count / (ms / 1000)).toFixed(0)} a second`;
}

type Client = ReturnType<typeof clientOf>;

function clientOf({ url, merchant, adminToken }: Sandbox, ipnUrl: string) {
  const post = (path: string, body: unknown, key: string) =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: key },
      body: JSON.stringify(body),
    });
  return {
    merchantId: merchant.merchantId,
    /** Creates a payment and returns the status of the response. */
    pay: async (paymentSource: object): Promise<number> => {
      const response = await post(
        "/payment",
        { ...paymentOf(merchant.siteId, ipnUrl), paymentSource },
        merchant.apiKey,
      );
      await response.body?.cancel();
      return response.status;
    },
    tokenize: async (data: object) =>
      (await (await post("/tokenize", data, merchant.apiKey)).json()) as { token: string },
    admin: async (path: string, body: object) =>
      (await (await post(`/admin${path}`, body, `Bearer ${adminToken}`)).json()) as { events?: unknown[] },
  };
}

const paymentOf = (siteId: string, ipnUrl: string) => ({
  sku: { siteId, price: [{ amount: 12.5, currency: "EUR" }] },
  consumer: {
    externalId: "bench",
    email: "bench@shop.example",
    firstName: "Ada",
    lastName: "Bench",
    ip: "127.0.0.1",
  },
  url: { ipnUrl, redirectUrl: "https://shop.example/return" },
});

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** A merchant's notification address that accepts everything at once. */
async function startReceiver() {
  let arrived = 0;
  let notify = () => {};
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      arrived += 1;
      response.writeHead(204).end();
      notify();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ipn`,
    arrived: () => arrived,
    /** Resolves once this many notifications have arrived since the start. */
    arrivedInAll: (count: number) =>
      new Promise<void>((resolve) => {
        notify = () => {
          if (arrived >= count) resolve();
        };
        notify();
      }),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
