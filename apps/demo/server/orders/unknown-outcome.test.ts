/** The shop's pages while the outcome is unknown, or known only from the shopper's browser. */
import { describe, expect, test } from "vitest";
import { approve, device, onThisMachine, openShop, paymentAnswer } from "../testing/shop.ts";

describe("when the connection breaks during a payment", () => {
  const cut = () => {
    throw Object.assign(new TypeError("fetch failed"), {
      cause: Object.assign(new Error(), { code: "ECONNRESET" }),
    });
  };

  test("the shop shows that the outcome is unknown, and accepts no second payment", async () => {
    const shop = openShop({ gateway: cut });
    const order = await shop.order();
    expect((await shop.pay(order)).headers.get("Shop-Location")).toBe(order);
    expect(await (await shop.get(order)).text()).toContain("We don’t know yet if you were charged");
    const requests = shop.sent.length;
    const other = { token: "1b9f3a52-6c1d-4f7e-9a8b-2d3c4e5f6a7b", device };
    await shop.pay(order, { payment: other });
    expect(shop.sent).toHaveLength(requests);
    expect((await shop.get("/checkout")).headers.get("Location")).toBe(order);
  });

  test("the operator who has looked at the gateway says that nothing was paid: it can be paid again", async () => {
    const shop = openShop({ gateway: cut, ...onThisMachine });
    const order = await shop.order();
    await shop.pay(order);
    expect(await (await shop.get(`/operator${order}`)).text()).toContain("no payment was made");
    await shop.post(`/operator${order}/resolve`, { decision: "not_made" });
    shop.setGateway(approve);
    await shop.pay(order);
    expect(await (await shop.get(order)).text()).toContain("Payment complete");
  });

  test("a decline by the notification lets the shopper try again", async () => {
    const shop = openShop({ gateway: cut });
    const order = await shop.order();
    await shop.pay(order);
    await shop.notify({ status: "fail", code: "5005" });
    expect((await shop.get(order)).headers.get("Location")).toBe("/checkout");
    expect(await (await shop.get("/checkout")).text()).toContain("Do not honor");
  });
});

describe("when no payment was made", () => {
  test("because nothing reached the gateway, the order can be paid again", async () => {
    const refused = Object.assign(new TypeError("fetch failed"), {
      cause: Object.assign(new Error(), { code: "ECONNREFUSED" }),
    });
    const shop = openShop({
      gateway: () => {
        throw refused;
      },
    });
    const order = await shop.order();
    const answer = await shop.pay(order);
    expect(await answer.text()).toContain("We couldn’t send the payment. Nothing was charged. Try again.");
    shop.setGateway(approve);
    expect((await shop.pay(order)).headers.get("Shop-Location")).toBe(order);
  });

  test("because the gateway is busy, the shopper is told at once: half a minute is not waited for", async () => {
    const shop = openShop({
      gateway: () => Response.json({ message: "No" }, { status: 429, headers: { "Retry-After": "30" } }),
    });
    const answer = await shop.pay(await shop.order());
    expect(await answer.text()).toContain("We couldn’t send the payment. Nothing was charged. Try again.");
    expect(shop.sent).toHaveLength(1);
  });

  test("because the token had expired, the card has to be typed again", async () => {
    const shop = openShop({
      gateway: () =>
        Response.json(
          { message: "Bad Request", errors: { "paymentSource.value": "is used" } },
          { status: 400 },
        ),
    });
    const answer = await shop.pay(await shop.order());
    const page = await answer.text();
    expect(page).toContain("Enter your card details again.");
  });

  test("because the key is wrong, the page shows that the shop must fix this", async () => {
    const shop = openShop({ gateway: () => Response.json({ message: "Unauthorized" }, { status: 401 }) });
    const answer = await shop.pay(await shop.order());
    expect(await answer.text()).toContain("We’re looking into it");
  });
});

describe("3D Secure", () => {
  const url = "http://127.0.0.1:4002/3ds/challenge";
  const challenge = (sent: Parameters<typeof paymentAnswer>[0]) =>
    paymentAnswer(sent, { status: "pending", url });
  const query = (approved: string, transaction = "200000002") =>
    `order_id=100000001&transaction_id=${transaction}&is_approved=${approved}&code=${approved === "1" ? "0" : "5222"}`;

  test("redirects the shopper, and accepts the returned parameters only as a hint", async () => {
    const shop = openShop({ gateway: challenge });
    const order = await shop.order();
    const { headers } = await shop.pay(order);
    expect([headers.get("Shop-Location"), headers.get("Shop-Dialog")]).toEqual([url, null]);
    expect(await (await shop.get(order)).text()).toContain(`href="${url}"`);
    const back = await shop.get(`${order}/return?${query("1")}`);
    expect(back.headers.get("Location")).toBe(order);
    const page = await (await shop.get(order)).text();
    expect(page).toContain("Your bank approved the payment");
    expect(page).toContain("We’re waiting for confirmation");
    expect(page).not.toContain("Payment complete");
    // The payment is not confirmed, so the checkout does not offer its card either.
    expect((await shop.get("/checkout/saved")).status).toBe(303);
  });

  test("ignores a hint that names another payment", async () => {
    const shop = openShop({ gateway: challenge });
    const order = await shop.order();
    await shop.pay(order);
    await shop.get(`${order}/return?${query("1", "999999999")}`);
    expect(await (await shop.get(order)).text()).toContain("One more step");
  });

  test("that the bank refused can be tried again with another card", async () => {
    const shop = openShop({ gateway: challenge });
    const order = await shop.order();
    await shop.pay(order);
    await shop.get(`${order}/return?${query("0")}`);
    // Only the shopper's browser has reported this: the order may be paid again when the gateway confirms it.
    expect((await shop.get("/checkout")).headers.get("Location")).toBe(order);
    expect(await shop.notify({ status: "fail", code: "5222" })).toBe(200);
    const checkout = await (await shop.get("/checkout")).text();
    expect(checkout).toContain("Payment not completed");
    expect(checkout).toContain("The payment was cancelled before it was completed.");
    expect(checkout).not.toContain("was declined");
    expect(checkout).toMatch(/<details class="support" ><summary>Details for support</);
    shop.setGateway(approve);
    const other = { token: "1b9f3a52-6c1d-4f7e-9a8b-2d3c4e5f6a7b", device };
    await shop.pay(order, { payment: other });
    expect(await (await shop.get(order)).text()).toContain("Payment complete");
  });

  test("does not redirect to an address that would run in the shop's page", async () => {
    const shop = openShop({
      gateway: (sent) => paymentAnswer(sent, { status: "pending", url: "javascript:alert(1)" }),
    });
    const order = await shop.order();
    expect((await shop.pay(order)).headers.get("Shop-Location")).toBe(order);
    expect(await (await shop.get(order)).text()).not.toContain("javascript:");
  });
});
