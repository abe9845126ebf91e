import { describe, expect, it } from "vitest";
import { createMemoryStore, isCardpaneError, signatures } from "../index.ts";
import {
  dayMs,
  mug,
  openShop,
  otherSecret,
  post,
  resultOf,
  secret,
  type TestShop,
} from "./shop.test-shop.ts";

/** Forged URLs. The body is never read before the URL is verified. */
const forgeries: readonly [string, (url: URL) => void, string][] = [
  ["no signature in its URL", (url) => url.searchParams.delete("cp_mac"), "signed_url_missing"],
  ["no reference", (url) => url.searchParams.delete("cp_ref"), "signed_url_missing"],
  ["no expiry", (url) => url.searchParams.delete("cp_exp"), "signed_url_missing"],
  ["an empty proof", (url) => url.searchParams.set("cp_mac", ""), "signed_url_missing"],
  ["nothing at all", (url) => Object.assign(url, { search: "" }), "signed_url_missing"],
  ["another reference", (url) => url.searchParams.set("cp_ref", "order-2"), "signed_url_forged"],
  ["a longer life", (url) => url.searchParams.set("cp_exp", "9999999999"), "signed_url_forged"],
  ["a changed proof", (url) => url.searchParams.set("cp_mac", "A".repeat(43)), "signed_url_forged"],
  [
    "a proof cut short",
    (url) => url.searchParams.set("cp_mac", url.searchParams.get("cp_mac")?.slice(0, -1) ?? ""),
    "signed_url_forged",
  ],
  ["two references", (url) => url.searchParams.append("cp_ref", "order-1"), "signed_url_repeated"],
  ["two proofs", (url) => url.searchParams.append("cp_mac", "x"), "signed_url_repeated"],
  ["an expiry that is no number", (url) => url.searchParams.set("cp_exp", "1e12"), "signed_url_malformed"],
  ["a reference with a line break", (url) => url.searchParams.set("cp_ref", "a\nb"), "signed_url_malformed"],
];

async function expectRefused(shop: TestShop, status: Promise<number>, code: string) {
  expect(await status).toBe(400);
  expect(shop.refusals.map((refusal) => refusal.code)).toEqual([code]);
  expect(shop.events).toEqual([]);
}

describe("a notification", () => {
  it("settles the order of its URL, once", async () => {
    const shop = openShop();
    const url = await shop.ipn.createUrl(mug);
    expect(await post(shop, url, resultOf())).toBe(200);
    expect(await post(shop, url, resultOf())).toBe(200);
    expect(shop.events).toMatchObject([
      {
        type: "payment.succeeded",
        reference: "order-1",
        orderId: "100000001",
        transactionId: "200000001",
        source: "notification",
        result: resultOf(),
        settled: { coverage: "exact", paidMinor: 1250, expectedMinor: 1250, currency: "EUR" },
      },
    ]);
    expect((await shop.ipn.find("order-1"))?.state).toBe("succeeded");
  });

  it.each(forgeries)("with %s changes nothing [T-P15]", async (_, forge, code) => {
    const shop = openShop();
    const url = new URL(await shop.ipn.createUrl(mug));
    forge(url);
    await expectRefused(shop, post(shop, url.href, resultOf()), code);
    expect((await shop.ipn.find("order-1"))?.state).toBe("created");
  });

  it("of another environment changes nothing, although secret and store are the same", async () => {
    const store = createMemoryStore();
    const staging = openShop({ environment: "staging", store });
    const live = openShop({ environment: "live", store });
    await live.ipn.createUrl(mug);
    await expectRefused(live, post(live, await staging.ipn.createUrl(mug), resultOf()), "signed_url_forged");
  });

  it("with a URL of another secret changes nothing", async () => {
    const shop = openShop();
    await shop.ipn.createUrl(mug);
    const url = await openShop({ secret: otherSecret }).ipn.createUrl(mug);
    await expectRefused(shop, post(shop, url, resultOf()), "signed_url_forged");
  });

  it("is accepted until its URL expires, to the second", async () => {
    const shop = openShop();
    const url = await shop.ipn.createUrl({ ...mug, expiresInDays: 1 });
    shop.clock.time += dayMs - 1;
    expect(await post(shop, url, resultOf({ status: "fail", code: "5000" }))).toBe(200);
    shop.clock.time += 1;
    expect(await post(shop, url, resultOf())).toBe(400);
    expect(shop.refusals.map(({ code }) => code)).toEqual(["signed_url_expired"]);
  });

  it("with a URL of the previous secret is still accepted after a rotation", async () => {
    const store = createMemoryStore();
    const url = await openShop({ secret, store }).ipn.createUrl(mug);
    const shop = openShop({ secret: [otherSecret, secret], store });
    expect(await post(shop, url, resultOf())).toBe(200);
    const next = await shop.ipn.createUrl({ ...mug, reference: "order-2" });
    const later = openShop({ secret: otherSecret, store });
    expect(await post(later, next, resultOf({ orderId: "100000002", transactionId: "200000002" }))).toBe(200);
  });

  it("for which nothing was recorded is refused", async () => {
    const shop = openShop();
    const url = await openShop().ipn.createUrl(mug);
    await expectRefused(shop, post(shop, url, resultOf()), "order_unknown");
  });

  it.each([
    ["another currency", { currency: "USD" }, "currency_wrong"],
    ["less", { amount: 12.49 }, "amount_wrong"],
    ["more", { amount: 12.51 }, "amount_wrong"],
    ["nothing", { amount: 0 }, "amount_wrong"],
    ["less, called an overpayment", { amount: 1, code: "1002" }, "amount_wrong"],
    ["more, called an underpayment", { amount: 100, code: "1001" }, "amount_wrong"],
    ["nothing, called an underpayment", { amount: 0, code: "1001" }, "amount_wrong"],
    ["the same, called an underpayment", { amount: 12.5, code: "1001" }, "amount_wrong"],
    ["a decline of another amount", { amount: 99, status: "fail", code: "5051" }, "amount_wrong"],
    ["parts of a cent", { amount: 12.505 }, "body_unreadable"],
    ["a currency that is none", { currency: "XXZ" }, "body_unreadable"],
  ])("with %s is refused", async (_, payment, code) => {
    const shop = openShop();
    const url = await shop.ipn.createUrl(mug);
    await expectRefused(shop, post(shop, url, resultOf(payment)), code);
  });

  it.each(["status", "amount", "currency", "orderId", "transactionId"])(
    "without %s is refused",
    async (field) => {
      const shop = openShop();
      const url = await shop.ipn.createUrl(mug);
      await expectRefused(shop, post(shop, url, resultOf({ [field]: undefined })), "body_unreadable");
    },
  );

  it.each([
    ["nothing", ""],
    ["a list", "[]"],
    ["null", "null"],
    ["half an object", '{"payment":{"status":'],
    ["a payment that is text", JSON.stringify({ payment: "paid", type: "x" })],
  ])("that holds %s is refused", async (_, body) => {
    const shop = openShop();
    await expectRefused(shop, post(shop, await shop.ipn.createUrl(mug), body), "body_unreadable");
  });

  it("that has no end is refused", async () => {
    const shop = openShop();
    const body = JSON.stringify(resultOf({ description: "x".repeat(300_000) }));
    await expectRefused(shop, post(shop, await shop.ipn.createUrl(mug), body), "body_too_long");
  });

  it("about an order that is another reference's is refused, bound or not", async () => {
    const shop = openShop();
    const first = await shop.ipn.createUrl(mug);
    const second = await shop.ipn.createUrl({ ...mug, reference: "order-2" });
    expect(await post(shop, first, resultOf())).toBe(200);
    // order-2 is not bound to an order id of the gateway yet, and has the same amount.
    expect(await post(shop, second, resultOf())).toBe(400);
    expect(await post(shop, second, resultOf({ orderId: "100000002", transactionId: "200000002" }))).toBe(
      200,
    );
    // Both are bound now: each refuses the notifications of the other.
    expect(await post(shop, second, resultOf())).toBe(400);
    expect(shop.refusals.map(({ code, reference }) => [code, reference])).toEqual([
      ["order_wrong", "order-2"],
      ["order_wrong", "order-2"],
    ]);
    expect(shop.events.map((event) => [event.reference, "orderId" in event && event.orderId])).toEqual([
      ["order-1", "100000001"],
      ["order-2", "100000002"],
    ]);
  });

  it("gets the same response for every reason of a refusal", async () => {
    const shop = openShop();
    const good = await shop.ipn.createUrl(mug);
    const bad = good.replace("order-1", "order-9");
    const answers = await Promise.all(
      [bad, good].map(async (url) => {
        const response = await shop.ipn.handle(new Request(url, { method: "POST", body: "{}" }));
        return [response.status, await response.text(), [...response.headers]];
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.slice(0, 2)).toEqual([400, "refused"]);
  });

  it("must be a POST", async () => {
    const shop = openShop();
    const url = await shop.ipn.createUrl(mug);
    const response = await shop.ipn.handle(new Request(url));
    expect([response.status, shop.refusals[0]?.code]).toEqual([400, "method_wrong"]);
  });

  it("whose body was read before is refused with the likely mistake", async () => {
    const shop = openShop();
    const request = new Request(await shop.ipn.createUrl(mug), { method: "POST", body: "{}" });
    await request.text();
    expect((await shop.ipn.handle(request)).status).toBe(400);
    expect(shop.refusals[0]).toMatchObject({ code: "body_consumed", reference: "order-1" });
    expect(shop.refusals[0]?.message).toContain("express.json()");
  });

  it("is sent again by the gateway when the merchant's code fails, and settles then", async () => {
    let works = false;
    const delivered: string[] = [];
    const shop = openShop({
      onEvent: (event) => {
        if (!works) throw new Error("the database is gone");
        delivered.push(event.type);
      },
    });
    const url = await shop.ipn.createUrl(mug);
    expect(await post(shop, url, resultOf())).toBe(500);
    expect(shop.failures).toEqual([new Error("the database is gone")]);
    expect((await shop.ipn.find("order-1"))?.state).toBe("created");
    works = true;
    expect(await post(shop, url, resultOf())).toBe(200);
    expect(delivered).toEqual(["payment.succeeded"]);
  });

  it("gets a 2xx even if the merchant's log throws", async () => {
    const shop = openShop({
      onRefused: () => {
        throw new Error("log full");
      },
    });
    expect(await post(shop, await shop.ipn.createUrl(mug), "{}")).toBe(400);
  });
});

describe("a signed URL", () => {
  it("is the same for a payment that is not decided, so that the same request can be sent again", async () => {
    const shop = openShop();
    const url = await shop.ipn.createUrl(mug);
    shop.clock.time += dayMs;
    expect(await shop.ipn.createUrl(mug)).toBe(url);
    await shop.ipn.record("order-1", resultOf({ status: "pending", code: undefined }));
    expect(await shop.ipn.createUrl(mug)).toBe(url);
  });

  it("keeps the merchant's own query, and references of any script", async () => {
    const shop = openShop({ ipnUrl: "https://shop.example.com/ipn?shop=1&lang=de" });
    const url = await shop.ipn.createUrl({ ...mug, reference: "Bestellung 17/2 & Töpfe 壺" });
    expect(url).toContain("shop=1&lang=de&cp_ref=");
    expect(await post(shop, `${url}&added=by-gateway`, resultOf())).toBe(200);
    expect(shop.events[0]?.reference).toBe("Bestellung 17/2 & Töpfe 壺");
  });

  it("is not created for an order that is paid, or pending for another amount", async () => {
    const shop = openShop();
    await shop.ipn.createUrl(mug);
    const other = shop.ipn.createUrl({ ...mug, amountMinor: 1300 });
    await expect(other).rejects.toMatchObject({ code: "order_not_payable", outcome: "not_sent" });
    await shop.ipn.record("order-1", resultOf());
    const again = await shop.ipn.createUrl(mug).catch((error: unknown) => error);
    expect(isCardpaneError(again) && again.code).toBe("order_not_payable");
  });

  it.each([
    ["no reference", { ...mug, reference: "" }],
    ["a blank at its end", { ...mug, reference: "order-1 " }],
    ["a reference too long", { ...mug, reference: "x".repeat(129) }],
    ["half a character", { ...mug, reference: "\ud800" }],
    ["half a cent", { ...mug, amountMinor: 0.5 }],
    ["less than nothing", { ...mug, amountMinor: -1 }],
    ["no currency", { ...mug, currency: "euro" }],
    ["a currency that no notification could be read in", { ...mug, currency: "XXZ" }],
    ["no time", { ...mug, expiresInDays: 0 }],
    ["too much time", { ...mug, expiresInDays: 3651 }],
    ["a price of nothing", { reference: "order-1", price: [] }],
  ])("is not created for %s", async (_, payment) => {
    await expect(openShop().ipn.createUrl(payment)).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("is created for a currency that gateway.currencies adds", async () => {
    const shop = openShop({ gateway: { currencies: { XXZ: 2 } } });
    const url = await shop.ipn.createUrl({ ...mug, currency: "XXZ" });
    expect(await post(shop, url, resultOf({ currency: "XXZ" }))).toBe(200);
    expect(shop.events).toMatchObject([{ type: "payment.succeeded", settled: { currency: "XXZ" } }]);
  });

  it.each([
    [[{ amountMinor: 1250, currency: "EUR" }], 540],
    [
      [
        { amountMinor: 1250, currency: "EUR" },
        { amountMinor: 500, currency: "EUR", offset: "30d", repeat: 2 },
      ],
      630,
    ],
    [[{ amountMinor: 1250, currency: "EUR", repeat: true }], 3650],
  ])("for the price %j is valid for %d days", async (price, days) => {
    const shop = openShop();
    const url = new URL(await shop.ipn.createUrl({ reference: "order-1", price }));
    expect(Number(url.searchParams.get("cp_exp")) * 1000).toBe(shop.clock.time + days * dayMs);
  });
});

describe("a receiver [T-P17]", () => {
  it.each<[string, Record<string, unknown>, string]>([
    ["no secret", { secret: undefined }, "secret is not set"],
    ["an empty secret", { secret: "" }, "secret is not set"],
    ["no secret in a list", { secret: [] }, "secret[0] is not set"],
    ["an unset old secret", { secret: [secret, undefined] }, "secret[1] is not set"],
    ["a secret twice", { secret: [secret, secret] }, "twice"],
    ["a short secret", { secret: secret.slice(1) }, "32 bytes"],
    ["a secret with a line break", { secret: `${secret}\n` }, "white space"],
    ["a secret of one letter", { secret: "a".repeat(64) }, "placeholder"],
    ["a default secret", { secret: "change-me-change-me-change-me-change-me" }, "placeholder"],
    ["an example's secret", { secret: "your-notification-key-goes-here-0123" }, "placeholder"],
    ["a number", { secret: 12 }, "must be a string"],
    ["no environment", { environment: "" }, "environment"],
    ["an environment with a slash", { environment: "a/b" }, "environment"],
    ["no address", { ipnUrl: undefined }, "ipnUrl is not set"],
    ["half an address", { ipnUrl: "/ipn" }, "absolute"],
    ["an open address", { ipnUrl: "http://shop.example.com/ipn" }, "https"],
    ["a password in the address", { ipnUrl: "https://a:b@shop.example.com/ipn" }, "password"],
    ["no store", { store: undefined }, "store"],
    ["nobody to tell", { onEvent: undefined }, "onEvent"],
  ])("does not start with %s", (_, options, message) => {
    expect(() => openShop(options)).toThrow(message);
    try {
      openShop(options);
    } catch (error) {
      expect(isCardpaneError(error) && error.code).toBe("invalid_configuration");
      expect(String(error)).not.toContain(secret.slice(1));
    }
  });

  it("accepts secrets of random generators", () => {
    for (const good of [secret, "0f1e2d3c4b5a69788796a5b4c3d2e1f0", "ÄÖÜäöüßéèêëïîìíñçøåæœ"]) {
      expect(() => openShop({ secret: good })).not.toThrow();
    }
    for (let round = 0; round < 500; round++) {
      const random = Buffer.from(crypto.getRandomValues(new Uint8Array(32)));
      for (const made of [random.toString("base64"), random.toString("hex")]) {
        expect(() => openShop({ secret: made })).not.toThrow();
      }
    }
  });

  it("accepts http only on a loopback address", () => {
    expect(() => openShop({ ipnUrl: "http://127.0.0.1:4000/ipn" })).not.toThrow();
    expect(() => openShop({ ipnUrl: "http://localhost/ipn", signature: signatures.none() })).not.toThrow();
  });
});
