/** The operator's page: who can open it, refunds of card payments, and the void of a wallet payment. */
import { exampleCredit } from "@cardpane/gateway/testing";
import { describe, expect, test } from "vitest";
import { apiKey, onThisMachine, openShop, origin, paymentAnswer, type Sent } from "../testing/shop.ts";
import { payment, refusal, user } from "../testing/wallet.ts";
import { logIn, notifyWallet, openWalletShop, payFromWallet, text } from "../testing/wallet-shop.ts";

type Operations = NonNullable<NonNullable<Parameters<typeof openShop>[0]>["operations"]>;

describe("refunds of a card payment", () => {
  const broken = (code: string) => () => {
    throw Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error(), { code }) });
  };
  const cut = broken("ECONNRESET");
  const answer = (amount: unknown, transactionId: string, parts: object = {}) => {
    const own = { amount, transactionId, parentTransactionId: "200000002", ...parts };
    return Response.json(
      { ...exampleCredit, payment: { ...exampleCredit.payment, ...own } },
      { status: 201 },
    );
  };

  /** The gateway accepts each refund once by its key, with its own transaction. */
  function accept(): Operations {
    const keys: (string | null)[] = [];
    return ({ body, requestId }) => {
      if (!keys.includes(requestId)) keys.push(requestId);
      return answer(body["amount"], `30000000${keys.indexOf(requestId) + 1}`);
    };
  }

  async function paid(operations: Operations = accept(), parts: object = {}) {
    const shop = openShop({ ...onThisMachine, operations, ...parts });
    const order = await shop.order();
    await shop.pay(order);
    const orderPage = `/operator${order}`;
    const page = () => text(shop.get(orderPage));
    const keyOf = async () => /name="key" value="([^"]*)"/.exec(await page())?.[1] ?? "";
    return {
      shop,
      order,
      orderPage,
      page,
      keyOf,
      refund: async (amount: string, key?: string) =>
        shop.post(`${orderPage}/refund`, { amount, key: key ?? (await keyOf()) }),
      notifyRefund: (amount: number, transactionId: string, status: "success" | "fail" = "success") =>
        shop.notify({
          status,
          code: status === "success" ? "0" : "5012",
          amount,
          transactionId,
          more: { action: "credit", mode: "refund", parentTransactionId: "200000002" },
        }),
    };
  }

  test("the form offers the refundable rest, and only for a payment", async () => {
    const { shop, page } = await paid();
    expect(await page()).toMatch(/name="amount"[^>]* value="18\.5"/);
    expect(await page()).toMatch(/Left to refund<\/dt><dd>€18\.50</);
    const open = await shop.order();
    expect(await text(shop.get(`/operator${open}`))).not.toContain("/refund");
    expect((await shop.get("/operator/orders/none")).status).toBe(404);
    expect((await shop.post("/operator/orders/none/refund", { amount: "1" })).status).toBe(404);
  });

  test("a part is refunded under the form's key, then the rest, and the shopper sees each", async () => {
    const { shop, order, orderPage, page, keyOf, refund } = await paid();
    const version = () => text(shop.get(`${order}/version`));
    const before = await version();
    const key = await keyOf();
    const first = await refund("4,50");
    expect([first.status, first.headers.get("Location")]).toEqual([303, orderPage]);
    expect(shop.calls).toMatchObject([
      { name: "POST /payment/200000002/credit", requestId: `refund.${key}`, body: { amount: 4.5 } },
    ]);
    expect(await page()).toMatch(/Refunded 300000001<\/dt><dd>€4\.50</);
    expect(await page()).toMatch(/Left to refund<\/dt><dd>€14\.00</);
    expect(await text(shop.get(order))).toContain("Your payment was partly refunded");
    expect(await text(shop.get(order))).toContain("€4.50 of €18.50 was refunded.");
    expect(await version()).not.toBe(before);
    expect((await refund("14.01")).status).toBe(422);
    await refund("14");
    expect(shop.calls.map(({ body }) => body["amount"])).toEqual([4.5, 14]);
    expect(await page()).not.toContain(`action="${orderPage}/refund"`);
    expect(await text(shop.get(order))).toContain("Your payment was refunded");
  });

  test.each(["", "all", "0", "-1", "1.001", "18.51"])(
    "%j is refused, and nothing is sent",
    async (amount) => {
      const { shop, refund } = await paid();
      const refused = await refund(amount);
      expect([refused.status, await refused.text()]).toEqual([
        422,
        expect.stringMatching(/role="alert"[^>]*><p>Enter an amount, at most €18\.50\./),
      ]);
      expect(shop.calls).toEqual([]);
    },
  );

  test("one form is sent once, however often it is submitted, and nothing without its key", async () => {
    const { shop, keyOf, refund } = await paid();
    const key = await keyOf();
    await Promise.all([refund("1", key), refund("1", key), refund("1", "another-key")]);
    await refund("1", key);
    await refund("1", "");
    expect(shop.calls).toHaveLength(1);
  });

  test("another machine gets no page", async () => {
    const { shop, orderPage } = await paid(accept(), { remoteAddress: "203.0.113.7" });
    for (const path of ["", "/refund", "/void", "/resolve", "/supersede"])
      expect((await shop.post(orderPage + path, { amount: "1" })).status).toBe(404);
    expect((await shop.get(orderPage)).status).toBe(404);
    expect(shop.calls).toEqual([]);
  });

  test.each<[string, Operations, string]>([
    [
      "refused",
      () => Response.json({ message: "No", errors: { amount: "is too much" } }, { status: 400 }),
      "is too much",
    ],
    ["failed", ({ body }) => answer(body["amount"], "300000001", { status: "fail", code: "5012" }), "5012"],
  ])("one that %s is shown with its reason, and another has a key of its own", async (_, refuse, words) => {
    let isOpen = false;
    const make = accept();
    const { shop, order, refund } = await paid((call) => (isOpen ? make(call) : refuse(call)));
    const refused = await refund("4.50");
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining(words)]);
    expect(await text(shop.get(order))).not.toContain("refunded");
    isOpen = true;
    expect((await refund("4.50")).status).toBe(303);
    const [first, second] = shop.calls.map(({ requestId }) => requestId);
    expect(first).not.toBe(second);
    expect(await text(shop.get(order))).toContain("Your payment was partly refunded");
  });

  test.each<[string, Operations]>([
    ["without an answer", cut],
    ["that is pending", ({ body }) => answer(body["amount"], "300000001", { status: "pending" })],
  ])("one %s can only be sent again as it was, under the same key", async (_, doubtful) => {
    let isOpen = false;
    const make = accept();
    const { shop, order, page, refund } = await paid((call) => (isOpen ? make(call) : doubtful(call)));
    await refund("4.50");
    expect(await page()).toContain("We don’t know if €4.50 was refunded");
    expect(await page()).toMatch(/name="amount"[^>]* value="4\.5" readonly/);
    expect(await text(shop.get(order))).not.toContain("refunded");
    isOpen = true;
    await refund("18.50");
    expect(shop.calls.map(({ body }) => body["amount"])).toEqual([4.5, 4.5]);
    expect(new Set(shop.calls.map(({ requestId }) => requestId)).size).toBe(1);
    expect(await page()).toMatch(/Left to refund<\/dt><dd>€14\.00</);
  });

  test("one in doubt stays so when it cannot be sent again: all sends have one key, and one refund is made", async () => {
    let answerNext: Operations = cut;
    const { shop, page, refund } = await paid((call) => answerNext(call));
    await refund("18.50");
    for (const refuse of [broken("ECONNREFUSED"), () => refusal(401), () => refusal(429)]) {
      answerNext = refuse;
      expect((await refund("18.50")).status).toBe(422);
      expect(await page()).toContain("We don’t know if €18.50 was refunded");
    }
    answerNext = accept();
    await refund("18.50");
    expect(new Set(shop.calls.map(({ requestId }) => requestId)).size).toBe(1);
    expect(await page()).toMatch(/Left to refund<\/dt><dd>€0\.00</);
    expect(await page()).not.toContain("We don’t know");
  });

  test.each([
    ["KWD", "KWD\u00a018.500", 18.5],
    ["JPY", "¥19", 19],
  ])("one in %s is refunded in that currency's minor units", async (currency, left, amount) => {
    const { shop, page, refund } = await paid(accept(), {
      gateway: (sent: Sent) =>
        paymentAnswer(sent, { status: "success", code: "0", amount, more: { currency } }),
    });
    expect(await page()).toContain(`Left to refund</dt><dd>${left}<`);
    const offered = /name="amount"[^>]* value="([^"]*)"/.exec(await page())?.[1] ?? "";
    await refund(offered);
    expect(shop.calls.map(({ body }) => body["amount"])).toEqual([amount]);
  });

  test("one that was settled while its form arrived is not sent again", async () => {
    const { shop, orderPage, page, keyOf, refund, notifyRefund } = await paid(cut);
    await refund("4.50");
    const key = await keyOf();
    const form = `amount=4.50&key=${key}`;
    const source: UnderlyingSource = {
      async pull(controller) {
        await notifyRefund(4.5, "300000001");
        controller.enqueue(new TextEncoder().encode(form));
        controller.close();
      },
    };
    const headers = {
      Origin: origin,
      "Content-Type": "application/x-www-form-urlencoded",
      "Content-Length": String(form.length),
    };
    const body = new ReadableStream(source, { highWaterMark: 0 });
    const init = { method: "POST", body, headers, duplex: "half" };
    await shop.request(`${orderPage}/refund`, init);
    expect(shop.calls).toHaveLength(1);
    expect(await page()).not.toContain("We don’t know");
  });

  test("one in doubt is settled by its notification, once; a failure makes room for another", async () => {
    for (const status of ["success", "fail"] as const) {
      const { page, keyOf, refund, notifyRefund } = await paid(cut);
      const key = await keyOf();
      await refund("4.50", key);
      expect(await keyOf()).toBe(key);
      await notifyRefund(4.5, "300000001", status);
      await notifyRefund(4.5, "300000001", status);
      expect(await page()).not.toContain("We don’t know");
      expect(await page()).toMatch(
        status === "success" ? /Left to refund<\/dt><dd>€14\.00</ : /Left to refund<\/dt><dd>€18\.50</,
      );
      expect(await keyOf()).not.toBe(key);
    }
  });

  test("a notification counts a refund once, before and after its response, and those made elsewhere", async () => {
    const holder: { notify?: () => Promise<number> } = {};
    const { page, refund, notifyRefund } = await paid(async ({ body }) => {
      await holder.notify?.();
      return answer(body["amount"], "300000001");
    });
    holder.notify = () => notifyRefund(4.5, "300000001");
    await refund("4.50");
    await notifyRefund(4.5, "300000001");
    expect(await page()).toMatch(/Left to refund<\/dt><dd>€14\.00</);
    await notifyRefund(4, "300000009");
    expect(await page()).toMatch(/Left to refund<\/dt><dd>€10\.00</);
  });
});

describe("an order that was paid from a wallet, and whose payment is voided", () => {
  const voidName = `POST /api/v1/transaction/${payment.id}/void`;
  const getName = `GET /api/v1/transaction/${payment.id}`;

  /** The gateway's notification of a voided payment: the void is its child. */
  const undone = (order: string) => ({
    ...payment,
    merchantOrderID: order.slice(8),
    child: {
      "0": { ...payment, id: 600_009, type: "income", subtype: "void", action: "refund", mode: "void" },
    },
  });

  async function paid(parts: Parameters<typeof openWalletShop>[0] = {}) {
    const shop = openWalletShop({ ...onThisMachine, ...parts });
    await logIn(shop);
    const { order } = await payFromWallet(shop);
    shop.wallet.on(voidName, () => Response.json(undone(order)));
    const [call] = shop.wallet.of("POST /api/v1/payment");
    const orderPage = `/operator${order}`;
    const undo = () => shop.post(`${orderPage}/void`, {});
    return { shop, order, orderPage, undo, webhookUrl: call?.body["webhookUrl"] };
  }

  test("has a void button on the operator's page; other orders do not", async () => {
    const { shop, orderPage } = await paid();
    const page = await text(shop.get(orderPage));
    expect(page).toMatch(/Status<\/dt><dd>paid</);
    expect(page).toContain(`action="${orderPage}/void"`);
    const cardOrder = await shop.order();
    await shop.pay(cardOrder);
    expect(await text(shop.get(`/operator${cardOrder}`))).not.toContain("/void");
    await shop.post(`/operator${cardOrder}/void`, {});
    expect(shop.wallet.of(voidName)).toEqual([]);
    expect((await shop.post("/operator/orders/none/void", {})).status).toBe(404);
  });

  test("shows the void to the shopper and the operator, and its version changes", async () => {
    const { shop, order, orderPage, undo } = await paid();
    const version = async () => text(shop.get(`${order}/version`));
    const before = await version();
    expect((await undo()).headers.get("Location")).toBe(orderPage);
    expect(shop.wallet.of(voidName)).toMatchObject([{ authorization: apiKey, body: { clientId: user.id } }]);
    const page = await text(shop.get(order));
    expect(page).toContain("Payment refunded to your wallet");
    expect(page).not.toContain("Payment complete");
    const operators = await text(shop.get(orderPage));
    expect(operators).toMatch(/Status<\/dt><dd>voided</);
    expect(operators).not.toContain("/void");
    expect(await version()).not.toBe(before);
  });

  test("stays voided after late and repeated notifications, and the void is sent to the gateway once", async () => {
    const { shop, order, undo, webhookUrl } = await paid();
    await undo();
    const refunded = undone(order);
    // The payment's own notification, which arrives late, and one about the void.
    for (const one of [payment, refunded, refunded.child[0]]) {
      await notifyWallet(shop, webhookUrl, { ...one, merchantOrderID: refunded.merchantOrderID });
    }
    await undo();
    expect(shop.wallet.of(voidName)).toHaveLength(1);
    expect(await text(shop.get(order))).toContain("Payment refunded to your wallet");
    await shop.post("/basket", { sku: "dawn-mug", change: "add" });
    expect(await text(shop.get("/checkout/wallet"))).toContain("Dawn mug");
  });

  test.each([
    ["refuses because it was voided before", 400],
    ["does not answer, but has voided it", 500],
  ])("is voided if the gateway %s", async (_, status) => {
    const { shop, order, undo } = await paid();
    shop.wallet.on(voidName, () => refusal(status, { id: "is undone already" }));
    shop.wallet.on(getName, () => Response.json(undone(order)));
    await undo();
    expect(await text(shop.get(order))).toContain("Payment refunded to your wallet");
  });

  test("can be voided after a refusal: the next click is a request of its own", async () => {
    const { shop, order, undo } = await paid();
    const accepted = shop.wallet.answerTo(voidName);
    shop.wallet.on(voidName, () => refusal(401));
    shop.wallet.on(getName, () => Response.json(payment));
    expect((await undo()).status).toBe(422);
    shop.wallet.on(voidName, accepted);
    await undo();
    expect(await text(shop.get(order))).toContain("Payment refunded to your wallet");
    const [first, second] = shop.wallet.of(voidName).map(({ requestId }) => requestId);
    expect(second).not.toBe(first);
  });

  test.each([
    ["refuses", 400, payment],
    ["does not answer, and has not voided it", 500, payment],
    ["answers neither the void nor the request for the payment", 500, undefined],
  ])("stays paid if the gateway %s", async (_, status, known) => {
    const { shop, order, undo } = await paid();
    shop.wallet.on(voidName, () => refusal(status, { id: "is not to be undone" }));
    shop.wallet.on(getName, () => (known ? Response.json(known) : refusal(500)));
    const answered = await undo();
    expect(answered.status).toBe(422);
    expect(await answered.text()).toMatch(/role="alert"/);
    expect(await text(shop.get(order))).toContain("Payment complete");
  });
});

describe("the orders that wait", () => {
  const cut = () => {
    throw Object.assign(new TypeError("fetch failed"), {
      cause: Object.assign(new Error(), { code: "ECONNRESET" }),
    });
  };
  async function inDoubt() {
    const shop = openShop({ ...onThisMachine, gateway: cut });
    const order = await shop.order();
    await shop.pay(order);
    const list = () => text(shop.get("/operator"));
    const page = () => text(shop.get(`/operator${order}`));
    const resolve = (fields: Record<string, string>) => shop.post(`/operator${order}/resolve`, fields);
    return { shop, order, list, page, resolve };
  }

  test("are listed with the reason, and an order's page has what was said of it", async () => {
    const { shop, order, list, page } = await inDoubt();
    expect(await list()).toMatch(/Waits for[^(]*\(1\)/);
    expect(await list()).toContain(`<a href="/operator${order}">`);
    expect(await list()).toContain("The gateway has not answered");
    expect(await page()).toContain("response · call unknown");
    await shop.notify({ status: "success", amount: 9.25, code: "1001" });
    expect(await list()).toMatch(/Needs a person \(1\)/);
    expect(await list()).toContain("€9.25 of €18.50");
    expect(await page()).toContain("→ payment.mismatched");
  });

  test.each([
    [{ decision: "paid", transactionId: "777" }, "Payment complete", "/ 777"],
    [{ decision: "paid", transactionId: "" }, "Payment complete", "Appears"],
    [{ decision: "not_made" }, "This order isn’t paid yet", ""],
  ])("leave the list by a person's decision: %j", async (fields, title, more) => {
    const { shop, order, list, resolve } = await inDoubt();
    expect((await resolve(fields)).status).toBe(303);
    expect(await list()).not.toContain(order);
    const shown = await text(shop.get(order));
    expect(shown).toContain(title);
    if (more === "Appears") expect(shown).not.toContain(more);
    else expect(shown).toContain(more);
    // A decision that comes twice changes nothing.
    expect((await resolve({ decision: "not_made" })).status).toBe(303);
    expect(await text(shop.get(order))).toContain(title);
  });
});
