/** The shop around the payment: basket, headers, requests from other sites, hostile text, the QA panel. */
import { describe, expect, test } from "vitest";
import {
  contact,
  decline,
  device,
  type Gateway,
  onThisMachine,
  openShop,
  origin,
  pane,
  paymentAnswer,
  token,
} from "../testing/shop.ts";

describe("the basket", () => {
  test.each([
    { sku: "dawn-mug", quantity: "-1" },
    { sku: "dawn-mug", quantity: "10" },
    { sku: "dawn-mug", quantity: "1.5" },
    { sku: "dawn-mug", quantity: "1e1" },
    { sku: "dawn-mug", quantity: "" },
    { sku: "dawn-mug" },
    { sku: "gold-bar", quantity: "1" },
    { sku: "__proto__", change: "add" },
    { change: "add" },
  ])("refuses %j", async (fields) => {
    const shop = openShop();
    expect((await shop.post("/basket", fields as Record<string, string>)).status).toBe(400);
    expect(await (await shop.get("/")).text()).toContain("Your basket is empty.");
  });

  test("counts up to nine and down to nothing", async () => {
    const shop = openShop();
    for (let i = 0; i < 12; i++) await shop.post("/basket", { sku: "dawn-mug", change: "add" });
    expect(await (await shop.get("/")).text()).toContain("€166.50");
    await shop.post("/basket", { sku: "dawn-mug", quantity: "0" });
    expect((await shop.get("/checkout")).headers.get("Location")).toBe("/#basket");
  });

  test("is empty after the payment", async () => {
    const shop = openShop();
    await shop.pay(await shop.order());
    expect(await (await shop.get("/")).text()).toContain("Your basket is empty.");
  });

  test("keeps only the goods that another tab added while the order was open", async () => {
    const shop = openShop();
    const front = async () => (await shop.get("/")).text();
    const first = await shop.order();
    await shop.post("/basket", { sku: "dawn-mug", change: "add" });
    await shop.post("/basket", { sku: "field-notebook", change: "add" });
    await shop.pay(first);
    expect(await front()).toContain("€33.00");

    // An order of two mugs; another tab then removes one of them from the basket.
    await shop.post("/basket", { sku: "field-notebook", quantity: "0" });
    const second = await shop.order();
    await shop.post("/basket", { sku: "dawn-mug", quantity: "1" });
    await shop.pay(second);
    expect(shop.sent.map(({ body }) => body.sku.price[0]?.amount)).toEqual([18.5, 37]);
    expect(await front()).toContain("Your basket is empty.");
  });

  test("loses what a tab pays, although another tab has opened the checkout with more since", async () => {
    const shop = openShop();
    const first = await shop.order();
    await shop.post("/basket", { sku: "field-notebook", change: "add" });
    await shop.get("/checkout");
    await shop.pay(first);
    expect(shop.sent.map(({ body }) => body.sku.price[0]?.amount)).toEqual([18.5]);
    const basket = await (await shop.get("/")).text();
    expect(basket).toMatch(/Total<\/span><strong>€14\.50</);
    expect(basket).not.toContain("Remove one Dawn mug");
  });
});

describe("headers", () => {
  test("the policy names the pane twice, the gateway for forms and challenges, and nothing inline", async () => {
    const shop = openShop();
    await shop.order();
    const response = await shop.get("/checkout");
    const page = await response.text();
    const nonce = page.match(/ nonce="([^"]+)"/)?.[1];
    expect(response.headers.get("Content-Security-Policy")).toBe(
      `default-src 'none'; script-src 'nonce-${nonce}' http://127.0.0.1:4001; style-src 'self'; font-src 'self'; img-src 'self'; ` +
        "connect-src 'self'; frame-src http://127.0.0.1:4001 http://127.0.0.1:4002 'self'; form-action 'self' http://127.0.0.1:4002; " +
        "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(page).toContain(
      '<script src="http://127.0.0.1:4001/0.1.0/cardpane.js" integrity="sha384-c2NyaXB0" crossorigin="anonymous" defer>',
    );
    expect(page).not.toMatch(/\sstyle="|\son\w+="|<script(?![^>]* src=)|<style/);
  });

  test("a nonce is used once", async () => {
    const shop = openShop();
    await shop.order();
    const nonces = await Promise.all(
      [1, 2].map(async () => (await (await shop.get("/checkout")).text()).match(/nonce="([^"]+)"/)?.[1]),
    );
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  test("the HTML-only form pays with the pane's script only: no attribute asks for the shop's", async () => {
    const shop = openShop();
    await shop.order();
    const page = await (await shop.get("/checkout/html")).text();
    expect(page).toContain('<card-pane name="payment"');
    expect(page).not.toContain("data-order");
    expect(page).not.toMatch(/<form id="checkout"[^>]* novalidate/);
  });

  test("the session's cookie is for the server only, and is not set before there is data to store", async () => {
    const shop = openShop();
    expect((await shop.get("/")).headers.get("Set-Cookie")).toBeNull();
    const cookie = (await shop.post("/basket", { sku: "dawn-mug", change: "add" })).headers.get("Set-Cookie");
    expect(cookie).toMatch(/^shop_session=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax$/);
  });
});

describe("requests from other sites and shoppers", () => {
  test.each([
    ["https://evil.example"],
    ["null"],
    ["http://localhost:4001"],
    ["http://127.0.0.1:4000"],
    [undefined],
  ])("a post from %s is refused", async (from) => {
    const shop = openShop();
    const order = await shop.order();
    const headers: HeadersInit = from === undefined ? {} : { Origin: from };
    expect((await shop.post(`${order}/pay`, {}, headers)).status).toBe(403);
    expect((await shop.post("/preferences", { locale: "ar" }, headers)).status).toBe(403);
  });

  test("a request at the pane's site is redirected to the shop's", async () => {
    const response = await openShop().get("http://127.0.0.1:4000/checkout?qa=1");
    expect([response.status, response.headers.get("Location")]).toEqual([302, `${origin}/checkout?qa=1`]);
  });

  test("another shopper can neither see nor pay an order", async () => {
    const shop = openShop();
    const order = await shop.order();
    const other = shop.visitor();
    expect((await other.get(order)).status).toBe(404);
    expect((await other.pay(order)).headers.get("Shop-Location")).toBe("/?ended=1");
    expect(shop.sent).toEqual([]);
    expect((await other.get(`${order}/return?is_approved=1`)).status).toBe(404);
  });

  const { app } = openShop();
  const ofOrders = app.routes.filter(
    ({ path, method }) => path.startsWith("/orders/:id") && method !== "ALL",
  );
  test.each(ofOrders.map(({ method, path }) => [method, path] as const))(
    "%s %s of an order belongs to its shopper",
    async (method, path) => {
      const gateway: Gateway = (sent) =>
        paymentAnswer(sent, {
          status: "success",
          code: "0",
          subscription: { id: "700000001", status: "active" },
        });
      const shop = openShop({ gateway });
      // One order of each kind of page: to be paid, and paid with a subscription.
      const open = await shop.order();
      const paid = await shop.order("/subscribe");
      await shop.pay(paid, { back: "/subscribe" });
      const { length } = shop.sent;
      const other = shop.visitor();
      const own = await other.order();
      const card = JSON.stringify(pane);
      for (const order of [open, paid]) {
        const fields = { ...contact, payment: card, source: "ideal", account: "1", when: "now" };
        const address = path.replace("/orders/:id", order);
        const answer = method === "GET" ? await other.get(address) : await other.script(address, fields);
        const isRefused = answer.status === 404 || answer.headers.get("Shop-Location") === "/?ended=1";
        expect([order, isRefused]).toEqual([order, true]);
      }
      expect([shop.sent.length, shop.calls]).toEqual([length, []]);
      // The visitor has a session, in which the same address works.
      expect((await other.get(own)).status).toBe(200);
    },
  );

  test.each(["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)", "/a\r\nb"])(
    "a form redirects only to the shop, never to %j",
    async (back) => {
      const answer = await openShop().post("/preferences", { locale: "ar", back });
      expect(answer.headers.get("Location")).toBe("/#preferences");
    },
  );
});

test("typed values are shown as text on every page", async () => {
  const shop = openShop({ gateway: decline("5000") });
  const order = await shop.order();
  const hostile = `"><script>alert(1)</script>`;
  await shop.post(`${order}/pay`, {
    ...contact,
    firstName: hostile,
    lastName: "'-->",
    payment: JSON.stringify({ token, device }),
  });
  for (const path of ["/checkout", "/checkout/html", order]) {
    expect(await (await shop.get(path)).text()).not.toContain("<script>alert");
  }
  expect(await (await shop.get(`/checkout?x=${encodeURIComponent(hostile)}`)).text()).not.toContain(
    "<script>alert",
  );
});

test.each(["4242 4242 4242 4242", "Mira 4242-4242-4242-4242", "4242424242424242"])(
  "a card number in a name (%s) is not sent on",
  async (firstName) => {
    const shop = openShop();
    const answer = await shop.pay(await shop.order(), { firstName });
    expect([answer.status, await answer.text()]).toEqual([
      422,
      expect.stringMatching(/id="firstName-problem">This looks like a card number/),
    ]);
    expect(shop.sent).toEqual([]);
  },
);

test("a refused contact sends nothing, and does not repeat the decline before it", async () => {
  const shop = openShop({ gateway: decline("5051") });
  const order = await shop.order();
  expect(await (await shop.pay(order)).text()).toContain("declined");
  const refused = await (await shop.pay(order, { lastName: "4242 4242 4242 4242" })).text();
  expect(refused).toContain("This looks like a card number");
  // Nothing was sent: the alert of the decline before it is not announced again.
  expect(refused).not.toContain("declined");
  expect(shop.sent).toHaveLength(1);
});

test.each([
  ["changed", { sku: "field-notebook", change: "add" }],
  ["emptied", { sku: "dawn-mug", quantity: "0" }],
])("a decline is shown on the order's page if another tab %s the basket", async (_, change) => {
  const shop = openShop({ gateway: decline("5051") });
  const order = await shop.order();
  await shop.post("/basket", change);
  const answer = await shop.pay(order);
  expect(answer.headers.get("Shop-Location")).toBe(order);
  expect(await (await shop.get(order)).text()).toContain("Your payment was declined");
});

test("while the pane's host is down, the checkout shows that, and its button is disabled", async () => {
  const shop = openShop({ paneIsDown: true });
  await shop.order();
  const page = await (await shop.get("/checkout")).text();
  expect(page).toContain("The card form is not available");
  expect(page).toMatch(/<button class="button primary wide pay"[^>]* disabled/);
});

describe("languages", () => {
  test.each([
    ["ar-EG,ar;q=0.9,en;q=0.8", "ar", "rtl"],
    ["fr,ar;q=0.4,de;q=0.2", "ar", "rtl"],
    ["en;q=0,ar", "ar", "rtl"],
    ["xx", "en", "ltr"],
  ])("%s gets a page in %s", async (header, lang, dir) => {
    const page = await (await openShop().get("/", { "Accept-Language": header })).text();
    expect(page).toContain(`<html lang="${lang}" dir="${dir}"`);
  });
});

test.each([
  ["ar", "الطلب"],
  ["en", "Order"],
])("the gateway gets the order's name in the shopper's language: %s", async (locale, word) => {
  const shop = openShop();
  await shop.post("/preferences", { locale });
  const address = await shop.order();
  await shop.pay(address);
  expect(shop.sent.at(-1)?.body).toMatchObject({
    sku: { title: `${word} ${address.replace("/orders/", "")}` },
  });
});

describe("the QA panel", () => {
  test("opens by its query and stays open; the log has the server's requests, without a token", async () => {
    const shop = openShop({ gateway: decline("5051"), ...onThisMachine });
    expect(await (await shop.get("/?qa=1")).text()).toContain('id="qa"');
    await shop.pay(await shop.order());
    expect(await (await shop.get("/")).text()).toContain('id="qa"');
    expect(shop.lines.join("\n")).toMatch(/payment POST \/payment, attempt 1: 201 after \d+ ms/);
    expect(shop.lines.join("\n")).not.toContain(token);
  });

  test("changes the settings of the next payment", async () => {
    const shop = openShop(onThisMachine);
    await shop.get("/?qa=1");
    await shop.post("/qa/settings", {
      fields: "number expiry cvv cardholder? postalCode?",
      threeDs: "off",
      emulateCode: "5012",
      amount: "1,99",
    });
    const order = await shop.order();
    expect(await (await shop.get("/checkout")).text()).toContain(
      'fields="number expiry cvv cardholder? postalCode?"',
    );
    await shop.pay(order);
    expect(shop.sent[0]?.body).toMatchObject({
      paymentSource: { "3ds": false, emulateCode: "5012" },
      sku: { price: [{ amount: 1.99, currency: "EUR" }] },
    });
  });

  test.each([
    ["?challenge=dialog", "dialog"],
    ["?challenge=popup", "redirect"],
  ])("reads the challenge setting from the address, %s", async (query, mode) => {
    const shop = openShop(onThisMachine);
    await shop.get(`/${query}`);
    const page = await (await shop.get("/?qa=1")).text();
    expect(page).toContain(`<option value="${mode}" selected>`);
  });

  test("switches the pane's host off, for its own session", async () => {
    const shop = openShop(onThisMachine);
    await shop.get("/?qa=1");
    await shop.order();
    await shop.post("/qa/settings", { host: "down" });
    expect(await (await shop.get("/checkout")).text()).toContain("The card form is not available");
    await shop.post("/qa/settings", { host: "script lost" });
    expect(await (await shop.get("/checkout")).text()).toContain("/lost/cardpane.js");
  });

  test("switches the gateway's state by the sandbox's admin API: each state replaces the one before it", async () => {
    const calls: unknown[] = [];
    const shop = openShop({
      ...onThisMachine,
      config: { admin: { url: "http://127.0.0.1:4002", token: "admin-token" } },
      sandbox: (url, init) => {
        calls.push(typeof init?.body === "string" ? JSON.parse(init.body) : "read");
        return Response.json({
          now: "2026-11-21T00:00:00.000Z",
          data: url.pathname.endsWith("/gateway") ? [{ path: "/payment", state: "silent", after: true }] : [],
        });
      },
    });
    await shop.get("/?qa=1");
    for (const state of ["lost", "tokens", "normal"])
      expect((await shop.post(`/qa/gateway/${state}`, {})).status).toBe(200);
    expect(calls).toEqual([
      { state: "normal" },
      { path: "/payment", state: "silent", after: true },
      { state: "normal" },
      { path: "/tokenize", state: "error" },
      { state: "normal" },
    ]);
    expect(await (await shop.get("/qa/news")).text()).toContain("Now: /payment: silent, after the work<");
    expect((await shop.post("/qa/gateway/toString", {})).status).toBe(404);
  });

  test("says why the sandbox refuses a command, and that it does not answer", async () => {
    const answers = [
      () =>
        Response.json(
          { message: "Bad Request", errors: { "effect.type": "auth needs field" } },
          { status: 400 },
        ),
      () => new Response("<html>", { status: 502 }),
    ];
    const shop = openShop({
      ...onThisMachine,
      config: { admin: { url: "http://127.0.0.1:4002", token: "admin-token" } },
      sandbox: () => answers.shift()?.() ?? Response.error(),
    });
    await shop.get("/?qa=1");
    const said = async () => {
      const response = await shop.post("/qa/doubt/reserved", {});
      return [response.status, await response.text()];
    };
    expect(await said()).toEqual([409, "The sandbox refuses this: auth needs field."]);
    expect(await said()).toEqual([502, "The sandbox isn't responding."]);
  });

  test("is not shown to shoppers who did not open it, or if QA is off", async () => {
    const closed = openShop(onThisMachine);
    await closed.order();
    expect((await closed.post("/qa/settings", { amount: "0.01" })).status).toBe(404);
    const off = openShop({ config: { qa: false }, ...onThisMachine });
    await off.get("/?qa=1");
    await off.post("/preferences", { qa: "on" });
    await off.order();
    expect((await off.post("/qa/settings", { amount: "0.01" })).status).toBe(404);
    expect(await (await off.get("/")).text()).not.toContain("QA");
  });
});

describe("the typed contact", () => {
  test("survives a change of language, except a card number in a wrong field", async () => {
    const shop = openShop();
    await shop.order();
    const typed = { ...contact, lastName: "4242 4242 4242 4242", locale: "ar", back: "/checkout" };
    expect((await shop.post("/preferences", typed)).headers.get("Location")).toBe("/checkout#preferences");
    const page = await (await shop.get("/checkout")).text();
    expect(page).toContain('<html lang="ar"');
    expect(page).toMatch(/name="firstName"[^>]*value="Mira"/);
    expect(page).toMatch(/name="lastName"[^>]*value=""/);
    expect(page).toMatch(/value="DEU" selected/);
  });

  test("is not lost by a change that does not send it", async () => {
    const shop = openShop();
    await shop.order();
    await shop.post("/preferences", { ...contact });
    await shop.post("/preferences", { locale: "en" });
    expect(await (await shop.get("/checkout")).text()).toMatch(/name="firstName"[^>]*value="Mira"/);
  });

  test("has an error at each invalid field, and the first of them takes the focus", async () => {
    const shop = openShop();
    const order = await shop.order();
    const empty = { firstName: "Mira", lastName: "", email: "", country: "" };
    const answer = await shop.post(`${order}/pay`, { ...empty, back: "/checkout/html" });
    expect(answer.status).toBe(422);
    const page = await answer.text();
    for (const text of ["Enter your last name", "Enter your email address", "Choose your country"])
      expect(page).toContain(text);
    expect(page).toContain("<title>Error: Checkout");
    expect(page.match(/ autofocus/g)).toHaveLength(1);
    expect(page).toMatch(/id="lastName"[^>]* autofocus/);
  });
});

test("a paid order's page does not name an invalid email address that was typed since", async () => {
  const shop = openShop();
  const paid = await shop.order();
  await shop.pay(paid);
  expect(await (await shop.get(paid)).text()).toContain(`a receipt to ${contact.email}.`);
  await shop.pay(await shop.order(), { email: "nobody" });
  const page = await (await shop.get(paid)).text();
  expect(page).toContain("Payment complete");
  expect(page).not.toContain("a receipt to");
});

test("the HTML-only checkout matches the look of the page's own input", async () => {
  const shop = openShop();
  await shop.order();
  expect(await (await shop.get("/checkout/html")).text()).toMatch(/<card-pane name="payment" match="#email"/);
});

test("a saved card is chosen in its row, beside all other ways to pay, which keep the typed contact", async () => {
  const shop = openShop();
  await shop.pay(await shop.order());
  await shop.order();
  const page = await (await shop.get("/checkout/saved")).text();
  expect(page).toMatch(
    /value="saved" checked><label for="way-saved">Visa ending in 4242<[\s\S]*<div class="way-body"><card-pane[^>]*data-saved-card/,
  );
  for (const way of ["card", "wallet", "more"]) {
    expect(page).toContain(`name="way" id="way-${way}" value="${way}"`);
    const answer = await shop.post("/checkout/way", { ...contact, firstName: way, open: way });
    const path = { card: "/checkout", wallet: "/checkout/wallet", more: "/checkout/other" }[way];
    expect(answer.headers.get("Location")).toBe(path);
    expect(await (await shop.get("/checkout")).text()).toContain(`value="${way}"`);
  }
});

test.each(["toString", "__proto__", "https://evil.example", ""])(
  "a form that names no way to pay leads to the card: %j",
  async (way) => {
    const shop = openShop();
    await shop.order();
    const answer = await shop.post("/checkout/way", { open: way });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/checkout"]);
  },
);

test.each(["card", "more", "wallet", "way"])(
  "a lost session says so, and that nothing was charged: %s",
  async (way) => {
    const shop = openShop();
    const order = await shop.order();
    // As after a restart of the shop.
    const path = way === "way" ? "/checkout/way" : `${order}/pay`;
    const answer = await shop.visitor().post(path, { ...contact, way, open: "more" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/?ended=1"]);
    const page = await (await shop.get("/?ended=1")).text();
    expect(page).toMatch(
      /role="alert" tabindex="-1" autofocus><h2>Your session has expired<\/h2><p>Nothing was charged/,
    );
  },
);

test("more ways to pay begin with those of the shopper's country; the rest are folded", async () => {
  const shop = openShop();
  await shop.order();
  const all = await (await shop.get("/checkout/other")).text();
  expect(all).toMatch(/<details class="all-sources" open/);
  await shop.post("/preferences", contact);
  const page = await (await shop.get("/checkout/other")).text();
  expect(page).toMatch(
    /Popular in Germany<\/legend>[\s\S]*?value="sepa"[\s\S]*<details class="all-sources" >/,
  );
  expect(page).toMatch(
    /<summary>(All methods \(\d+\))<\/summary><div class="rows" role="group" aria-label="\1">/,
  );
  expect(page.match(/name="source"/g)).toHaveLength(all.match(/name="source"/g)?.length ?? 0);
  // A chosen source is not hidden.
  expect(await (await shop.get("/checkout/other?type=ach")).text()).toMatch(
    /<details class="all-sources" open/,
  );
});
