/** Leaving a payment that waits at the bank, and the outcome if that payment is completed later. */
import { describe, expect, test } from "vitest";
import { approve, onThisMachine, openShop, pane, paymentAnswer } from "../testing/shop.ts";
import { ar } from "../texts/ar.ts";

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
  await shop.pay(first);
  return { shop, first };
}

const leave = (shop: Pick<Shop, "script">, order: string) => shop.script(`${order}/leave`);
const orderIn = async (shop: Shop, path = "/checkout") =>
  (await (await shop.get(path)).text()).match(/action="(\/orders\/[\w-]+)\/pay"/)?.[1] ?? "";
const text = async (shop: Shop, path: string) => (await shop.get(path)).text();
const paySecond = (shop: Shop, order: string) => shop.pay(order, { payment: { ...pane, token: second } });
const back = (approved: 0 | 1) =>
  `order_id=100000001&transaction_id=200000001&is_approved=${approved}&code=${approved ? "0" : "5222"}`;

describe("an order that waits at the bank", () => {
  test("is left by the button on its page, and can be paid again at the checkout", async () => {
    const { shop, first } = await atTheBank();
    expect((await shop.get("/checkout")).headers.get("Location")).toBe(first);
    expect(await text(shop, first)).toContain(`action="${first}/leave"`);
    const answer = await shop.post(`${first}/leave`, {});
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/checkout"]);
    expect(await orderIn(shop)).toBe(first);
    await paySecond(shop, first);
    expect(shop.sent).toHaveLength(2);
    expect(shop.sent[0]?.requestId).not.toBe(shop.sent[1]?.requestId);
  });

  test("is left for the box too", async () => {
    const { shop, first } = await atTheBank("/subscribe");
    expect((await shop.post(`${first}/leave`, {})).headers.get("Location")).toBe("/subscribe");
    expect((await leave(shop, first)).headers.get("Shop-Location")).toBe(first);
  });

  test("is not left after the browser has reported an approval", async () => {
    const { shop, first } = await atTheBank();
    await shop.get(`${first}/return?${back(1)}`);
    expect((await leave(shop, first)).headers.get("Shop-Location")).toBe(first);
    expect(await text(shop, first)).toContain("Your bank approved the payment");
  });

  test("is left after the browser has reported a refusal", async () => {
    const { shop, first } = await atTheBank();
    await shop.get(`${first}/return?${back(0)}`);
    const left = await leave(shop, first);
    expect([left.status, left.headers.get("Shop-Location")]).toEqual([200, null]);
  });

  test("cannot be left by another shopper", async () => {
    const { shop, first } = await atTheBank();
    expect((await leave(shop.visitor(), first)).status).toBe(404);
    expect((await leave(shop, first)).status).toBe(200);
  });
});

test("an order that is paid is not left", async () => {
  const shop = openShop({ gateway: approve });
  const order = await shop.order();
  await shop.pay(order);
  expect((await leave(shop, order)).headers.get("Shop-Location")).toBe(order);
  expect(await text(shop, order)).toContain("Payment complete");
});

describe("a payment that was left and is completed later", () => {
  async function left() {
    const { shop, first: order } = await atTheBank();
    await leave(shop, order);
    return { shop, order };
  }
  const ids = { orderId: "100000001", transactionId: "200000001" };
  const paidFirst = (shop: Shop) => shop.notify({ status: "success", code: "0", ...ids }, { sent: 0 });

  test("pays its order and empties the basket; nothing more is sent", async () => {
    const { shop, order } = await left();
    expect(await paidFirst(shop)).toBe(200);
    expect(await text(shop, order)).toContain("Payment complete");
    expect(await text(shop, "/")).toContain("Your basket is empty.");
    expect((await paySecond(shop, order)).headers.get("Shop-Location")).toBe(order);
    expect(shop.sent).toHaveLength(1);
  });

  test("is shown on the open page of the order, while another payment waits", async () => {
    const { shop, order } = await left();
    await paySecond(shop, order);
    const before = await text(shop, `${order}/version`);
    await paidFirst(shop);
    expect(await text(shop, `${order}/version`)).not.toBe(before);
    expect(await text(shop, order)).not.toContain(url);
  });

  test("is shown as charged twice if the other payment was made, too", async () => {
    const { shop, order } = await left();
    shop.setGateway((sent) =>
      paymentAnswer(sent, { status: "success", code: "0", orderId: "100000002", transactionId: "200000002" }),
    );
    await paySecond(shop, order);
    expect(await text(shop, order)).not.toContain("charged twice");
    await paidFirst(shop);
    expect(await text(shop, order)).toContain("You were charged twice for this order.");
  });

  test.each(["5099", "5005"])(
    "may fail instead (%s), and does not affect the payment that waits",
    async (code) => {
      const { shop, order } = await left();
      await paySecond(shop, order);
      expect(await shop.notify({ status: "fail", code, ...ids }, { sent: 0 })).toBe(200);
      expect(await text(shop, order)).toContain("One more step");
    },
  );

  test("may fail while the next payment is being sent, which then goes on to its bank", async () => {
    const { shop, order } = await left();
    shop.setGateway(async (sent) => {
      await shop.notify({ status: "fail", code: "5099", ...ids }, { sent: 0 });
      return paymentAnswer(sent, {
        status: "pending",
        url,
        orderId: "100000002",
        transactionId: "200000002",
      });
    });
    const answer = await paySecond(shop, order);
    expect(answer.headers.get("Shop-Location")).toBe(url);
    expect(await text(shop, order)).toContain("One more step");
  });

  test("is not shown by the hint of a browser that returns from it", async () => {
    const { shop, order } = await left();
    await shop.get(`${order}/return?${back(1)}`);
    expect(await orderIn(shop)).toBe(order);
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
    for (const [query, inDialog] of [
      ["", null],
      ["?challenge=dialog", "1"],
    ] as const) {
      const shop = openShop({ gateway: challenges(), ...onThisMachine });
      await shop.get(`/${query}`);
      const order = await shop.order();
      const answer = await shop.pay(order);
      expect(answer.headers.get("Shop-Location")).toBe(url);
      expect(answer.headers.get("Shop-Dialog")).toBe(inDialog);
    }
  });
});
