/**
 * The documentation's checkout, run as a merchant would, with two requests at once. The documentation quotes the text between the
 * region marks.
 */
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import express from "express";
import { describe, expect, it, onTestFinished } from "vitest";
import { secret } from "../checkout/shop.test-shop.ts";
import { type Answer, clientOf, gatewayWith, json, reset, successBody } from "../gateway.test-server.ts";
import { type Checkout, createCheckout, createMemoryStore, readFormValue, toNodeHandler } from "../index.ts";

/** An order of the shop. */
interface Order {
  readonly id: string;
  /** In cents. */
  readonly totalMinor: number;
  readonly customer: string;
  readonly email: string;
}

/** The shop's database. */
interface Orders {
  find(id: string): Promise<Order>;
}

/** Creates the shop. */
function createShop(checkout: Checkout, orders: Orders, log: (error: unknown) => void): express.Express {
  // #region checkout
  const app = express();
  app.post("/ipn", toNodeHandler(checkout)); // before any body parser
  app.use(express.urlencoded({ extended: false }));
  app.post("/orders/:id/pay", async (req, res) => {
    const order = await orders.find(req.params.id);
    // #region pay
    const outcome = await checkout.pay({
      ...readFormValue(req.body.payment), // token and device data of <card-pane name="payment">
      reference: order.id,
      price: [{ amountMinor: order.totalMinor, currency: "EUR" }], // your amount, never the shopper's
      httpRequest: req, // address, user agent and accept header
      sku: { siteId: "site-1" }, // yours; the sandbox prints its own
      consumer: { externalId: order.customer, email: order.email },
      redirectUrl: `https://shop.example.com/orders/${order.id}`,
    });
    // #endregion pay
    if ("error" in outcome) log(outcome.error); // what happened and what to do; no key, no card data
    if (outcome.type === "redirect") return res.redirect(303, outcome.url); // 3D Secure, a bank's page
    if (outcome.type === "declined") return res.status(402).send("Declined. Use another card.");
    if (outcome.type === "not_made") return res.status(400).send("The payment was not made. Try again.");
    return res.redirect(303, `/orders/${order.id}`); // paid, or not decided yet: checkout.find(order.id) knows
  });
  app.post("/orders/:id/anew", async (req, res) => {
    await checkout.supersede(req.params.id).catch(log); // the shopper left a challenge, and chooses anew
    res.redirect(303, `/orders/${req.params.id}`);
  });
  // #endregion checkout
  return app;
}

const form = (token: string) =>
  JSON.stringify({
    token,
    device: {
      browserJavaEnabled: false,
      browserLanguage: "de",
      browserColorDepth: 24,
      browserScreenHeight: 1080,
      browserScreenWidth: 1920,
      browserTimezone: "-60",
    },
  });
const oneCard = "3f1a0b6e-6f0d-4c8e-9d55-0a4b7c0e2f11";
const otherCard = "4f1a0b6e-6f0d-4c8e-9d55-0a4b7c0e2f11";

/** Starts the shop on a free port until the test ends. */
async function listen(...shop: Parameters<typeof createShop>): Promise<number> {
  const server = createShop(...shop).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function openShop(...answers: readonly Answer[]) {
  const gateway = await gatewayWith(...answers);
  const order = { id: "order-1", totalMinor: 1250, customer: "customer-1", email: "ada@example.com" };
  const logged: unknown[] = [];
  const events: string[] = [];
  const checkout = createCheckout({
    client: clientOf(gateway),
    secret,
    environment: "test",
    ipnUrl: "https://shop.example.com/ipn",
    store: createMemoryStore(),
    onEvent: ({ type }) => void events.push(type),
  });
  const orders = { find: async (): Promise<Order> => order };
  const port = await listen(checkout, orders, (error: unknown) => void logged.push(error));
  const post = (path: string, fields: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/orders/order-1/${path}`, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
      body: new URLSearchParams(fields),
    });
  /** Pays, and returns what the shopper's browser gets: an address, or a status. */
  const pay = async (token = oneCard) => {
    const response = await post("pay", { payment: form(token) });
    return response.headers.get("location") ?? response.status;
  };
  const notify = async (fields: Omit<Parameters<typeof checkout.createTestNotification>[0], "reference">) => {
    const { url, ...init } = await checkout.createTestNotification({ reference: "order-1", ...fields });
    const { pathname, search } = new URL(url);
    return (await fetch(`http://127.0.0.1:${port}${pathname}${search}`, init)).status;
  };
  const state = async () => (await checkout.find("order-1"))?.state;
  return { gateway, order, logged, events, checkout, pay, post, notify, state };
}

const bodyWith = (payment: object) => ({ ...successBody, payment: { ...successBody.payment, ...payment } });
const declined = json(201, bodyWith({ status: "fail", code: "5051", transactionId: "100000009" }));
const challenge = json(
  201,
  bodyWith({ status: "pending", action: "redirect", url: "https://bank.example/3ds" }),
);
const page = "/orders/order-1";

it("the documentation's checkout has under 25 lines", async () => {
  const source = await readFile(new URL(import.meta.url), "utf8");
  const [, shown = ""] = /\/\/ #region checkout\n([\s\S]*?)\n {2}\/\/ #endregion checkout/.exec(source) ?? [];
  expect(shown.length).toBeGreaterThan(500);
  const lines = shown.split("\n").filter((line) => !/\/\/ #(end)?region/.test(line));
  expect(lines.length).toBeLessThan(25);
});

describe("the documentation's checkout", () => {
  it("pays an order, and shows it as paid to everybody who comes later", async () => {
    const shop = await openShop(json(201, successBody));
    expect([await shop.pay(), await shop.pay(otherCard)]).toEqual([page, page]);
    expect([shop.events, await shop.state()]).toEqual([["payment.succeeded"], "paid"]);
    expect(shop.gateway.received).toHaveLength(1);
  });

  it.each([
    ["a double click", oneCard],
    ["two tabs with two cards", otherCard],
  ])("sends %s at once only once", async (_, second) => {
    const shop = await openShop((response, socket, request) => {
      setTimeout(() => json(201, successBody)(response, socket, request), 50);
    });
    expect(await Promise.all([shop.pay(), shop.pay(second)])).toEqual([page, page]);
    expect(shop.gateway.received).toHaveLength(1);
    expect(shop.events).toEqual(["payment.succeeded"]);
  });

  it("takes a second card after a decline, under another key", async () => {
    const shop = await openShop(declined, json(201, successBody));
    expect([await shop.pay(), await shop.pay(otherCard)]).toEqual([402, page]);
    expect(new Set(shop.gateway.received.map(({ headers }) => headers["x-request-id"])).size).toBe(2);
    expect(await shop.state()).toBe("paid");
  });

  it("waits after an unknown outcome; a late decline frees the order", async () => {
    const shop = await openShop(reset, json(201, successBody));
    expect([await shop.pay(), await shop.pay()]).toEqual([page, page]);
    expect([shop.gateway.received.length, await shop.state()]).toEqual([1, "in_progress"]);
    expect(shop.logged).toMatchObject([{ outcome: "unknown" }]);
    expect(await shop.notify({ status: "fail", code: "5051" })).toBe(200);
    expect([await shop.pay(otherCard), await shop.state()]).toEqual([page, "paid"]);
    expect(shop.events).toEqual(["payment.failed", "payment.succeeded"]);
  });

  it("keeps an order paid if its notification arrived before the lost response", async () => {
    const shop = await openShop(async (response, socket, request) => {
      expect(await shop.notify({})).toBe(200);
      reset(response, socket, request);
    });
    expect([await shop.pay(), await shop.state()]).toEqual([page, "paid"]);
  });

  it("lets a shopper who left a challenge and changed the basket choose anew", async () => {
    const shop = await openShop(challenge, json(201, bodyWith({ amount: 9, transactionId: "100000009" })));
    expect(await shop.pay()).toBe("https://bank.example/3ds");
    shop.order.totalMinor = 900;
    expect(await shop.pay(otherCard)).toBe(page);
    expect((await shop.post("anew", {})).headers.get("location")).toBe(page);
    expect([await shop.pay(otherCard), await shop.state()]).toEqual([page, "paid"]);
    expect(shop.events).toEqual(["payment.succeeded"]);
  });

  it("charges nothing more after a part was approved: a person looks at it", async () => {
    const shop = await openShop(json(201, bodyWith({ code: "1001", amount: 6 })));
    expect([await shop.pay(), await shop.pay(otherCard)]).toEqual([page, page]);
    expect([shop.gateway.received.length, shop.events, await shop.state()]).toEqual([
      1,
      ["payment.mismatched"],
      "mismatched",
    ]);
  });

  it("logs why a payment was refused, and takes the next one", async () => {
    const refusal = json(400, { message: "Bad Request", errors: { "sku.siteId": "unknown" } });
    const shop = await openShop(refusal, json(201, successBody));
    expect([await shop.pay(), await shop.pay()]).toEqual([400, page]);
    expect(shop.logged).toMatchObject([{ code: "bad_request", errors: { "sku.siteId": "unknown" } }]);
  });

  it("does not take a payment in a refusal for none (F8)", async () => {
    const shop = await openShop(json(400, successBody));
    expect([await shop.pay(), await shop.pay()]).toEqual([page, page]);
    expect([shop.gateway.received.length, await shop.state()]).toEqual([1, "in_progress"]);
  });
});
