/** The shopper's subscription: its terms, its state at the gateway, cancel, another card. */
import { exampleSubscription } from "@cardpane/gateway/testing";
import { describe, expect, test } from "vitest";
import { contact, device, openShop, paymentAnswer } from "../testing/shop.ts";
import type { WalletCall } from "../testing/wallet.ts";

const formToken = "a-mark-of-a-form-1";
const card = JSON.stringify({ token: "5c1d0a52-0c1d-4f7e-9a8b-2d3c4e5f6a7b", device });
const text = async (response: Response | Promise<Response>) => (await response).text();
const cut = () => {
  throw Object.assign(new TypeError("fetch failed"), {
    cause: Object.assign(new Error(), { code: "ECONNRESET" }),
  });
};
const active = { ...exampleSubscription, cycle: 0, renewalDate: "2026-12-21 10:00:00" };
const canceled = { ...active, status: "canceled", renewalDate: null, cancelDate: "2026-11-21 10:00:00" };
const ending = { ...active, cancelDate: "2026-12-21 10:00:00" };

/** A shopper who subscribed to the box, at a gateway that answers each operation by its name; a read gets its last answer. */
async function subscribed(answers: Readonly<Record<string, (call: WalletCall) => Response>> = {}) {
  let last: unknown = active;
  const of = (name: string) => name.replace(`/subscription/${active.id}`, "").trim();
  const shop = openShop({
    gateway: (sent) => {
      const subscription = { id: active.id, status: "active", cycle: 0, renewalDate: "2026-12-21T10:00:00Z" };
      return paymentAnswer(sent, { status: "success", code: "0", subscription });
    },
    operations: async (call) => {
      const answer =
        answers[of(call.name)] ?? (() => Response.json(call.name.startsWith("GET") ? last : active));
      const response = answer(call);
      if (response.ok) last = await response.clone().json();
      return response;
    },
  });
  const page = await text(shop.get("/subscribe"));
  const order = page.match(/action="(\/orders\/[\w-]+)\/pay"/)?.[1] ?? "";
  await shop.pay(order);
  return { shop, order, path: `${order}/subscription` };
}

describe("the box's checkout", () => {
  test("has today's charge on its button, the renewal in its summary and the terms below, in every language", async () => {
    const shop = openShop();
    const page = await text(shop.get("/subscribe"));
    expect(page).toContain("Subscribe · €9.00 today<");
    expect(page).toMatch(/total">[\s\S]*€9\.00 today, then €24\.00 every 30 days/);
    expect(page).toMatch(
      /charge your card €24\.00 every 30 days until you cancel\.[^<]*<a href="\/subscription">My subscription</,
    );
    expect(await text(shop.get("/subscribe", { "Accept-Language": "ar" }))).toContain("اشترك ·");
  });
});

describe("my subscription", () => {
  test("is a part of the order's page, to which /subscription leads", async () => {
    const { shop, order } = await subscribed();
    expect((await shop.get("/subscription")).headers.get("Location")).toBe(`${order}#subscription`);
    expect(await text(shop.get("/"))).toContain('href="/subscription"');
    const page = await text(shop.get(order));
    expect(page).toMatch(/Status<\/dt><dd>Active</);
    expect(page).toContain("Paid until December 21, 2026.");
    expect((await openShop().get("/subscription")).headers.get("Location")).toBe("/subscribe");
  });

  test.each([
    ["now", {}, canceled, "Cancelled"],
    ["end", { keepActiveUntilNextRebill: true }, ending, "Active"],
  ])(
    "canceled %s is sent to the gateway once, and shows no next charge",
    async (when, body, answer, state) => {
      const { shop, order, path } = await subscribed({
        "PUT /cancel": () => Response.json(answer),
      });
      const sent = await shop.post(`${path}/cancel`, { when, formToken });
      expect(sent.headers.get("Location")).toBe(order);
      expect(shop.calls).toMatchObject([{ requestId: `subscription.${formToken}`, body }]);
      // The script of the open page leaves the notice to the shopper.
      const watched = await text(shop.get(order, { "Shop-Script": "1" }));
      expect(watched).not.toContain("Your subscription was cancelled.");
      const page = await text(shop.get(order));
      expect(page).toContain("Your subscription was cancelled.");
      expect(page).toMatch(new RegExp(`Status</dt><dd>${state}<`));
      expect(page).not.toContain("Next renewal");
      expect(page).not.toContain(`${path}/cancel`);
      expect(page).toContain("Ends");
    },
  );

  test("is read on each view, which the script of the open page is not; without an answer the last state stays", async () => {
    const read = { current: () => Response.json(ending) };
    const { shop, order, path } = await subscribed({
      "PUT /cancel": () => Response.json(ending),
      GET: () => read.current(),
    });
    await shop.post(`${path}/cancel`, { when: "end", formToken });
    expect(await text(shop.get(order))).toMatch(/Status<\/dt><dd>Active</);
    read.current = () => Response.json(canceled);
    const { length } = shop.calls;
    expect(await text(shop.get(order, { "Shop-Script": "1" }))).toMatch(/Status<\/dt><dd>Active</);
    expect(shop.calls).toHaveLength(length);
    expect(await text(shop.get(order))).toMatch(/Status<\/dt><dd>Cancelled</);
    read.current = cut;
    expect(await text(shop.get(order))).toMatch(/Status<\/dt><dd>Cancelled</);
  });

  test("that ended elsewhere is shown as cancelled without a notice", async () => {
    const { shop, order } = await subscribed({ GET: () => Response.json(canceled) });
    expect(await text(shop.get(order))).toMatch(/Status<\/dt><dd>Cancelled</);
  });

  test("is read again after an unknown outcome: shows the change if it was made, else that it is unknown", async () => {
    const done = await subscribed({ "PUT /cancel": cut, GET: () => Response.json(canceled) });
    await done.shop.post(`${done.path}/cancel`, { when: "now", formToken });
    expect(await text(done.shop.get(done.order))).toContain("Your subscription was cancelled.");
    const doubt = await subscribed({ "PUT /cancel": cut, GET: () => Response.json(active) });
    await doubt.shop.post(`${doubt.path}/cancel`, { when: "now", formToken });
    expect(await text(doubt.shop.get(doubt.order))).toContain("may have been made");
    expect(doubt.shop.calls.filter(({ name }) => name.startsWith("PUT"))).toHaveLength(1);
  });

  test("shows its last known state and the reason if the gateway refuses a change", async () => {
    const { shop, order, path } = await subscribed({
      "PUT /cancel": () => Response.json({ message: "no" }, { status: 403 }),
    });
    await shop.post(`${path}/cancel`, { when: "now", formToken });
    const page = await text(shop.get(order));
    expect(page).toContain("Something went wrong on our side.");
    expect(page).toMatch(/Status<\/dt><dd>Active</);
  });

  test("is not shown to another shopper, or for an order without a subscription", async () => {
    const { shop, path } = await subscribed();
    const other = shop.visitor();
    const order = await other.order();
    for (const each of [path, `${order}/subscription`]) {
      expect((await other.get(`${each}/card`)).status).toBe(404);
      expect((await other.post(`${each}/cancel`, { when: "now" })).status).toBe(404);
    }
    expect(shop.calls).toEqual([]);
  });
});

describe("another card for the subscription", () => {
  test("is sent as the pane's token, with the shopper's own request", async () => {
    const { shop, order, path } = await subscribed();
    expect(await text(shop.get(`${path}/card`))).toMatch(/<card-pane name="payment"/);
    const answer = await shop.post(`${path}/card`, { payment: card });
    expect(answer.headers.get("Location")).toBe(order);
    expect(shop.calls).toMatchObject([
      {
        name: `PUT /subscription/${active.id}/paymentAccount`,
        body: {
          paymentSource: { type: "token", value: JSON.parse(card).token },
          consumer: { email: "mira@example.com", userAgent: "Test/1.0", browserLanguage: "en-GB" },
        },
      },
    ]);
    expect(await text(shop.get(order))).toContain("Future renewals will be charged to the new card.");
  });

  test("is sent without a part of the contact that a checkout refused", async () => {
    const { shop, order, path } = await subscribed();
    await shop.pay(await shop.order(), { firstName: "4242 4242 4242 4242" });
    expect((await shop.post(`${path}/card`, { payment: card })).headers.get("Location")).toBe(order);
    expect(shop.calls[0]?.body["consumer"]).toMatchObject({ lastName: contact.lastName });
    expect(JSON.stringify(shop.calls)).not.toContain("4242");
    await shop.pay(await shop.order(), { email: "4242424242424242" });
    expect((await shop.post(`${path}/card`, { payment: card })).status).toBe(422);
    expect(shop.calls).toHaveLength(1);
  });

  test.each([
    ["without a card", {}],
    ["with a card of another shape", { payment: "{" }],
  ])("%s is refused with nothing sent", async (_, fields: Readonly<Record<string, string>>) => {
    const { shop, path } = await subscribed();
    const answer = await shop.post(`${path}/card`, fields);
    const page = await answer.text();
    expect(answer.status).toBe(422);
    // Here is no charge, and no other method.
    expect(page).toContain("Your card was not changed. Enter it again.");
    expect(page).not.toMatch(/Nothing was charged|another payment method|Press Pay/);
    expect(shop.calls).toEqual([]);
  });

  test("whose token is used must be entered again; an unknown outcome is shown as unknown", async () => {
    const spent = Response.json(
      { message: "no", errors: { "paymentSource.value": "is used" } },
      { status: 400 },
    );
    const one = await subscribed({ "PUT /paymentAccount": () => spent });
    expect(await text(one.shop.post(`${one.path}/card`, { payment: card }))).toContain(
      "<p> Your card was not changed. Enter it again.</p>",
    );
    const refused = await subscribed({
      "PUT /paymentAccount": () => Response.json({ message: "no" }, { status: 403 }),
    });
    const answer = await text(refused.shop.post(`${refused.path}/card`, { payment: card }));
    expect(answer).toContain(
      "Something went wrong on our side. We’re looking into it. Your card was not changed.",
    );
    const two = await subscribed({ "PUT /paymentAccount": cut });
    await two.shop.post(`${two.path}/card`, { payment: card });
    expect(await text(two.shop.get(two.order))).toContain("may have been made");
  });
});
