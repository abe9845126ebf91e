/** Runs the README's checkout as a merchant would, and checks that the README shows exactly this text. */
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Answer, clientOf, gatewayWith, json, reset, successBody } from "../gateway.test-server.ts";
import { createMemoryStore, createNotifications } from "../index.ts";
import { secret } from "../notifications/shop.test-shop.ts";
import { createShop, type Order } from "./checkout.ts";
import { createFastifyShop } from "./fastify.ts";
import { createHonoShop } from "./hono.ts";

const form = JSON.stringify({
  token: "3f1a0b6e-6f0d-4c8e-9d55-0a4b7c0e2f11",
  device: {
    browserJavaEnabled: false,
    browserLanguage: "de",
    browserColorDepth: 24,
    browserScreenHeight: 1080,
    browserScreenWidth: 1920,
    browserTimezone: "-60",
  },
});

type Shop = Parameters<typeof createShop>;

/** Functions that start the shop on a free port, and close it after the test. */
const servers = {
  Express: async (...shop: Shop) => {
    const server = createShop(...shop).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return server.address() as AddressInfo;
  },
  Fastify: async (...shop: Shop) => {
    const app = createFastifyShop(...shop);
    await app.listen({ port: 0, host: "127.0.0.1" });
    onTestFinished(() => app.close());
    return app.server.address() as AddressInfo;
  },
  Hono: (...shop: Shop) =>
    new Promise<AddressInfo>((resolve) => {
      const server = serve({ fetch: createHonoShop(...shop).fetch, port: 0, hostname: "127.0.0.1" }, resolve);
      onTestFinished(() => void server.close());
    }),
};

async function openShop(...answers: readonly Answer[]) {
  return openShopOn("Express", ...answers);
}

async function openShopOn(name: keyof typeof servers, ...answers: readonly Answer[]) {
  const gateway = await gatewayWith(...answers);
  const order: Order = {
    id: "order-1",
    totalMinor: 1250,
    customer: "customer-1",
    email: "ada@example.com",
    state: "open",
  };
  const attempts: string[] = [];
  const logged: unknown[] = [];
  const ipn = createNotifications({
    secret,
    environment: "test",
    ipnUrl: "https://shop.example.com/ipn",
    store: createMemoryStore(),
    onEvent: (event) => {
      if (event.type === "payment.succeeded") order.state = "paid";
    },
  });
  const orders = {
    find: async () => order,
    addAttempt: async (_: string, key: string) => void attempts.push(key),
    markWaiting: async () => {
      if (order.state === "open") order.state = "waiting";
    },
  };
  const { port } = await servers[name](
    clientOf(gateway),
    ipn,
    orders,
    (error: unknown) => void logged.push(error),
  );
  const pay = () =>
    fetch(`http://127.0.0.1:${port}/orders/order-1/pay`, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
      body: new URLSearchParams({ payment: form }),
    });
  const notify = (url: string, init: RequestInit) => {
    const { pathname, search } = new URL(url);
    return fetch(`http://127.0.0.1:${port}${pathname}${search}`, init);
  };
  return { gateway, order, attempts, logged, ipn, pay, notify };
}

const declined = {
  ...successBody,
  payment: { ...successBody.payment, status: "fail", code: "5051", transactionId: "100000009" },
};

describe("the README's checkout", () => {
  it("is the text of the file that is tested here", async () => {
    const here = new URL(".", import.meta.url);
    const source = await readFile(new URL("checkout.ts", here), "utf8");
    const readme = await readFile(new URL("../../README.md", here), "utf8");
    const [, shown = ""] =
      /\/\/ #region checkout\n([\s\S]*?)\n {2}\/\/ #endregion checkout/.exec(source) ?? [];
    expect(shown.length).toBeGreaterThan(500);
    expect(readme).toContain(shown.replaceAll(/^ {2}/gm, ""));
  });

  it("pays an order", async () => {
    const { pay, order } = await openShop(json(201, successBody));
    expect((await pay()).headers.get("location")).toBe("/orders/order-1");
    expect(order.state).toBe("paid");
  });

  it("accepts a second card after a decline, as an attempt with another idempotency key", async () => {
    const { pay, order, attempts, gateway } = await openShop(json(201, declined), json(201, successBody));
    expect((await pay()).status).toBe(402);
    expect((await pay()).status).toBe(303);
    expect(order.state).toBe("paid");
    const sent = gateway.received.map(({ headers }) => headers["x-request-id"]);
    expect(new Set(sent).size).toBe(2);
    expect(sent).toEqual(attempts);
  });

  it("does not treat a payment that could not be recorded as a failed payment", async () => {
    const other = { ...successBody, payment: { ...successBody.payment, amount: 99 } };
    const { pay, logged } = await openShop(json(201, other));
    expect((await pay()).status).toBe(303);
    expect(logged).toMatchObject([{ code: "amount_wrong" }]);
  });

  it.each(["Fastify", "Hono"] as const)(
    "on %s pays, declines, refuses, and after an unknown outcome waits for the notification",
    async (name) => {
      const refusal = json(400, { message: "Bad Request", errors: {} });
      const shop = await openShopOn(name, json(201, declined), refusal, reset);
      expect((await shop.pay()).status).toBe(402);
      expect((await shop.pay()).status).toBe(400);
      expect((await shop.pay()).headers.get("location")).toBe("/orders/order-1");
      expect(shop.order.state).toBe("waiting");
      expect(shop.gateway.received).toHaveLength(3);
      const sent = shop.gateway.received.map(({ headers }) => headers["x-request-id"]);
      expect(sent).toEqual(shop.attempts);
      const { url, ...init } = await shop.ipn.createTestNotification({
        reference: "order-1",
        status: "success",
      });
      expect((await shop.notify(url, init)).status).toBe(200);
      expect(shop.order.state).toBe("paid");

      const another = await openShopOn(name, json(201, successBody));
      expect((await another.pay()).headers.get("location")).toBe("/orders/order-1");
      expect(another.order.state).toBe("paid");
    },
  );

  it("waits after an unknown outcome, logs the reason, and sends nothing again", async () => {
    const { pay, order, gateway, logged } = await openShop(reset);
    expect((await pay()).status).toBe(303);
    expect(order.state).toBe("waiting");
    expect(gateway.received).toHaveLength(1);
    expect(logged).toMatchObject([{ outcome: "unknown" }]);
  });

  it.each(["Express", "Fastify", "Hono"] as const)(
    "on %s keeps an order paid if its notification arrived before the lost response",
    async (name) => {
      const shop = await openShopOn(name, async (response, socket, request) => {
        const { url, ...init } = await shop.ipn.createTestNotification({ reference: "order-1" });
        expect((await shop.notify(url, init)).status).toBe(200);
        reset(response, socket, request);
      });
      expect((await shop.pay()).status).toBe(303);
      expect(shop.order.state).toBe("paid");
    },
  );

  it.each(["Express", "Fastify", "Hono"] as const)(
    "on %s shows an order that is paid or may be, and sends nothing",
    async (name) => {
      const shop = await openShopOn(name, reset);
      for (const state of ["waiting", "paid"] as const) {
        shop.order.state = state;
        expect((await shop.pay()).headers.get("location")).toBe("/orders/order-1");
      }
      expect(shop.gateway.received).toHaveLength(0);
    },
  );

  it.each(["Express", "Fastify", "Hono"] as const)(
    "on %s shows an order that was paid after it was read, and sends nothing",
    async (name) => {
      const shop = await openShopOn(name, json(201, successBody));
      await shop.pay();
      shop.order.state = "open";
      expect((await shop.pay()).headers.get("location")).toBe("/orders/order-1");
      expect(shop.gateway.received).toHaveLength(1);
    },
  );

  it.each(["Express", "Fastify", "Hono"] as const)("on %s logs why a payment was refused", async (name) => {
    const shop = await openShopOn(
      name,
      json(400, { message: "Bad Request", errors: { "sku.siteId": "unknown" } }),
    );
    expect((await shop.pay()).status).toBe(400);
    expect(shop.logged).toMatchObject([{ code: "bad_request", errors: { "sku.siteId": "unknown" } }]);
  });

  it("accepts a payment of another amount after a refusal", async () => {
    const { pay, ipn } = await openShop(json(400, { message: "Bad Request", errors: {} }));
    expect((await pay()).status).toBe(400);
    await ipn.createUrl({ reference: "order-1", amountMinor: 999, currency: "EUR" });
  });
});
