/** Leaving a payment that waits at the bank, and the outcome if that payment is completed later. */
import { describe, expect, test } from "vitest";
import {
  approve,
  contact,
  device,
  onThisMachine,
  openShop,
  payBody,
  paymentAnswer,
} from "../testing/shop.ts";
import { ar } from "../texts/ar.ts";

/** The ticket of the checkout that pays the other order. */
const anyTicket = expect.stringMatching(/^ct1\./) as unknown;

type Shop = ReturnType<typeof openShop>;
const url = "http://127.0.0.1:4002/3ds/challenge";
const second = "5c1d0a52-0c1d-4f7e-9a8b-2d3c4e5f6a7b";

/** Each payment has its own transaction at the gateway. */
function challenges() {
  let count = 0;
  return (sent: Parameters<typeof paymentAnswer>[0]) => {
    count += 1;
    return paymentAnswer(sent, {
      status: "pending",
      url,
      orderId: `10000000${count}`,
      transactionId: `20000000${count}`,
    });
  };
}

/** An order that waits at the bank, with its goods in the shopper's basket. */
async function atTheBank(path = "/checkout") {
  const shop = openShop({ gateway: challenges() });
  const first = await shop.order(path);
  await shop.postJson(`${first}/pay`, payBody());
  return { shop, first };
}

const leave = (shop: Shop, order: string) => shop.postJson(`${order}/leave`, {});
const orderIn = async (shop: Shop, path = "/checkout") =>
  (await (await shop.get(path)).text()).match(/action="(\/orders\/[\w-]+)\/pay"/)?.[1] ?? "";
const text = async (shop: Shop, path: string) => (await shop.get(path)).text();
const paySecond = (shop: Shop, order: string) =>
  shop.postJson(`${order}/pay`, payBody({ payment: { ...payBody().payment, token: second } }));
const back = (approved: 0 | 1) =>
  `order_id=100000001&transaction_id=200000001&is_approved=${approved}&code=${approved ? "0" : "5222"}`;

describe("an order that waits at the bank", () => {
  test("is left by the button on its page, and the checkout has another order for the same goods", async () => {
    const { shop, first } = await atTheBank();
    expect((await shop.get("/checkout")).headers.get("Location")).toBe(first);
    expect(await text(shop, first)).toContain(`action="${first}/leave"`);
    const answer = await shop.post(`${first}/leave`, {});
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/checkout"]);
    const next = await orderIn(shop);
    expect(next).not.toBe(first);
    expect(await text(shop, "/checkout")).toContain("Pay €18.50");
    expect(await text(shop, first)).toContain("You chose another method");
    expect(await text(shop, first)).not.toContain(url);
  });

  test("is shown beside a basket with its goods, so that nobody buys them twice by mistake", async () => {
    const { shop, first } = await atTheBank();
    const notice = `You have an open payment of €18.50. If you pay again, you buy its items twice. <a href="${first}">`;
    expect(await text(shop, "/")).toContain(notice);
    await shop.post("/basket", { sku: "dawn-mug", change: "add" });
    expect(await text(shop, "/checkout")).toContain("Pay €37.00");
    expect(await text(shop, "/checkout")).toContain(notice);
    await shop.post(`${first}/leave`, {});
    expect(await text(shop, "/")).not.toContain("open payment");
  });

  test("gives the checkout's script the same replacement order at each request", async () => {
    const { shop, first } = await atTheBank();
    const answers = [await leave(shop, first), await leave(shop, first)];
    const [one, two] = await Promise.all(answers.map((answer) => answer.json()));
    expect(one).toEqual({ status: "left", order: await orderIn(shop), ticket: anyTicket });
    expect(two).toEqual(one);
  });

  test("is left for the box too", async () => {
    const { shop, first } = await atTheBank("/subscribe");
    expect((await shop.post(`${first}/leave`, {})).headers.get("Location")).toBe("/subscribe");
    expect(await orderIn(shop, "/subscribe")).not.toBe(first);
  });

  test("can be left after the hint of a decline, but not after the hint of an approval", async () => {
    for (const [approved, expected] of [
      [0, "left"],
      [1, "go"],
    ] as const) {
      const { shop, first } = await atTheBank();
      await shop.get(`${first}/return?${back(approved)}`);
      expect((await text(shop, first)).includes("/leave")).toBe(approved === 0);
      expect(await (await leave(shop, first)).json()).toMatchObject({ status: expected });
    }
  });

  test("cannot be left by another shopper", async () => {
    const { first } = await atTheBank();
    expect((await leave(openShop(), first)).status).toBe(404);
  });

  test("leads to a new checkout if the basket has changed, because the goods differ", async () => {
    const { shop, first } = await atTheBank();
    await shop.post("/basket", { sku: "dune-lamp", change: "add" });
    expect(await (await leave(shop, first)).json()).toEqual({ status: "go", location: "/checkout" });
  });
});

describe("an order that is not at the bank", () => {
  test("does not change", async () => {
    const shop = openShop({ gateway: approve });
    const order = await shop.order();
    expect(await (await leave(shop, order)).json()).toEqual({ status: "left", order, ticket: anyTicket });
    await shop.postJson(`${order}/pay`, payBody());
    expect(await (await leave(shop, order)).json()).toEqual({ status: "go", location: order });
    expect(await text(shop, order)).toContain("Thank you – your payment is complete");
  });
});

describe("a payment that was left and is completed later", () => {
  async function left() {
    const { shop, first } = await atTheBank();
    await leave(shop, first);
    return { shop, first, next: await orderIn(shop) };
  }
  const paidFirst = (shop: Shop) =>
    shop.notify(
      { status: "success", code: "0", orderId: "100000001", transactionId: "200000001" },
      { sent: 0 },
    );

  test("pays its order and empties the basket; nothing is sent for the replacement order", async () => {
    const { shop, first, next } = await left();
    expect(await paidFirst(shop)).toBe(200);
    expect(await text(shop, first)).toContain("Thank you – your payment is complete");
    expect(await text(shop, "/")).toContain("Your basket is empty.");
    const answer = await paySecond(shop, next);
    expect(await answer.json()).toEqual({ status: "go", location: first });
    expect(shop.sent).toHaveLength(1);
    expect(await text(shop, next)).toContain("This order is already paid");
  });

  test("is shown on the open page of the replacement order, while that waits", async () => {
    const { shop, first, next } = await left();
    await paySecond(shop, next);
    const version = async () =>
      ((await (await shop.get(`${next}/version`)).json()) as { version: string }).version;
    const before = await version();
    await paidFirst(shop);
    expect(await version()).not.toBe(before);
    const page = await text(shop, next);
    expect(page).toContain("This order is already paid");
    expect(page).toContain(`href="${first}"`);
    expect(page).not.toContain(url);
  });

  test("is shown as paid twice on both pages if the replacement order was paid, too", async () => {
    const { shop, first, next } = await left();
    shop.setGateway((sent) =>
      paymentAnswer(sent, { status: "success", code: "0", orderId: "100000002", transactionId: "200000002" }),
    );
    await paySecond(shop, next);
    expect(await text(shop, next)).not.toContain("paid twice");
    await paidFirst(shop);
    for (const [page, other] of [
      [first, next],
      [next, first],
    ] as const) {
      expect(await text(shop, page)).toContain(
        `You were charged twice for this order: order ${other.replace("/orders/", "")} is paid, too.`,
      );
    }
  });

  test("may expire instead, and does not affect the replacement order", async () => {
    const { shop, first, next } = await left();
    const notification = {
      status: "fail",
      code: "5099",
      orderId: "100000001",
      transactionId: "200000001",
    } as const;
    expect(await shop.notify(notification, { sent: 0 })).toBe(200);
    expect(await text(shop, first)).toContain("Expired payment");
    expect(await orderIn(shop)).toBe(next);
  });

  test("may be declined, and cannot be tried again beside the replacement order", async () => {
    const { shop, first, next } = await left();
    const notification = {
      status: "fail",
      code: "5005",
      orderId: "100000001",
      transactionId: "200000001",
    } as const;
    await shop.notify(notification, { sent: 0 });
    const forms = [
      await paySecond(shop, first),
      await shop.post(`${first}/pay`, {
        ...contact,
        back: "/checkout/html",
        payment: JSON.stringify({ token: second, device }),
      }),
      await shop.post(`${first}/other`, { ...contact, formToken: "mark-1", source: "ideal" }),
    ];
    expect(await forms[0]?.json()).toEqual({ status: "go", location: next });
    for (const answer of forms.slice(1)) expect(answer.headers.get("Location")).toBe(next);
    expect(await (await leave(shop, first)).json()).toEqual({
      status: "left",
      order: next,
      ticket: anyTicket,
    });
    expect(shop.sent).toHaveLength(1);
  });

  test("is shown when the shopper returns from it", async () => {
    const { shop, first } = await left();
    await shop.get(`${first}/return?${back(1)}`);
    expect(await text(shop, first)).toContain("Your bank approved the payment");
  });
});

describe("the return page of a challenge in a dialog", () => {
  const framed = { "Sec-Fetch-Dest": "iframe" };

  test("comes from the package, with its policy, needs no session and changes nothing", async () => {
    const { shop, first } = await atTheBank();
    const answer = await openShop().get(`${first}/return?${back(1)}`, framed);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Security-Policy")).toMatch(
      /script-src 'sha256-.*frame-ancestors 'self'/,
    );
    expect(answer.headers.get("Vary")).toContain("Sec-Fetch-Dest");
    expect(await answer.text()).toContain("cardpane:returned");
    await shop.get(`${first}/return?${back(1)}`, framed);
    expect(await text(shop, first)).toContain("One more step");
  });

  test("is in the language that the shopper chose, although the request has no cookie", async () => {
    const { shop, first } = await atTheBank();
    await shop.post("/preferences", { locale: "ar" });
    const page = await (await shop.send(`${first}/return?${back(1)}`, { headers: framed })).text();
    expect(page).toContain('lang="ar"');
    expect(page).toContain(ar.reportedTitle);
  });

  test("is in the response only if a dialog shows the challenge", async () => {
    for (const [query, dialogSize] of [
      ["", null],
      ["?challenge=dialog&windowSize=02", "02"],
    ] as const) {
      const shop = openShop({ gateway: challenges(), ...onThisMachine });
      await shop.get(`/${query}`);
      const order = await shop.order();
      const answer = await shop.postJson(`${order}/pay`, payBody());
      expect(await answer.json()).toEqual({ status: "second_step", url, order, dialogSize });
    }
  });
});
