/** Refills: the page, cards and challenges, the bookings, and the ways in which a refill ends. */
import { refillResult } from "@cardpane/gateway";
import { exampleShopper } from "@cardpane/gateway/testing";
import { describe, expect, it } from "vitest";
import {
  newConsumer,
  openGateway,
  type TestGateway,
  testCard,
  testSandboxes,
} from "../../testing/gateway.ts";
import { newWallet, type TestWallet, withWallet } from "../../testing/money.ts";

const minuteMs = 60_000;
const pane = {
  url: "http://pane.test",
  environment: "sandbox",
  src: "http://pane.test/1.0.0/cardpane.js",
  integrity: "sha384-AAAA",
};
const { externalId: _, email: __, ...consumer } = newConsumer();

describe.each(testSandboxes)("a refill on $name, COMPATIBILITY=$compatibility", (sandbox) => {
  let gateway: TestGateway;
  let wallet: TestWallet;
  let account: number;
  withWallet(
    sandbox,
    (given) => {
      ({ gateway, wallet, account } = given);
      gateway.received.length = 0;
    },
    { pane, ...sandbox.settings },
    { webhookUrl: "https://shop.test/account" },
  );

  const refill = (rest: object = {}) =>
    wallet.call("POST", `/api/v1/payment-account/${account}/refill`, {
      name: "Top up",
      amount: 25,
      consumer,
      redirectUrl: "https://shop.test/back?a=1",
      ...rest,
    });
  /** Begins a refill and returns the path of its page. */
  const page = async (rest: object = {}) => new URL((await refill(rest)).json.url).pathname;
  const submit = (path: string, form: Record<string, string>) =>
    gateway.request(path, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: String(new URLSearchParams(form)),
    });
  const payBy = async (path: string, number: string = testCard.number) =>
    submit(path, { payment: JSON.stringify({ token: await gateway.token({ number }), device: {} }) });
  const where = async (path: string) => (await gateway.request(path)).headers.get("Location");
  const last = async () => (await wallet.list({ orderDirection: "desc", limit: 1 })).json.data[0];
  const booked = async () =>
    (await gateway.runDue()).filter(
      (event) => event.kind === "booked" && event.accountId === String(account),
    );
  const receivedWebhooks = async () => {
    await gateway.runDue();
    const own = gateway.received.filter(({ json }) => json.userId === wallet.clientId);
    return own.map(({ url, json }) => ({ url, ...json }));
  };

  it("returns the address of its page, which takes a card in the pane", async () => {
    const { status, json } = await refill();
    expect(status).toBe(201);
    expect(refillResult.safeParse(json).error).toBeUndefined();
    expect(json).toEqual({ result: "processing", action: "redirect", code: 0, url: expect.any(String) });
    const { status: shown, text, headers } = await gateway.request(new URL(json.url).pathname);
    expect(shown).toBe(200);
    expect(text).toContain('<card-pane name="payment" environment="sandbox"');
    expect(text).toContain(
      '<script src="http://pane.test/1.0.0/cardpane.js" integrity="sha384-AAAA" crossorigin="anonymous"',
    );
    const policy = headers.get("Content-Security-Policy");
    expect(policy).toContain("script-src http://pane.test; frame-src http://pane.test;");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get("Referrer-Policy")).toBe("strict-origin");
  });

  it("that is paid books the income with a masked card, notifies, stores the card, and returns to the shop", async () => {
    const metadata = { udf1: "x" };
    const path = await page({ merchantOrderId: "r-1", metadata, webhookUrl: "https://shop.test/refill" });
    expect((await payBy(path)).headers.get("Location")).toBe(path);
    const income = await last();
    expect(income).toMatchObject({
      type: "income",
      subtype: "refill",
      action: "charge",
      mode: "card",
      status: "success",
      code: "0",
      price: 25,
      balance: 25,
      remainingAmount: 25,
      isVirtual: false,
      paymentMethod: "card",
      accountNumber: "424242******4242",
      brand: "visa",
      expirationMonth: "12",
      expirationYear: "30",
      firstname: "Ada",
      lastname: "Example",
      ip: exampleShopper.ip,
      email: wallet.email,
      billing: "wallet",
      descriptor: "Top up",
      merchantOrderId: "r-1",
      metadata,
    });
    const back = new URL((await where(path)) ?? "");
    expect(back.origin + back.pathname).toBe("https://shop.test/back");
    expect(Object.fromEntries(back.searchParams)).toEqual({
      a: "1",
      order_id: expect.any(String),
      transaction_id: String(income.id),
      is_approved: "1",
      code: "0",
    });
    expect(await receivedWebhooks()).toEqual([
      expect.objectContaining({
        url: "https://shop.test/refill",
        id: income.id,
        merchantOrderID: "r-1",
        price: 25,
      }),
    ]);
    const { json } = await wallet.call("GET", `/api/v1/payment-account/${account}`);
    expect(json).toMatchObject({ balance: 25, account_number: "424242******4242", brand: "visa" });
    expect([json.expiration_month, json.expiration_year]).toEqual([12, 2030]);
    expect(await gateway.dump()).not.toContain(testCard.number);
  });

  it("that is declined shows the reason, books nothing, and accepts another card", async () => {
    const path = await page();
    expect((await payBy(path, "4000000000009995")).headers.get("Location")).toBe(path);
    const { status, text } = await gateway.request(path);
    expect([status, text]).toEqual([
      200,
      expect.stringMatching(/declined\. Try another card\. <span[^>]*>Insufficient funds \(5051\)</),
    ]);
    expect(text).toContain("<card-pane");
    expect(await last()).toBeUndefined();
    await payBy(path);
    expect((await last()).status).toBe("success");
    expect(await receivedWebhooks()).toHaveLength(1);
  });

  it("ends with the fifth decline", async () => {
    const path = await page();
    for (let count = 0; count < 5; count++) {
      expect(await last()).toBeUndefined();
      await payBy(path, "4000000000000002");
    }
    expect(await last()).toMatchObject({
      status: "fail",
      code: "5000",
      price: 25,
      balance: 0,
      remainingAmount: 0,
    });
    expect(await where(path)).toContain("is_approved=0&code=5000");
    await payBy(path);
    expect(await wallet.balance(account)).toBe(0);
    expect(await receivedWebhooks()).toMatchObject([
      { url: "https://shop.test/account", status: "fail", code: "5000" },
    ]);
  });

  it.each([
    ["before a card", [], "5222"],
    ["after a decline", ["4000000000009995"], "5051"],
  ])("that is cancelled %s fails, and the merchant is notified", async (_, cards, code) => {
    const path = await page();
    for (const number of cards) await payBy(path, number);
    await submit(path, { answer: "cancel" });
    expect(await last()).toMatchObject({ status: "fail", code, mode: "card" });
    expect(await receivedWebhooks()).toMatchObject([{ status: "fail", code }]);
  });

  it("that is secure goes through the issuer's challenge", async () => {
    const path = await page({ secure: true });
    await payBy(path, "4000000000002503");
    expect(await where(path)).toBe(`${path}/3ds`);
    const { text } = await gateway.request(`${path}/3ds`);
    expect(text).toContain("Confirm your payment");
    expect((await submit(`${path}/3ds`, { answer: "code", code: "12" })).status).toBe(400);
    await submit(`${path}/3ds`, { answer: "code", code: "123456" });
    expect(await last()).toMatchObject({ status: "success", accountNumber: "400000******2503" });
    expect(await where(`${path}/3ds`)).toBe(path);
    await submit(`${path}/3ds`, { answer: "approve" });
    expect(await wallet.balance(account)).toBe(25);
  });

  it.each([
    ["fail", "4000000000002503", "5220"],
    ["timeout", "4000000000002503", "5228"],
    ["cancel", "4000000000002503", "5222"],
    ["approve", "4000008400001629", "5005"],
  ])("whose challenge ends by %s asks for another card: %s, %s", async (answer, number, code) => {
    const path = await page({ secure: true });
    await payBy(path, number);
    await submit(`${path}/3ds`, { answer });
    expect((await gateway.request(path)).text).toContain(`(${code})`);
    await payBy(path);
    expect(await wallet.balance(account)).toBe(25);
  });

  it("that is not secure shows no challenge, and a card that requires one is declined", async () => {
    const path = await page();
    await payBy(path, "4000000000003220");
    expect((await gateway.request(path)).text).toContain("(5227)");
    await payBy(path, "4000000000002503");
    expect((await last()).status).toBe("success");
  });

  it.each([
    [{ isCover: true, amountMods: [{ amount: 0.5, title: "Fee" }] }, "25.50", 25],
    [{ isCover: false, amountMods: [{ amount: 0.5, title: "Fee" }] }, "25.00", 24.5],
  ])("with lines %j charges %s and credits %d", async (metadata, charge, credit) => {
    const path = await page({ metadata });
    // Amount and currency stay on one line.
    const text = (await gateway.request(path)).text.replaceAll("\u00a0", " ");
    expect(text).toContain(`Pay EUR ${charge}`);
    expect(text).toMatch(/Fee<\/bdi><\/dt><dd><bdi><span>EUR<\/span> <span>0\.50<\/span>/);
    await payBy(path);
    expect(await last()).toMatchObject({ price: credit, metadata });
  });

  it("shows shop and name, escaped", async () => {
    const path = await page({ name: "<b>Gold</b>", payment: { domain: "shop.example" } });
    const { text } = await gateway.request(path);
    expect(text).toContain("&lt;b&gt;Gold&lt;/b&gt;");
    expect(text).toContain("shop.example");
    await payBy(path);
    expect((await last()).billing).toBe("shop.example");
  });

  it("of an account with a card charges it at once, and shows the form only after a failure or with forceCheckout", async () => {
    await payBy(await page());
    const { json } = await refill({ amount: 5 });
    expect(json.result).toBe("processing");
    expect(await wallet.balance(account)).toBe(30);
    expect(await where(new URL(json.url).pathname)).toContain("is_approved=1");
    const forcedPage = await page({ amount: 5, forceCheckout: true });
    expect((await gateway.request(forcedPage)).text).toContain("<card-pane");
    await gateway.admin("/rules", {
      merchant: 1001,
      match: { path: "/api/v1/payment-account/{id}/refill", amount: 7 },
      effect: { type: "outcome", code: "5041" },
    });
    const declined = await page({ amount: 7 });
    expect((await gateway.request(declined)).text).toContain("(5041)");
    expect(await wallet.balance(account)).toBe(30);
  });

  it("of an account whose card requires a challenge redirects to the challenge, if the refill is secure", async () => {
    await payBy(await page(), "4000000000002503");
    const path = await page({ secure: true });
    expect(await where(path)).toBe(`${path}/3ds`);
    await submit(`${path}/3ds`, { answer: "approve" });
    expect(await wallet.balance(account)).toBe(50);
  });

  it("that is a test takes every step and does not change the account", async () => {
    const path = await page({ test: true });
    expect((await gateway.request(path)).text).toContain("Test only");
    await payBy(path);
    expect(await last()).toMatchObject({
      mode: "test",
      status: "success",
      price: 25,
      balance: 0,
      remainingAmount: 0,
    });
    const { json } = await wallet.call("GET", `/api/v1/payment-account/${account}`);
    expect(json).toMatchObject({ balance: 0, account_number: null });
    expect(await receivedWebhooks()).toMatchObject([{ mode: "test" }]);
    expect((await wallet.void((await last()).id)).json.errors.id).toContain("test");
  });

  it("that nobody finishes times out, a challenge too, and a late step changes nothing", async () => {
    const [open, challenged] = [await page(), await page({ secure: true })];
    await payBy(challenged, "4000000000002503");
    gateway.now += 30 * minuteMs - 1;
    expect(await booked()).toEqual([]);
    const late = await gateway.token();
    gateway.now += 1;
    await submit(open, { payment: JSON.stringify({ token: late }) });
    expect(await booked()).toMatchObject([{ subtype: "refill", code: "5099" }]);
    const { json } = await wallet.list();
    expect(json.data).toMatchObject([{ code: "5099" }, { code: "5099" }]);
    await submit(`${challenged}/3ds`, { answer: "approve" });
    expect(await wallet.balance(account)).toBe(0);
    expect(await receivedWebhooks()).toHaveLength(2);
  });

  it.each([
    [
      "whose user is blocked",
      () =>
        wallet.call("PUT", `/api/v1/user/${wallet.clientId}`, {
          clientId: undefined,
          isActivated: true,
          isBlocked: true,
        }),
    ],
    [
      "whose account is switched off",
      () => wallet.call("PUT", `/api/v1/payment-account/${account}`, { isActive: false }),
    ],
  ])("%s since it began charges no card", async (_, bar) => {
    const path = await page();
    expect((await bar()).status).toBe(200);
    await payBy(path);
    expect(await where(path)).toContain("is_approved=0&code=5057");
    expect(await receivedWebhooks()).toMatchObject([{ status: "fail", code: "5057", balance: 0 }]);
  });

  it("accepts a token once, refuses it the second time, and two clicks pay once", async () => {
    const [one, two] = [await page(), await page()];
    const token = await gateway.token();
    const form = { payment: JSON.stringify({ token }) };
    await Promise.all([submit(one, form), submit(one, form)]);
    expect(await wallet.balance(account)).toBe(25);
    const used = await submit(two, form);
    expect([used.status, used.text]).toEqual([400, expect.stringContaining("This card could not be used")]);
    expect(used.text).toContain("<card-pane");
  });

  it.each([
    ["nothing", {}],
    ["no JSON", { payment: "token" }],
    ["no token", { payment: "{}" }],
    ["another answer", { answer: "pay" }],
  ])("takes no form with %s", async (_, form) => {
    expect((await submit(await page(), form as Record<string, string>)).status).toBe(400);
  });

  it("without a redirectUrl shows the outcome at its end", async () => {
    const path = await page({ redirectUrl: undefined });
    await payBy(path);
    const { status, text } = await gateway.request(path);
    expect([status, text]).toEqual([200, expect.stringContaining("Money added")]);
  });

  it("without a pane shows that there is none, and lets the shopper cancel", async () => {
    const bare = await openGateway(sandbox, sandbox.settings);
    const own = await newWallet(bare);
    const id = await own.account();
    const body = { name: "Top up", amount: 1, consumer };
    const { json } = await own.call("POST", `/api/v1/payment-account/${id}/refill`, body);
    const { text, headers } = await bare.request(new URL(json.url).pathname);
    expect(text).toContain("The card form is not available");
    expect(text).not.toContain("<script");
    expect(headers.get("Content-Security-Policy")).toContain("script-src 'none'");
    await bare.close();
  });

  it.each([
    ["a third decimal", { amount: 1.001 }, 400, "amount"],
    ["nothing", { amount: 0 }, 400, "amount"],
    ["no name", { name: undefined }, 400, "name"],
    ["no consumer", { consumer: undefined }, 400, "consumer"],
    ["3D Secure and no browser", { secure: true, consumer: { ip: "192.0.2.7" } }, 400, "consumer.userAgent"],
    ["a domain with a protocol", { payment: { domain: "https://shop.example" } }, 400, "payment.domain"],
    [
      "lines that eat it all",
      { metadata: { amountMods: [{ amount: 25, title: "Fee" }] } },
      400,
      "metadata.amountMods",
    ],
    ["a place that is none", { redirectUrl: "shop" }, 400, "redirectUrl"],
  ])("is refused with %s", async (_, rest, status, field) => {
    const answer = await refill(rest);
    expect([answer.status, Object.keys(answer.json.errors)]).toEqual([
      status,
      expect.arrayContaining([field]),
    ]);
  });

  it("is refused for a promo account, an inactive one, and another user's", async () => {
    const fields = { name: "Top up", amount: 1, consumer };
    const promo = await wallet.account({ type: "promo" });
    const path = (id: number) => `/api/v1/payment-account/${id}/refill`;
    expect((await wallet.call("POST", path(promo), fields)).json.errors).toHaveProperty("id");
    expect((await (await newWallet(gateway)).call("POST", path(account), fields)).status).toBe(404);
    await wallet.call("PUT", `/api/v1/payment-account/${account}`, { isActive: false });
    expect((await refill()).json.errors).toHaveProperty("id");
  });

  it("records the e-mail that it would send, unless emailOptions.send is false", async () => {
    await payBy(await page({ emailOptions: { send: false } }));
    await payBy(await page({ forceCheckout: true, emailOptions: { send: true } }));
    const { json } = await gateway.admin("/mails?merchant=1001");
    const own = json.data.filter(({ to }: { to: string }) => to === wallet.email);
    expect(own).toMatchObject([
      { subject: "Your refill: Top up", body: expect.stringContaining("25 EUR was charged") },
    ]);
  });

  it.each(["nothing", "'; drop table wallet_refills"])("has no page at %s", async (id) => {
    for (const path of [`/refill/${encodeURIComponent(id)}`, `/refill/${encodeURIComponent(id)}/3ds`]) {
      expect((await gateway.request(path)).status).toBe(404);
      expect((await submit(path, { answer: "cancel" })).status).toBe(404);
    }
  });
});
