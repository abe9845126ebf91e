/** The shopper's saved cards: which cards are shown, and who can enable or disable them. */
import { exampleSavedCard } from "@cardpane/gateway/testing";
import { describe, expect, test } from "vitest";
import { openShop } from "../testing/shop.ts";

const own = { ...exampleSavedCard, paymentAccountId: "6f1c1f3e-8f0b-4a51-9b4e-0d6d6c1f8a11" };
const text = async (response: Response | Promise<Response>) => (await response).text();

/** A shopper who has paid by card, at a gateway that stores the card. */
async function paid({ isDown = false } = {}) {
  let disabled = false;
  const shop = openShop({
    operations: ({ name }) => {
      if (name === "GET /consumer/300000003/paymentAccounts") return Response.json([{ ...own, disabled }]);
      if (isDown) {
        throw Object.assign(new TypeError("fetch failed"), {
          cause: Object.assign(new Error(), { code: "ECONNRESET" }),
        });
      }
      disabled = name.endsWith("/disable");
      return Response.json({ paymentAccountId: own.paymentAccountId, disabled });
    },
  });
  const order = await shop.order();
  await shop.pay(order);
  return { shop, to: (what: string, id = own.paymentAccountId) => shop.post(`/cards/${id}/${what}`, {}) };
}

describe("my cards", () => {
  test("shows no cards before the first payment, and sends no request to the gateway", async () => {
    const shop = openShop();
    expect(await text(shop.get("/cards"))).toContain("No saved cards yet.");
    expect(shop.calls).toEqual([]);
  });

  test("shows the card that paid, masked, and the front page links to the list", async () => {
    const { shop } = await paid();
    const page = await text(shop.get("/cards"));
    expect(page).toContain("Visa ending in 4242");
    expect(page).toContain("12/40");
    expect(page).not.toContain("424242");
    expect(await text(shop.get("/"))).toContain('href="/cards"');
  });

  test("disables a card, which the checkout then does not offer, and enables it again", async () => {
    const { shop, to } = await paid();
    await shop.post("/basket", { sku: "dawn-mug", change: "add" });
    expect((await shop.get("/checkout/saved")).status).toBe(200);
    expect((await to("disable")).headers.get("Location")).toBe("/cards");
    const off = await text(shop.get("/cards"));
    expect(off).toContain("Card disabled.");
    expect(off).toContain(`action="/cards/${own.paymentAccountId}/enable"`);
    expect((await shop.get("/checkout/saved")).status).toBe(303);
    await to("enable");
    expect(await text(shop.get("/cards"))).toContain("Card enabled.");
    expect((await shop.get("/checkout/saved")).status).toBe(200);
  });

  test("after the offered card was disabled, the checkout offers the newest other one that is enabled", async () => {
    const older = ["1111", "2222", "3333"].map((lastFour) => ({
      ...own,
      paymentAccountId: `3f1a0b6e-6f0d-4c8e-9d55-0a4b7c0e${lastFour}`,
      number: `424242******${lastFour}`,
      disabled: lastFour === "3333",
    }));
    const bank = { ...own, paymentAccountId: "3f1a0b6e-6f0d-4c8e-9d55-0a4b7c0e4444", method: "sepa" };
    const shop = openShop({
      operations: ({ name }) => Response.json(name.startsWith("GET ") ? [...older, bank, own] : {}),
    });
    await shop.pay(await shop.order());
    await shop.order();
    await shop.post(`/cards/${bank.paymentAccountId}/disable`, {});
    expect(await text(shop.get("/checkout/saved"))).toContain("Visa ending in 4242");
    await shop.post(`/cards/${own.paymentAccountId}/disable`, {});
    expect(await text(shop.get("/checkout/saved"))).toMatch(/Visa ending in 2222[\s\S]*0a4b7c0e2222/);
  });

  test("refuses another shopper's cards and unknown actions", async () => {
    const { shop, to } = await paid();
    expect((await to("disable", "3f1a0b6e-6f0d-4c8e-9d55-0a4b7c0e2f11")).status).toBe(404);
    expect((await to("toString")).status).toBe(404);
    expect(shop.calls.every(({ name }) => name.startsWith("GET "))).toBe(true);
  });

  test("shows that the change may have been made if the gateway does not answer", async () => {
    const { shop, to } = await paid({ isDown: true });
    await to("disable");
    expect(await text(shop.get("/cards"))).toContain("may have been made");
  });
});
