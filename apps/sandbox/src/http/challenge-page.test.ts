import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isNightly } from "../testing/databases.ts";
import {
  cardPayment,
  demoMerchant,
  newConsumer,
  openGateway,
  paymentFrom,
  publicUrl,
  siteSku,
  type TestGateway,
  testSandboxes,
} from "../testing/gateway.ts";

describe.each(testSandboxes)("the challenge on $name, COMPATIBILITY=$compatibility", (sandbox) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openGateway(sandbox, sandbox.settings);
  });
  afterAll(() => gateway.close());

  /** A pending payment, and the path of its page. */
  async function challenge(number = "4000000000002503", rest: Record<string, unknown> = {}) {
    const { json } = await gateway.pay(cardPayment({ number }, rest));
    return { payment: json.payment, path: String(json.payment.url).slice(publicUrl.length) };
  }
  const answer = (path: string, body: string) =>
    gateway.request(path, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body,
    });
  const outcomeOf = ({ headers }: { headers: Headers }) =>
    Object.fromEntries(new URL(headers.get("Location") ?? "").searchParams);

  it("is announced by a pending payment without a code, at an unguessable address", async () => {
    const { payment, path } = await challenge();
    expect(payment).toMatchObject({ status: "pending", action: "redirect", amount: 24.9 });
    expect(payment).not.toHaveProperty("code");
    expect(path).toMatch(/^\/3ds\/[\w-]{32}$/);
  });

  it("states amount, currency, merchant and card, and needs no script", async () => {
    const { path } = await challenge(undefined, {
      sku: { ...siteSku(1234.5), title: "<b>Tea</b>", domainName: "tea.shop.test" },
    });
    const { status, text, headers } = await gateway.request(path);
    expect([status, headers.get("Content-Type")]).toEqual([200, "text/html; charset=utf-8"]);
    for (const part of [
      "1,234.50",
      "EUR",
      "tea.shop.test",
      "&lt;b&gt;Tea&lt;/b&gt;",
      "<span>•••• 2503</span>",
    ]) {
      expect(text).toContain(part);
    }
    for (const value of ["code", "approve", "fail", "timeout", "cancel"])
      expect(text).toContain(`name="answer" value="${value}"`);
    expect(text).not.toMatch(/<script|\son\w+=|style="|<b>/);
    const policy = headers.get("Content-Security-Policy");
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; .*base-uri 'none'/);
    expect(policy).not.toContain("unsafe");
    expect(headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
  });

  it.each([
    ["de-AT,de;q=0.9,en;q=0.8", "en", "ltr", "Confirm your payment", "1,234.50"],
    ["fr,ar;q=0.5", "ar", "rtl", "أكّد عملية الدفع", "1,234.50"],
    ["ar;q=0, en", "en", "ltr", "Confirm your payment", "1,234.50"],
    ["constructor,*", "en", "ltr", "Confirm your payment", "1,234.50"],
  ])("speaks the browser's language: %s is answered in %s", async (wanted, lang, dir, title, amount) => {
    const { path } = await challenge(undefined, { sku: siteSku(1234.5) });
    const { text } = await gateway.request(path, { headers: { "Accept-Language": wanted } });
    expect(text).toContain(`<html lang="${lang}" dir="${dir}">`);
    expect(text).toContain(`<h1>${title}</h1>`);
    expect(text).toContain(amount);
    const missing = await gateway.request("/3ds/unknown", { headers: { "Accept-Language": wanted } });
    expect(missing.text).toContain(`<html lang="${lang}"`);
  });

  it.each([
    ["4000000000002503", "approve", "1", "0"],
    ["4000000000002503", "fail", "0", "5220"],
    ["4000000000002503", "cancel", "0", "5222"],
    ["4000000000002503", "timeout", "0", "5228"],
    ["4000000000002503", "code&code=123456", "1", "0"],
    ["4000000000002503", "code&code=000000", "0", "5220"],
    ["4000000000002370", "code&code=123456", "0", "5220"],
    ["4000000000002370", "approve", "0", "5220"],
    ["4000000000003220", "approve", "1", "0"],
    ["4000008400001629", "approve", "0", "5005"],
    ["4000008260003178", "approve", "0", "5051"],
    ["4000008260003178", "cancel", "0", "5222"],
  ])(
    "%s: %s leads back to the shop with is_approved %s and code %s",
    async (number, choice, approved, code) => {
      const { payment, path } = await challenge(number);
      const finished = await answer(path, `answer=${choice}`);
      expect(finished.status).toBe(303);
      expect(finished.headers.get("Location")).toMatch(/^https:\/\/shop\.test\/return\?/);
      expect(outcomeOf(finished)).toEqual({
        order_id: payment.orderId,
        transaction_id: payment.transactionId,
        is_approved: approved,
        code,
      });
    },
  );

  it("does not change the query of redirectUrl", async () => {
    const redirectUrl = "https://shop.test/return?basket=a%20b+c&empty=&x#part";
    const { path } = await challenge(undefined, { url: { ipnUrl: "https://shop.test/ipn", redirectUrl } });
    const { headers } = await answer(path, "answer=approve");
    expect(headers.get("Location")).toMatch(
      /^https:\/\/shop\.test\/return\?basket=a%20b\+c&empty=&x&order_id=\d+&.*&code=0#part$/,
    );
  });

  it("ends once: a second answer and a visit of the page only redirect to the same outcome", async () => {
    const { path } = await challenge();
    const first = await answer(path, "answer=cancel");
    const second = await answer(path, "answer=approve");
    const look = await gateway.request(path);
    expect([second.status, look.status]).toEqual([303, 303]);
    expect(outcomeOf(second)).toEqual(outcomeOf(first));
    expect(outcomeOf(look)).toEqual(outcomeOf(first));
  });

  it.each(isNightly ? [1, 2, 3, 4, 5] : [1])(
    "ends once when it is answered many times at once (round %i)",
    async () => {
      const price = [{ amount: 9, currency: "EUR", repeat: true }];
      const { payment, path } = await challenge(undefined, { sku: { name: demoMerchant.sku, price } });
      const choices = Array.from({ length: 20 }, (_, index) => (index % 2 ? "approve" : "cancel"));
      const answers = await Promise.all(choices.map((choice) => answer(path, `answer=${choice}`)));
      const codes = new Set(answers.map((one) => outcomeOf(one)["code"]));
      expect(codes.size).toBe(1);
      const tables = (await gateway.dump()).split("\n\n");
      const subscriptions = tables.find((table) => table.startsWith("subscriptions"))?.split("\n") ?? [];
      const own = subscriptions.filter((row) => row.includes(payment.orderId));
      expect(own).toHaveLength(codes.has("0") ? 1 : 0);
    },
  );

  it("makes an approved card the one for its consumer's next payment", async () => {
    const consumer = newConsumer();
    const { json } = await gateway.pay(cardPayment({ number: "4000000000002503" }, { consumer }));
    const again = () => gateway.pay(paymentFrom({ type: "consumer", value: json.consumer.id }, { consumer }));
    expect((await again()).status).toBe(400);
    await answer(String(json.payment.url).slice(publicUrl.length), "answer=approve");
    expect((await again()).json.payment).toMatchObject({ status: "success", source: json.payment.source });
  });

  it.each(["", "12345", "1234567", "12345x", "<b>1"])(
    "asks again after an invalid code: %j",
    async (code) => {
      const { path } = await challenge();
      const again = await answer(path, new URLSearchParams({ answer: "code", code }).toString());
      expect(again.status).toBe(400);
      expect(again.text).toContain("Enter the 6-digit code");
      expect(again.text).not.toContain("<b>1");
      expect((await answer(path, "answer=approve")).status).toBe(303);
    },
  );

  it.each(["", "answer=", "answer=maybe", "answer=approve".padEnd(2000, "&x")])(
    "refuses an invalid answer",
    async (body) => {
      const { path } = await challenge();
      expect([400, 413]).toContain((await answer(path, body)).status);
      expect((await gateway.request(path)).status).toBe(200);
    },
  );

  it("answers 404 for every other address", async () => {
    for (const path of ["/3ds/unknown", `/3ds/${"a".repeat(500)}`]) {
      expect((await gateway.request(path)).status).toBe(404);
      expect((await answer(path, "answer=approve")).status).toBe(404);
    }
  });

  it("shows no challenge for a payment that was authenticated elsewhere", async () => {
    const card = { number: "4000000000003220", mpiParameters: { cavv: "AAABBB", eci: "05" } };
    expect((await gateway.pay(cardPayment(card))).json.payment).toMatchObject({
      status: "success",
      code: "0",
    });
    const off = { number: "4000000000003220", "3ds": false };
    expect((await gateway.pay(cardPayment(off))).json.payment).toMatchObject({
      status: "fail",
      code: "5227",
    });
  });

  const cavv = "AAABBB";
  it.each([
    [{ authStatus: "Y", cavv, eci: "05" }, "0", { status: "external" }],
    [{ authStatus: "A", cavv, eci: "06" }, "0", { status: "external" }],
    [{ cavv }, "0", { status: "external" }],
    [{ authStatus: "0", cavv }, "0", { status: "external" }],
    // Only a cryptogram proves an authentication.
    [{ authStatus: "Y", eci: "05" }, "5227", null],
    [{ authStatus: "I", cavv }, "5227", null],
    [{ scaExemption: "lowValue" }, "5227", null],
    [{}, "5227", null],
    [{ authStatus: "N" }, "5220", { status: "failed" }],
    [{ authStatus: "N", cavv }, "5220", { status: "failed" }],
    [{ authStatus: "U" }, "5221", { status: "unavailable" }],
    [{ authStatus: "R", cavv }, "5223", { status: "failed" }],
    [{ authStatus: "C" }, "5228", { status: "failed" }],
    [{ authStatus: "D" }, "5228", { status: "failed" }],
  ])(
    "is spared a card with the result of the merchant's own MPI: %j ends with %s",
    async (mpiParameters, code, threeDs) => {
      const { json } = await gateway.pay(cardPayment({ number: "4000000000003220", mpiParameters }));
      expect(json.payment).toMatchObject({ status: code === "0" ? "success" : "fail", code });
      const kept = (await gateway.admin(`/payments?order=${json.payment.orderId}`)).json.data[0];
      expect(kept.threeDs).toEqual(threeDs);
    },
  );

  it("follows a decline with 5227 for a card that requires 3D Secure: the same order is retried with it", async () => {
    const number = "4000000000003220";
    const declined = await gateway.pay(cardPayment({ number, "3ds": false }));
    expect(declined.json.payment).toMatchObject({ status: "fail", code: "5227" });
    const { orderId } = declined.json.payment;
    const action = { type: "retry", id: orderId };
    const { payment, path } = await challenge(number, { sku: { name: demoMerchant.sku, action } });
    expect(payment).toMatchObject({ status: "pending", orderId });
    expect(outcomeOf(await answer(path, "answer=code&code=654321"))).toMatchObject({
      order_id: orderId,
      is_approved: "1",
    });
    gateway.received.length = 0;
    await gateway.runDue();
    const notifications = gateway.received.filter(({ json }) => json.payment.orderId === orderId);
    expect(notifications.map(({ json }) => json.payment.code)).toEqual(["5227", "0"]);
  });

  it.each([
    ["approve", { status: "authenticated" }],
    ["fail", { status: "failed" }],
    ["cancel", { status: "failed" }],
    ["timeout", { status: "failed" }],
  ])("leaves the result of 3D Secure with the payment: %s", async (choice, threeDs) => {
    const { payment, path } = await challenge();
    await answer(path, `answer=${choice}`);
    const { json } = await gateway.admin(`/payments?order=${payment.orderId}`);
    expect(json.data.map((one: { threeDs: unknown }) => one.threeDs)).toEqual([threeDs]);
  });

  it("ends after its time limit, even before the scheduled job has run", async () => {
    const { path } = await challenge();
    gateway.now += 10 * 60_000;
    expect(outcomeOf(await answer(path, "answer=approve"))).toMatchObject({ is_approved: "0", code: "5228" });
  });
});
