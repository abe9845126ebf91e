/** The operator's page: who can open it, and the void of a wallet payment. */
import { describe, expect, test } from "vitest";
import { apiKey, onThisMachine, payBody } from "../testing/shop.ts";
import { payment, refusal, user } from "../testing/wallet.ts";
import {
  formToken,
  logIn,
  notifyWallet,
  openWalletShop,
  payFromWallet,
  text,
} from "../testing/wallet-shop.ts";

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
    return { shop, order, orderPage: `/operator${order}`, webhookUrl: call?.body["webhookUrl"] };
  }

  test("has a void button on the operator's page; other orders do not", async () => {
    const { shop, orderPage } = await paid();
    const page = await text(shop.get(orderPage));
    expect(page).toMatch(/Status<\/dt><dd><span class="chip">Paid</);
    expect(page).toContain(`action="${orderPage}/void"`);
    const cardOrder = await shop.order();
    await shop.postJson(`${cardOrder}/pay`, payBody());
    const other = await text(shop.get(`/operator${cardOrder}`));
    expect(other).toMatch(/Status<\/dt><dd><span class="chip">Paid</);
    expect(other).not.toContain("/void");
    await shop.post(`/operator${cardOrder}/void`, { formToken });
    expect(shop.wallet.of(voidName)).toEqual([]);
    expect((await shop.get("/operator/orders/none")).status).toBe(404);
    expect((await shop.post("/operator/orders/none/void", {})).status).toBe(404);
  });

  test("shows the void to the shopper and the operator, and its version changes", async () => {
    const { shop, order, orderPage } = await paid();
    const version = async () => text(shop.get(`${order}/version`));
    const before = await version();
    const answer = await shop.post(`${orderPage}/void`, { reason: "Sent back", formToken });
    expect(answer.headers.get("Location")).toBe(orderPage);
    expect(shop.wallet.of(voidName)).toMatchObject([
      {
        authorization: apiKey,
        body: { clientId: user.id, reason: "Sent back" },
        requestId: `wallet.${formToken}`,
      },
    ]);
    const page = await text(shop.get(order));
    expect(page).toContain("Payment refunded to your wallet");
    expect(page).not.toContain("Thank you – your payment is complete");
    const operators = await text(shop.get(orderPage));
    expect(operators).toMatch(/Status<\/dt><dd><span class="chip">Voided</);
    expect(operators).not.toContain("/void");
    expect(await version()).not.toBe(before);
  });

  test("stays voided after late and repeated notifications, and the void is sent to the gateway once", async () => {
    const { shop, order, orderPage, webhookUrl } = await paid();
    await shop.post(`${orderPage}/void`, { formToken });
    const refunded = undone(order);
    // The payment's own notification, which arrives late, and one about the void.
    for (const one of [
      { ...payment, merchantOrderID: refunded.merchantOrderID },
      refunded,
      refunded.child[0],
    ]) {
      await notifyWallet(shop, webhookUrl, { ...one, merchantOrderID: refunded.merchantOrderID });
    }
    await shop.post(`${orderPage}/void`, { formToken });
    await shop.post(`${orderPage}/void`, { formToken: "another-mark-of-1" });
    expect(shop.wallet.of(voidName)).toHaveLength(1);
    expect(await text(shop.get(order))).toContain("Payment refunded to your wallet");
    await shop.post("/basket", { sku: "dawn-mug", change: "add" });
    expect(await text(shop.get("/checkout/wallet"))).toContain("Dawn mug");
  });

  test.each([
    ["refuses because it was voided before", 400],
    ["does not answer, but has voided it", 500],
  ])("is voided if the gateway %s", async (_, status) => {
    const { shop, order, orderPage } = await paid();
    shop.wallet.on(voidName, () => refusal(status, { id: "is undone already" }));
    shop.wallet.on(getName, () => Response.json(undone(order)));
    await shop.post(`${orderPage}/void`, { formToken });
    expect(await text(shop.get(order))).toContain("Payment refunded to your wallet");
  });

  test.each([
    ["refuses", 400, payment],
    ["does not answer, and has not voided it", 500, payment],
    ["answers neither the void nor the request for the payment", 500, undefined],
  ])("stays paid if the gateway %s", async (_, status, known) => {
    const { shop, order, orderPage } = await paid();
    shop.wallet.on(voidName, () => refusal(status, { id: "is not to be undone" }));
    shop.wallet.on(getName, () => (known ? Response.json(known) : refusal(500)));
    const answer = await shop.post(`${orderPage}/void`, { formToken });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toMatch(/role="alert"/);
    expect(await text(shop.get(order))).toContain("Thank you – your payment is complete");
  });

  test("cannot be voided from another machine", async () => {
    const { shop, order, orderPage } = await paid({ remoteAddress: "203.0.113.7" });
    expect((await shop.get(orderPage)).status).toBe(404);
    expect((await shop.post(`${orderPage}/void`, { formToken })).status).toBe(404);
    expect(shop.wallet.of(voidName)).toEqual([]);
    expect(await text(shop.get(order))).toContain("Thank you – your payment is complete");
  });
});
