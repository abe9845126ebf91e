/** Payments by a shopper's browser, honest or not. */
import { describe, expect, test } from "vitest";
import {
  apiKey,
  approve,
  contact,
  decline,
  device,
  onThisMachine,
  openShop,
  origin,
  paymentAnswer,
  token,
} from "../testing/shop.ts";
import { ar } from "../texts/ar.ts";

const formFields = (more: Readonly<Record<string, string>> = {}) => ({
  ...contact,
  back: "/checkout/html",
  payment: JSON.stringify({
    token,
    expireAt: 1_795_257_000,
    device,
    card: { brand: "visa", lastFour: "4242" },
  }),
  ...more,
});

describe("the amount", () => {
  test("is the server's, whatever else the browser sends", async () => {
    const shop = openShop();
    const order = await shop.order();
    const lies = {
      amount: "0.01",
      price: "0.01",
      total: "1",
      sku: '{"price":[{"amount":0.01}]}',
      currency: "JPY",
    };
    const answer = await shop.pay(order, lies);
    expect(answer.headers.get("Shop-Location")).toBe(order);
    expect(shop.sent.map(({ body }) => body.sku)).toEqual([
      {
        siteId: "site-12345",
        title: expect.stringMatching(/^Order /),
        price: [{ amount: 18.5, currency: "EUR", repeat: false }],
      },
    ]);
  });

  test("does not change when the basket changes in another tab", async () => {
    const shop = openShop();
    const order = await shop.order();
    await shop.post("/basket", { sku: "heron-kettle", change: "add" });
    await shop.pay(order);
    expect(shop.sent[0]?.body.sku.price[0]?.amount).toBe(18.5);
  });

  test("counts every line in whole cents", async () => {
    const shop = openShop();
    for (let i = 0; i < 3; i++) await shop.post("/basket", { sku: "field-notebook", change: "add" });
    await shop.pay(await shop.order());
    expect(shop.sent[0]?.body.sku.price[0]?.amount).toBe(62);
  });
});

test("the gateway gets the consumer, their browser's data, and the return address", async () => {
  const shop = openShop();
  const order = await shop.order();
  await shop.pay(order);
  expect(shop.sent[0]?.body).toMatchObject({
    paymentSource: { type: "token", value: token, "3ds": true },
    consumer: {
      ...contact,
      ...device,
      ip: "203.0.113.7",
      userAgent: "Test/1.0",
      browserAcceptHeader: "text/html",
    },
    url: { redirectUrl: `${origin}${order}/return` },
  });
});

describe("one payment", () => {
  test("is sent for two clicks at once", async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const shop = openShop({ gateway: (sent) => held.then(() => approve(sent)) });
    const order = await shop.order();
    const clicks = [1, 2].map(() => shop.pay(order));
    // The second click is answered at once.
    const late = await Promise.race(clicks);
    expect(late.headers.get("Shop-Location")).toBe(order);
    expect(await (await shop.get(order)).text()).toContain("Processing your payment");
    release();
    await Promise.all(clicks);
    expect(shop.sent).toHaveLength(1);
  });

  test("is sent for a paid order that is submitted again with another token", async () => {
    const shop = openShop();
    const order = await shop.order();
    await shop.pay(order);
    const other = { token: "1b9f3a52-6c1d-4f7e-9a8b-2d3c4e5f6a7b", device };
    await shop.pay(order, { payment: other });
    expect(shop.sent).toHaveLength(1);
  });
});

describe("a decline", () => {
  test("is explained with its code, and the next card pays with a new request ID", async () => {
    const shop = openShop({ gateway: decline("5051") });
    const order = await shop.order();
    const answer = await shop.pay(order);
    const page = await answer.text();
    expect(page).toMatch(
      /<h3>Your payment was declined<\/h3>\s*<p>Nothing was charged\.<[\s\S]*<card-pane[^>]* decline="5051"/,
    );
    expect(page).toMatch(
      /class="support" ><summary>Details for support<[\s\S]*5051<\/bdi>: .*Insufficient funds</,
    );
    shop.setGateway(approve);
    const other = { token: "1b9f3a52-6c1d-4f7e-9a8b-2d3c4e5f6a7b", device };
    const paid = await shop.pay(order, { payment: other });
    expect(paid.headers.get("Shop-Location")).toBe(order);
    const receipt = await (await shop.get(order)).text();
    expect(receipt).toContain("Payment complete");
    expect(receipt).toContain("Visa ending in 4242");
    expect(new Set(shop.sent.map(({ requestId }) => requestId)).size).toBe(2);
  });

  test.each(["5041", "5043", "5059"])(
    "%s is shown like any other: the person who holds the card must not learn more",
    async (code) => {
      const shop = openShop({ gateway: decline(code) });
      const page = await (await shop.pay(await shop.order())).text();
      // The pane has the words, which are the general ones for these codes.
      expect(page).toMatch(/<h3>Your payment was declined<\/h3>\s*<p>Nothing was charged\.<\/p>/);
      expect(page).toContain(`decline="${code}"`);
    },
  );

  test("is shown in the shopper's language", async () => {
    const shop = openShop({ gateway: decline("5054") });
    await shop.post("/preferences", { locale: "ar" });
    const answer = await shop.pay(await shop.order());
    expect(await answer.text()).toContain(ar.declinedTitle);
  });
});

describe("the form without scripts", () => {
  test("pays and redirects to the order", async () => {
    const shop = openShop();
    const order = await shop.order("/checkout/html");
    const answer = await shop.post(`${order}/pay`, formFields({ amount: "0.01" }));
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, order]);
    expect(shop.sent[0]?.body.sku.price[0]?.amount).toBe(18.5);
  });

  test("is shown again with the decline and the typed contact", async () => {
    const shop = openShop({ gateway: decline("5000") });
    const order = await shop.order("/checkout/html");
    const answer = await shop.post(`${order}/pay`, formFields());
    expect(answer.headers.get("Location")).toBe("/checkout/html");
    const page = await (await shop.get("/checkout/html")).text();
    expect(page).toContain("General bank decline");
    expect(page).toContain('value="mira@example.com"');
  });

  test("redirects to the bank for 3D Secure", async () => {
    const url = "http://127.0.0.1:4002/3ds/challenge";
    const shop = openShop({ gateway: (sent) => paymentAnswer(sent, { status: "pending", url }) });
    const answer = await shop.post(`${await shop.order("/checkout/html")}/pay`, formFields());
    expect(answer.headers.get("Location")).toBe(url);
  });

  test("shows the errors of the contact, and sends nothing", async () => {
    const shop = openShop();
    const answer = await shop.post(
      `${await shop.order("/checkout/html")}/pay`,
      formFields({ email: "mira" }),
    );
    expect(answer.status).toBe(422);
    expect(await answer.text()).toMatch(/id="email"[^>]*aria-invalid="true"/);
    expect(shop.sent).toEqual([]);
  });

  test.each(["", "{}", "not json", '{"token":4}', "[]", JSON.stringify({ token, device: "x" })])(
    "sends nothing without a usable token: %j",
    async (payment) => {
      const shop = openShop();
      const answer = await shop.post(`${await shop.order("/checkout/html")}/pay`, formFields({ payment }));
      expect(answer.status).toBe(422);
      expect(shop.sent).toEqual([]);
    },
  );
});

describe("the saved card", () => {
  test("is offered after a payment, and pays with the gateway's consumer", async () => {
    const shop = openShop();
    await shop.pay(await shop.order());
    const order = await shop.order("/checkout/saved");
    const page = await (await shop.get("/checkout/saved")).text();
    expect(page).toContain("&quot;consumerId&quot;:&quot;300000003&quot;");
    expect(page).toContain("&quot;lastFour&quot;:&quot;4242&quot;");
    expect(await (await shop.get("/checkout")).text()).toContain(">Visa ending in 4242</label>");
    await shop.pay(order, { way: "saved" });
    expect(shop.sent[1]?.body.consumer["id"]).toBe("300000003");
  });

  test("is not offered unless the shopper ticked that it is kept", async () => {
    const shop = openShop();
    const order = await shop.order();
    expect(await (await shop.get("/checkout")).text()).toMatch(
      /<input type="checkbox" id="save-card" name="saveCard" value="on">/,
    );
    await shop.pay(order, { saveCard: "" });
    await shop.order();
    expect((await shop.get("/checkout/saved")).headers.get("Location")).toBe("/checkout");
    expect(await (await shop.get("/cards")).text()).toContain("No saved cards yet.");
    expect(shop.calls).toEqual([]);
  });

  test("is not offered without one: its address redirects to the default checkout", async () => {
    const shop = openShop();
    await shop.order();
    expect((await shop.get("/checkout/saved")).headers.get("Location")).toBe("/checkout");
  });
});

test("a partial approval is shown with both amounts", async () => {
  const shop = openShop({
    gateway: (sent) => paymentAnswer(sent, { status: "success", code: "1001", amount: 9.25 }),
  });
  const order = await shop.order();
  await shop.pay(order);
  expect(await (await shop.get(order)).text()).toContain("You were charged €9.25 instead of €18.50.");
});

test("no log line contains a token, a key or typed data", async () => {
  const shop = openShop({ gateway: () => Response.json({ message: `no: ${token}` }, { status: 500 }) });
  await shop.pay(await shop.order());
  expect(shop.lines.join("\n")).toContain("POST /orders/");
  for (const secret of [token, apiKey, contact.email, contact.lastName]) {
    expect(shop.lines.join("\n")).not.toContain(secret);
  }
});

describe("a card that needs 3D Secure", () => {
  async function declinedForSca() {
    const shop = openShop({ gateway: decline("5227"), ...onThisMachine });
    await shop.get("/?qa=1");
    await shop.post("/qa/settings", { threeDs: "off" });
    const order = await shop.order();
    const pay = (token: string) => shop.pay(order, { payment: { token, device } });
    const answer = await (await pay(token)).text();
    return { shop, order, pay, answer };
  }
  const tokens = ["11111111-6c1d-4f7e-9a8b-2d3c4e5f6a7b", "22222222-6c1d-4f7e-9a8b-2d3c4e5f6a7b"] as const;

  test("is shown with this reason, and its next token is sent as the same order at the gateway, with 3D Secure", async () => {
    const { shop, pay, answer } = await declinedForSca();
    expect(answer).toContain('decline="5227"');
    shop.setGateway(approve);
    await pay(tokens[0]);
    expect(shop.sent.map(({ body }) => [body.paymentSource["3ds"], body.sku.action])).toEqual([
      [false, undefined],
      [true, { type: "retry", id: "100000001" }],
    ]);
  });

  test("is retried once: after another decline, the next card is a new payment", async () => {
    const { shop, pay } = await declinedForSca();
    shop.setGateway(decline("5051"));
    await pay(tokens[0]);
    await pay(tokens[1]);
    expect(shop.sent.map(({ body }) => body.sku.action?.id)).toEqual([undefined, "100000001", undefined]);
  });
});
