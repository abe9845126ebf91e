/** Notifications from the gateway and from others: which of them change an order, and what QA sees of them. */
import { describe, expect, test } from "vitest";
import { approve, onThisMachine, openShop, paymentAnswer, paymentBody } from "../testing/shop.ts";

const url = "http://127.0.0.1:4002/3ds/challenge";
const challenge = (sent: Parameters<typeof paymentAnswer>[0]) =>
  paymentAnswer(sent, { status: "pending", url });
const cut = () => {
  throw Object.assign(new TypeError("fetch failed"), {
    cause: Object.assign(new Error(), { code: "ECONNRESET" }),
  });
};

async function paying(gateway: Parameters<typeof openShop>[0] = {}) {
  const shop = openShop({ ...gateway, ...onThisMachine });
  await shop.get("/?qa=1");
  const order = await shop.order();
  await shop.pay(order);
  return { shop, order, text: async () => (await shop.get(order)).text() };
}

describe("an order at the bank", () => {
  test("is paid by the notification, which empties the basket", async () => {
    const { shop, text } = await paying({ gateway: challenge });
    expect(await (await shop.get("/")).text()).not.toContain("Your basket is empty.");
    expect(await shop.notify({ status: "success", code: "0" })).toBe(200);
    expect(await text()).toContain("Payment complete");
    expect(await (await shop.get("/")).text()).toContain("Your basket is empty.");
    expect((await shop.get("/checkout/saved")).status).toBe(303);
  });

  test("is not paid by the hint that a browser carries, however often", async () => {
    const { shop, order, text } = await paying({ gateway: challenge });
    const query = "order_id=100000001&transaction_id=200000002&is_approved=1&code=0";
    await shop.get(`${order}/return?${query}`);
    await shop.get(`${order}/return?${query}`);
    expect(await text()).toContain("We’re waiting for confirmation");
    expect((await shop.get("/checkout")).headers.get("Location")).toBe(order);
  });

  test("is declined by the notification although the browser reported approval, and can be paid again", async () => {
    const { shop, order } = await paying({ gateway: challenge });
    await shop.get(`${order}/return?order_id=100000001&transaction_id=200000002&is_approved=1&code=0`);
    await shop.notify({ status: "fail", code: "5005" });
    // A decline is shown in the checkout, where the shopper can try again, like a decline in the response.
    expect((await shop.get(order)).headers.get("Location")).toBe("/checkout");
    const checkout = await (await shop.get("/checkout")).text();
    expect(checkout).toContain("Your payment was declined");
    expect(checkout).toContain("<title>Error: Checkout");
    expect(checkout).toMatch(
      /<details class="support" open><summary>Details for support<[\s\S]*Do not honor/,
    );
  });
});

test("an order in doubt is settled by its notification", async () => {
  const { shop, text } = await paying({ gateway: cut });
  expect(await text()).toContain("We don’t know yet");
  await shop.notify({ status: "success", code: "0" });
  expect(await text()).toContain("Payment complete");
});

test("a notification before the response settles the order, and the response changes nothing", async () => {
  const holder: { shop?: ReturnType<typeof openShop> } = {};
  const shop = openShop({
    gateway: async (sent) => {
      expect(await holder.shop?.notify({ status: "success", code: "0" })).toBe(200);
      return approve(sent);
    },
  });
  holder.shop = shop;
  const order = await shop.order();
  await shop.pay(order);
  expect(await (await shop.get(order)).text()).toContain("Payment complete");
});

test("the version of the page changes with the notification that settles the order, and with no other", async () => {
  const { shop, order } = await paying({ gateway: challenge });
  const version = async () => (await (await shop.get(`${order}/version`)).json()) as { version: string };
  const before = await version();
  expect(await version()).toEqual(before);
  await shop.notify({ status: "success", code: "0" });
  const paid = await version();
  expect(paid).not.toEqual(before);
  await shop.notify({ status: "success", code: "0" });
  expect(await version()).toEqual(paid);
});

test.each<[string, Parameters<ReturnType<typeof openShop>["notify"]>[0]]>([
  ["another amount", { status: "success", code: "0", amount: 1 }],
  ["too little, with the code for it", { status: "success", code: "1001", amount: 9 }],
])(
  "%s was charged: the order is not paid, and cannot be paid again until a person has looked",
  async (_, parts) => {
    const { shop, order, text } = await paying({ gateway: challenge });
    expect(await shop.notify(parts)).toBe(200);
    expect(await text()).toContain("We’re checking your payment");
    await shop.pay(order);
    expect(shop.sent).toHaveLength(1);
    expect(shop.lines).toContainEqual(expect.stringMatching(/^order [\w-]+: payment\.mismatched$/));
  },
);

describe("notifications and requests that change nothing", () => {
  // The package's own tests try every part of the address, and repeated notifications.
  test("a changed signature, with the reason in the log", async () => {
    const { shop, text } = await paying({ gateway: challenge });
    const url = new URL(shop.sent[0]?.body.url.ipnUrl ?? "");
    url.searchParams.set("cp_mac", "AAAA");
    expect(await shop.notify({ status: "success", code: "0" }, { url: url.href })).toBe(400);
    expect(await text()).toContain("One more step");
    expect(shop.lines).toContainEqual(
      expect.stringMatching(/^warning: notification refused: .*\(signed_url_forged\)/),
    );
  });

  test("a GET, and a post from a page", async () => {
    const { shop } = await paying({ gateway: challenge });
    expect((await shop.get("/ipn")).status).toBe(404);
    expect((await shop.post("/ipn", {}, { Origin: "https://evil.example" })).status).toBe(400);
  });
});

describe("the monthly box", () => {
  const subscription = (cycle: number, status = "active") => ({
    id: "700000007",
    status,
    cycle,
    renewalDate: `2026-1${cycle}-21T10:00:00Z`,
  });
  const begin = (sent: Parameters<typeof paymentAnswer>[0]) =>
    paymentAnswer(sent, { status: "success", code: "0", subscription: subscription(0) });

  async function subscribed() {
    const shop = openShop({ gateway: begin, ...onThisMachine });
    await shop.get("/?qa=1");
    const page = await (await shop.get("/subscribe")).text();
    const order = page.match(/action="(\/orders\/[\w-]+)\/pay"/)?.[1] ?? "";
    await shop.pay(order);
    return { shop, order, text: async () => (await shop.get(order)).text() };
  }

  test("is sent as a first and a recurring price, and shows the subscription's state", async () => {
    const { shop, text } = await subscribed();
    expect(shop.sent[0]?.body.sku.price).toEqual([
      { amount: 9, currency: "EUR", repeat: false },
      { amount: 24, currency: "EUR", repeat: true, offset: "30d" },
    ]);
    expect(await text()).toMatch(/Status<\/dt><dd>Active/);
    expect(await text()).toMatch(/Renewals so far<\/dt><dd>0/);
  });

  test("counts each later charge once, in whatever order the notifications arrive", async () => {
    const { shop, text } = await subscribed();
    const renew = (cycle: number) =>
      shop.notify({
        status: "success",
        code: "0",
        amount: 24,
        transactionId: `20000010${cycle}`,
        subscription: subscription(cycle),
      });
    expect(await Promise.all([renew(2), renew(1), renew(2)])).toEqual([200, 200, 200]);
    const page = await text();
    expect(page).toMatch(/Renewals so far<\/dt><dd>2/);
    expect(page).toContain("December 21, 2026");
    expect([...page.matchAll(/€24\.00<\/span> <span class="chip">Paid/g)]).toHaveLength(2);
  });

  test("shows a declined charge and its end", async () => {
    const { shop, text } = await subscribed();
    await shop.notify({
      status: "fail",
      code: "5051",
      amount: 24,
      transactionId: "200000101",
      subscription: { ...subscription(0, "canceled"), renewalDate: null },
    });
    expect(await text()).toMatch(/Status<\/dt><dd>Cancelled/);
    expect(await text()).toMatch(/class="chip">Declined \(5051\)</);
    // Only QA sees the code.
    await shop.get("/?qa=0");
    expect(await text()).toMatch(/class="chip">Declined</);
  });

  test("ends with the gateway's notice of a cancellation, and with no other notice", async () => {
    const { shop, text } = await subscribed();
    const notice = async (type: string) => {
      const body = JSON.stringify({ type, eventTime: "2026-11-21 10:00:00", subscriptionId: "700000007" });
      const headers = { "Content-Type": "application/json" };
      const url = shop.sent[0]?.body.url.ipnUrl ?? "";
      return (await shop.app.request(url, { method: "POST", headers, body })).status;
    };
    expect(await notice("upgrade")).toBe(200);
    expect(await text()).toMatch(/Status<\/dt><dd>Active/);
    expect(await notice("cancel")).toBe(200);
    expect(await text()).toMatch(/Status<\/dt><dd>Cancelled/);
    expect(await text()).not.toContain("Next renewal");
    expect(await text()).toContain('<time datetime="2026-11-21T10:00:00Z">November 21, 2026</time>');
  });

  test("counts a charge of another amount, which the log shows", async () => {
    const { shop, text } = await subscribed();
    const charge = { status: "success", code: "0", amount: 240, transactionId: "200000101" } as const;
    expect(await shop.notify({ ...charge, subscription: subscription(1) })).toBe(200);
    expect(await text()).toContain("Payment complete");
  });

  test("does not change the basket", async () => {
    const { shop } = await subscribed();
    await shop.post("/basket", { sku: "dawn-mug", change: "add" });
    const page = await (await shop.get("/subscribe")).text();
    const order = page.match(/action="(\/orders\/[\w-]+)\/pay"/)?.[1] ?? "";
    await shop.pay(order);
    expect(await (await shop.get("/")).text()).toContain("€18.50");
  });
});

describe("the QA panel's view of the sandbox", () => {
  const admin = { url: "http://127.0.0.1:4002", token: "admin-token" };

  function withSandbox() {
    const calls: { path: string; body: unknown; token: string | null }[] = [];
    const sent: { current: ReturnType<typeof openShop>["sent"] } = { current: [] };
    const shop = openShop({
      ...onThisMachine,
      config: { admin },
      sandbox: (url, init) => {
        calls.push({
          path: url.pathname,
          body: init?.body === undefined ? undefined : JSON.parse(String(init.body)),
          token: new Headers(init?.headers).get("Authorization"),
        });
        if (url.pathname === "/admin/clock") {
          return Response.json({ now: "2027-01-20T10:00:00.000Z", events: [{ kind: "charged" }] });
        }
        const data = sent.current.map((one, index) => ({
          id: `delivery-${index}`,
          url: one.body.url.ipnUrl,
          status: "delivered",
          orderId: "1",
          transactionId: "2",
          createdAt: "",
          dueAt: null,
          attempts: [{ number: 1, at: "2026-11-21T10:00:00.000Z", status: 200, error: null }],
          body: paymentBody(one, { status: "success", code: "0" }),
        }));
        return Response.json({ data });
      },
    });
    sent.current = shop.sent;
    return { shop, calls };
  }

  test("lists each attempt with its result in the shop, and sends the browser no secret", async () => {
    const { shop } = withSandbox();
    await shop.get("/?qa=1");
    await shop.pay(await shop.order());
    await shop.notify(
      { status: "success", code: "0" },
      { headers: { "X-Delivery-ID": "delivery-0", "X-Delivery-Attempt": "1" } },
    );
    const text = await (await shop.get("/qa/news")).text();
    expect(text).toMatch(/<b>success, 18.5 EUR, delivered<[\s\S]*1\. answered 200/);
    expect(text).toContain('data-post="/qa/notifications/delivery-0/replay"');
    expect(text).toContain("Sandbox: 2027-01-20 10:00 UTC (+60 d)");
    expect(text).not.toMatch(/cp_mac|admin-token/);
  });

  test("sends a shopper's own notification again, but not another shopper's", async () => {
    const { shop, calls } = withSandbox();
    await shop.get("/?qa=1");
    await shop.pay(await shop.order());
    expect((await shop.post("/qa/notifications/delivery-0/replay", {})).status).toBe(200);
    expect(calls.at(-1)).toMatchObject({
      path: "/admin/notifications/delivery-0/replay",
      token: "Bearer admin-token",
    });
    expect((await shop.post("/qa/notifications/delivery-9/replay", {})).status).toBe(404);
  });

  test("moves the sandbox's time by its own steps only", async () => {
    const { shop, calls } = withSandbox();
    await shop.get("/?qa=1");
    const answer = await shop.post("/qa/time/month", {});
    expect(await answer.text()).toBe(
      "Sandbox time is now 2027-01-20 10:00 UTC. Renewals charged: 1. Wallet entries: 0.",
    );
    expect(calls.at(-1)?.body).toEqual({ action: "advance", days: 30 });
    expect((await shop.post("/qa/time/century", {})).status).toBe(404);
    expect((await shop.post("/qa/time/month", {}, { Origin: "https://evil.example" })).status).toBe(403);
  });

  test("is closed if the panel is not open", async () => {
    const { shop, calls } = withSandbox();
    expect((await shop.post("/qa/time/month", {})).status).toBe(404);
    expect((await shop.get("/qa/news")).status).toBe(404);
    expect(calls).toEqual([]);
  });
});

test("the shop does not start with a weak secret", () => {
  for (const ipnSecret of ["short", "change-me-change-me-change-me-change-me", "a".repeat(40)]) {
    expect(() => openShop({ config: { ipnSecret } })).toThrow(/secret/);
  }
});
