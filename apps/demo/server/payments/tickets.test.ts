/** A token pays only with the ticket of a checkout that the shop has recently shown to this shopper for this order. */
import { describe, expect, test } from "vitest";
import type { Order } from "../orders/order.ts";
import { contact, device, openShop, origin, payBody, token } from "../testing/shop.ts";
import { createTickets } from "./tickets.ts";

const json = { Origin: origin, "Content-Type": "application/json" };
const tooOld = /This page has been open for too long\. Nothing was charged\./;

describe("a payment by token", () => {
  test.each([
    ["without a ticket", undefined],
    ["with an empty one", ""],
    ["with one that is none", { toString: "ct1" }],
    ["with one of no secret", `ct1.1795222800.${"a".repeat(43)}`],
  ])("%s is refused, and nothing is sent [T-S11]", async (_, ticket) => {
    const shop = openShop();
    const order = await shop.order();
    const answer = await shop.request(`${order}/pay`, {
      method: "POST",
      headers: json,
      body: JSON.stringify({ ...payBody(), ticket }),
    });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ status: "failed", text: expect.stringMatching(tooOld) });
    expect(shop.sent).toEqual([]);
    expect(shop.lines.filter((line) => line.includes("ticket_"))).toHaveLength(1);
    // The page's own form pays the same order.
    expect((await shop.postJson(`${order}/pay`, payBody())).status).toBe(200);
    expect(shop.sent).toHaveLength(1);
  });

  test("with the ticket of another order is refused", async () => {
    const shop = openShop();
    const order = await shop.order();
    const other = /name="ticket" value="([^"]+)"/.exec(await (await shop.get("/subscribe")).text())?.[1];
    expect(other).toMatch(/^ct1\./);
    expect((await shop.postJson(`${order}/pay`, payBody({ ticket: other }))).status).toBe(422);
    expect(shop.sent).toEqual([]);
  });

  test("by a form without script is refused with the checkout, whose new ticket pays", async () => {
    const shop = openShop();
    const order = await shop.order("/checkout/html");
    const payment = JSON.stringify({ token, expireAt: 1_795_257_000, device });
    const fields = { ...contact, back: "/checkout/html", payment };
    const refused = await shop.post(`${order}/pay`, { ...fields, ticket: "" });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toMatch(tooOld);
    expect(shop.sent).toEqual([]);
    expect((await shop.post(`${order}/pay`, fields)).status).toBe(303);
    expect(shop.sent).toHaveLength(1);
  });
});

describe("a ticket", () => {
  const order = { id: "order-1", totalMinor: 1850 } as Order;
  const session = (shopperId: string) => ({ shopperId }) as Parameters<typeof tickets.create>[0];
  const lines: string[] = [];
  let now = Date.UTC(2026, 10, 21);
  const tickets = createTickets({
    secret: "k7Qp2vXw9Zr4Tn6Ym1Bs8Hd3Fg5Jc0La",
    now: () => now,
    log: (line) => lines.push(line),
  });

  test("is valid for an hour, only for its shopper, order and total", async () => {
    const ticket = await tickets.create(session("shopper-1"), order);
    const isGood = (shopper: string, of = order) => tickets.isGood(ticket, session(shopper), of);
    expect(await isGood("shopper-1")).toBe(true);
    expect(await isGood("shopper-2")).toBe(false);
    expect(await isGood("shopper-1", { ...order, id: "order-2" })).toBe(false);
    expect(await isGood("shopper-1", { ...order, totalMinor: 1 })).toBe(false);
    now += 59 * 60_000;
    expect(await isGood("shopper-1")).toBe(true);
    now += 60_000;
    expect(await isGood("shopper-1")).toBe(false);
    expect(lines.at(-1)).toBe("order order-1 is not paid: ticket_expired");
    expect(lines.join()).not.toContain(ticket);
  });
});
