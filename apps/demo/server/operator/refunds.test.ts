/** Refunds of card payments by the operator, and what the shopper sees of them. */
import { exampleCredit } from "@cardpane/gateway/testing";
import { describe, expect, test } from "vitest";
import { onThisMachine, openShop, payBody } from "../testing/shop.ts";

type Operations = NonNullable<NonNullable<Parameters<typeof openShop>[0]>["operations"]>;

const formToken = "a-mark-of-a-form-1";
const other = "another-mark-of-1";
const text = async (response: Response | Promise<Response>) => (await response).text();
const cut = () => {
  throw Object.assign(new TypeError("fetch failed"), {
    cause: Object.assign(new Error(), { code: "ECONNRESET" }),
  });
};
const credit = (amount: number, transactionId: string, parts: object = {}) => ({
  ...exampleCredit,
  payment: {
    ...{ ...exampleCredit.payment, amount, transactionId, parentTransactionId: "200000002", ...parts },
  },
});
/** The gateway accepts each refund, with its own transaction. */
function refunds(): Operations {
  let count = 0;
  return ({ body }) => {
    count += 1;
    return Response.json(credit(Number(body["amount"]), `30000000${count}`), { status: 201 });
  };
}

async function paid(operations: Operations = refunds(), parts: object = {}) {
  const shop = openShop({ ...onThisMachine, operations, ...parts });
  const order = await shop.order();
  await shop.postJson(`${order}/pay`, payBody());
  const orderPage = `/operator${order}`;
  const refund = (amount: string, token = formToken, more: Readonly<Record<string, string>> = {}) =>
    shop.post(`${orderPage}/refund`, { amount, formToken: token, ...more });
  const notifyRefund = (amount: number, transactionId: string, status: "success" | "fail" = "success") =>
    shop.notify({
      ...{ status, code: status === "success" ? "0" : "5012", amount, transactionId },
      more: { action: "credit", mode: "refund", parentTransactionId: "200000002" },
    });
  return { shop, order, orderPage, refund, notifyRefund };
}

describe("the operator's order page", () => {
  test("has a form with the refundable rest as the amount, for a card payment", async () => {
    const { shop, orderPage } = await paid();
    const page = await text(shop.get(orderPage));
    expect(page).toContain(`action="${orderPage}/refund"`);
    expect(page).toMatch(/name="amount"[^>]* value="18\.50"/);
    expect(page).toMatch(/Left to refund<\/dt><dd>€18\.50</);
    const open = await shop.order();
    expect(await text(shop.get(`/operator${open}`))).not.toContain("/refund");
  });

  test("refunds a part with the form's token as idempotency key, and shows the rest", async () => {
    const { shop, order, orderPage, refund } = await paid();
    const before = await text(shop.get(`${order}/version`));
    const answer = await refund("4,50", formToken, { reason: "Sent back" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, orderPage]);
    expect(shop.calls).toMatchObject([
      {
        name: "POST /payment/200000002/credit",
        requestId: `refund.${formToken}`,
        body: { amount: 4.5, reason: "Sent back" },
      },
    ]);
    const page = await text(shop.get(orderPage));
    expect(page).toContain("€4.50 was refunded.");
    expect(page).toMatch(/Refunded <bdi>300000001<\/bdi><\/dt><dd>€4\.50</);
    expect(page).toMatch(/Left to refund<\/dt><dd>€14\.00</);
    expect(page).toContain("refunded in part");
    const shopper = await text(shop.get(order));
    expect(shopper).toContain("Your payment was partly refunded");
    expect(shopper).toContain("€4.50 of €18.50 was refunded.");
    expect(await text(shop.get(`${order}/version`))).not.toBe(before);
  });

  test("adds up partial refunds until nothing is left, and then has no form", async () => {
    const { shop, order, orderPage, refund } = await paid();
    await refund("4.50");
    const over = await refund("14.01", other);
    expect(over.status).toBe(422);
    expect(await over.text()).toContain("Enter no more than is left to refund");
    await refund("14", "a-third-mark-of-1");
    expect(shop.calls.map(({ body }) => body["amount"])).toEqual([4.5, 14]);
    const page = await text(shop.get(orderPage));
    expect(page).not.toContain(`action="${orderPage}/refund"`);
    expect(page).toMatch(/Left to refund<\/dt><dd>€0\.00</);
    expect(await text(shop.get(order))).toContain("Your payment was refunded");
  });

  test.each([
    ["", "This field is required"],
    ["all", "Enter an amount"],
    ["0", "Enter an amount, like 12.50"],
    ["-1", "Enter an amount, like 12.50"],
    ["1.001", "Too many decimal places for this currency"],
    ["18.51", "Enter no more than is left to refund"],
  ])("refuses %j as an amount beside the field, with nothing sent", async (amount, words) => {
    const { shop, refund } = await paid();
    const answer = await refund(amount);
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain(words);
    // The field has the focus, so no message above it repeats the error.
    expect(page).toMatch(/name="amount"[^>]* autofocus/);
    expect(page).not.toContain('role="alert"');
    expect(shop.calls).toEqual([]);
  });

  test("sends the same form once, however often it is submitted, and sends nothing without a form token", async () => {
    const { shop, refund } = await paid();
    await Promise.all([refund("1"), refund("1"), refund("1", other)]);
    await refund("1");
    await refund("1", "");
    expect(shop.calls).toHaveLength(1);
  });

  test("refuses requests from another machine and unknown orders", async () => {
    const { shop, orderPage, refund } = await paid(refunds(), { remoteAddress: "203.0.113.7" });
    expect((await refund("1")).status).toBe(404);
    expect((await shop.post(`${orderPage}/refund/dismiss`, { formToken })).status).toBe(404);
    expect(shop.calls).toEqual([]);
    const here = await paid();
    expect((await here.shop.post("/operator/orders/none/refund", { amount: "1", formToken })).status).toBe(
      404,
    );
    expect((await here.shop.post("/operator/orders/none/refund/dismiss", { formToken })).status).toBe(404);
  });

  test("shows why the gateway refused, and accepts another attempt", async () => {
    let isOpen = false;
    const make = refunds();
    const { shop, order, refund } = await paid((call) =>
      isOpen
        ? make(call)
        : Response.json({ message: "No", errors: { amount: "is too much" } }, { status: 400 }),
    );
    const answer = await refund("4.50");
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("is too much");
    expect(await text(shop.get(order))).not.toContain("refunded");
    isOpen = true;
    expect((await refund("4.50", other)).status).toBe(303);
    expect(await text(shop.get(order))).toContain("Your payment was partly refunded");
  });

  test("shows that a failed refund was not made", async () => {
    const { shop, order, refund } = await paid(() =>
      Response.json(credit(4.5, "300000001", { status: "fail", code: "5012" }), { status: 201 }),
    );
    const answer = await refund("4.50");
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining("5012")]);
    expect(await text(shop.get(order))).not.toContain("refunded");
  });
});

describe("a refund whose outcome is unknown", () => {
  const pending: Operations = () =>
    Response.json(credit(4.5, "300000001", { status: "pending" }), { status: 201 });

  test.each([
    ["got no answer", cut],
    ["is pending", pending],
  ])("that %s is shown as unknown, and nothing more is sent", async (_, operations) => {
    const { shop, order, orderPage, refund } = await paid(operations);
    expect((await refund("4.50")).headers.get("Location")).toBe(orderPage);
    const page = await text(shop.get(orderPage));
    expect(page).toContain("We don’t know if the refund was made");
    expect(page).toContain(`href="${orderPage}">Check again`);
    expect(page).not.toContain(`action="${orderPage}/refund"`);
    await refund("4.50");
    await refund("4.50", other);
    expect(shop.calls).toHaveLength(1);
    expect(await text(shop.get(order))).not.toContain("refunded");
  });

  test("is settled by the gateway's notification, once", async () => {
    const { shop, order, orderPage, refund, notifyRefund } = await paid(cut);
    await refund("4.50");
    expect(await notifyRefund(4.5, "300000001")).toBe(200);
    await notifyRefund(4.5, "300000001");
    const page = await text(shop.get(orderPage));
    expect(page).not.toContain("We don’t know");
    expect(page).toMatch(/Left to refund<\/dt><dd>€14\.00</);
    expect(await text(shop.get(order))).toContain("€4.50 of €18.50");
  });

  test("can be tried again after a failure notification, or after the operator has checked it", async () => {
    for (const isNotified of [true, false]) {
      const { shop, orderPage, refund, notifyRefund } = await paid(cut);
      await refund("4.50");
      await shop.post(`${orderPage}/refund/dismiss`, { formToken: other });
      expect(await text(shop.get(orderPage))).toContain("We don’t know");
      if (isNotified) await notifyRefund(4.5, "300000001", "fail");
      else await shop.post(`${orderPage}/refund/dismiss`, { formToken });
      expect(await text(shop.get(orderPage))).toContain(`action="${orderPage}/refund"`);
      await refund("4.50", other);
      expect(shop.calls).toHaveLength(2);
    }
  });
});

test("a refund made elsewhere is shown by its notification, and a renewal's refund does not count", async () => {
  const { shop, order, orderPage, notifyRefund } = await paid();
  await notifyRefund(18.5, "300000001");
  expect(await text(shop.get(order))).toContain("Your payment was refunded");
  const another = await paid();
  await another.shop.notify({
    ...{ status: "success", code: "0", amount: 4.5, transactionId: "300000002" },
    more: { action: "credit", mode: "refund", parentTransactionId: "200000099" },
  });
  expect(await text(another.shop.get(another.orderPage))).toMatch(/Left to refund<\/dt><dd>€18\.50</);
  expect(orderPage).not.toBe(another.orderPage);
});
