/** What proves a notification: the signed URL. And what a receiver needs to start. */
import { describe, expect, it } from "vitest";
import { bodyOf, mug, openShop, otherSecret, secret } from "../checkout/shop.test-shop.ts";
import {
  createNotificationUrl,
  type ExpectedPayment,
  isCardpaneError,
  priceSchedule,
  verifyNotification,
} from "../index.ts";

const forgeries: readonly [string, (url: URL) => void, string][] = [
  ["no signature in its URL", (url) => url.searchParams.delete("cp_mac"), "signed_url_missing"],
  ["no reference", (url) => url.searchParams.delete("cp_ref"), "signed_url_missing"],
  ["no attempt", (url) => url.searchParams.delete("cp_att"), "signed_url_missing"],
  ["no expiry", (url) => url.searchParams.delete("cp_exp"), "signed_url_missing"],
  ["an empty proof", (url) => url.searchParams.set("cp_mac", ""), "signed_url_missing"],
  ["nothing at all", (url) => Object.assign(url, { search: "" }), "signed_url_missing"],
  ["another reference", (url) => url.searchParams.set("cp_ref", "order-2"), "signed_url_forged"],
  ["another attempt", (url) => url.searchParams.set("cp_att", "another"), "signed_url_forged"],
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
  ["an attempt with a blank", (url) => url.searchParams.set("cp_att", "a b"), "signed_url_malformed"],
];

describe("a notification", () => {
  it.each(forgeries)("with %s changes nothing [T-P15]", async (_, forge, code) => {
    const { checkout, post, events, refusals } = openShop();
    const { ipnUrl } = await checkout.begin(mug);
    const url = new URL(ipnUrl);
    forge(url);
    expect(await post(url.href, bodyOf())).toBe(400);
    expect([events, refusals.map((refusal) => refusal.code)]).toEqual([[], [code]]);
    expect((await checkout.find("order-1"))?.state).toBe("in_progress");
  });

  it.each([
    [128, true],
    [129, false],
  ])("has a delivery id of %s characters: %s", async (length, isKept) => {
    const { checkout, post, events } = openShop();
    const { ipnUrl } = await checkout.begin(mug);
    const id = "d".repeat(length);
    expect(await post(ipnUrl, bodyOf(), { "X-Delivery-ID": id })).toBe(200);
    expect(events).toMatchObject([{ deliveryId: isKept ? id : undefined }]);
  });

  it.each<[string, Parameters<typeof bodyOf>[0], boolean]>([
    ["an amount", {}, true],
    ["no amount", { amount: undefined }, false],
    ["an amount that is no number", { amount: "twelve" }, false],
    ["more decimals than its currency has", { amount: 12.505 }, false],
    ["no currency", { currency: undefined }, false],
  ])("with %s is paid to verifyNotification: see isPaid", async (_, payment, isPaid) => {
    const { checkout, clock } = openShop();
    const { ipnUrl: url } = await checkout.begin(mug);
    const request = { method: "POST", url, headers: {}, body: JSON.stringify(bodyOf(payment)) };
    const options = { secret, environment: "test", clock: { now: () => clock.time } };
    expect((await verifyNotification(request, options)).isPaid).toBe(isPaid);
  });

  it("of another environment or of the other secret is refused", async () => {
    const { ipnUrl } = await openShop().checkout.begin(mug);
    for (const other of [openShop({ environment: "live" }), openShop({ secret: otherSecret })]) {
      expect(await other.post(ipnUrl, bodyOf())).toBe(400);
      expect(other.refusals).toMatchObject([{ code: "signed_url_forged" }]);
    }
  });

  const euros = { amountMinor: 1250, currency: "EUR" };
  it.each([
    ["a payment without later charges", { price: [euros] }, 730],
    [
      "a subscription",
      { price: priceSchedule("EUR", [{ amountMinor: 1250 }, { amountMinor: 1250, everyDays: 30 }]) },
      3_650,
    ],
    // The gateway knows the price of a SKU by name, which may renew.
    ["an amount whose price is the gateway's", euros, 3_650],
  ])("of %s is accepted for as long as it can come, and no longer [T-P33]", async (_, money, days) => {
    const shop = openShop();
    const { ipnUrl } = await shop.checkout.begin({ reference: "order-1", ...money } as ExpectedPayment);
    shop.clock.time += (days - 1) * 86_400_000;
    expect(await shop.post(ipnUrl, bodyOf())).toBe(200);
    shop.clock.time += 86_400_000;
    expect(await shop.post(ipnUrl, bodyOf())).toBe(400);
    expect(shop.refusals).toMatchObject([{ code: "signed_url_expired", reference: "order-1" }]);
  });

  it("is proved by the old secret, too, while both are given", async () => {
    const before = openShop({ secret: otherSecret });
    const { ipnUrl } = await before.checkout.begin(mug);
    expect(await openShop({ secret: [secret, otherSecret] }).post(ipnUrl, bodyOf())).toBe(200);
  });

  it("keeps the query of the address", async () => {
    const { checkout } = openShop({ ipnUrl: "https://shop.example.com/ipn?tenant=7" });
    expect((await checkout.begin(mug)).ipnUrl).toContain("/ipn?tenant=7&cp_ref=order-1&cp_att=");
  });

  it("is refused if it is no POST", async () => {
    const { checkout } = openShop();
    const { ipnUrl } = await checkout.begin(mug);
    expect((await checkout.handle(new Request(ipnUrl))).status).toBe(400);
  });
});

describe("verifyNotification", () => {
  const options = { secret, environment: "test", ipnUrl: "https://shop.example.com/ipn" };
  const about = { reference: "order-1", attempt: "attempt-1" };
  const asked = async (body: unknown) =>
    new Request(await createNotificationUrl(about, options), { method: "POST", body: JSON.stringify(body) });

  it("gives a notification as a value, with the attempt that it belongs to", async () => {
    expect(await verifyNotification(await asked(bodyOf({ code: "5051" })), options)).toMatchObject({
      ...about,
      kind: "charge",
      status: "success",
      code: "5051",
      isPaid: false,
      money: { amountMinor: 1250, currency: "EUR" },
    });
    const paid: readonly [Record<string, unknown>, boolean][] = [
      [{ status: "success" }, true],
      [{ status: "confirmed", code: undefined }, true],
      [{ status: "success", code: "9999" }, true],
      [{ status: "SUCCESS" }, false],
      [{ status: "fail", code: "5000" }, false],
      [{ status: "pending", code: undefined }, false],
      [{ code: "1001" }, false],
      [{ mode: "auth" }, false],
      [{ mode: "refund" }, false],
    ];
    for (const [payment, isPaid] of paid) {
      expect(
        await verifyNotification(await asked(bodyOf(payment)), options),
        JSON.stringify(payment),
      ).toMatchObject({
        isPaid,
      });
    }
    expect(await verifyNotification(await asked({ type: "canceled" }), options)).toMatchObject({
      kind: "notice",
      isPaid: false,
      notice: { type: "canceled" },
    });
  });

  it("throws with the status to answer", async () => {
    const request = await asked(bodyOf());
    const forged = new Request(request.url.replace("order-1", "order-2"), { method: "POST", body: "{}" });
    await expect(verifyNotification(forged, options)).rejects.toMatchObject({ answer: 400 });
    const cut = new Request(request.url, { method: "POST", body: '{"pay' });
    await expect(verifyNotification(cut, options)).rejects.toMatchObject({
      answer: 500,
      reference: "order-1",
    });
  });

  it.each([{ reference: "" }, { reference: "a\u0000" }, { attempt: "" }, { attempt: "a b" }])(
    "makes no URL of %j",
    async (wrong) => {
      await expect(createNotificationUrl({ ...about, ...wrong }, options)).rejects.toMatchObject({
        code: "invalid_request",
      });
    },
  );
});

describe("a receiver [T-P17]", () => {
  it.each<[string, Record<string, unknown>, string]>([
    ["no secret", { secret: undefined }, "secret is not set"],
    ["an empty secret", { secret: "" }, "secret is not set"],
    ["no secret in a list", { secret: [] }, "secret is not set"],
    ["an unset old secret", { secret: [secret, undefined] }, "secret[1] is not set"],
    ["a secret twice", { secret: [secret, secret] }, "twice"],
    ["a short secret", { secret: secret.slice(1) }, "32 bytes"],
    ["a secret with a line break", { secret: `${secret}\n` }, "white space"],
    ["a secret of one letter", { secret: "a".repeat(64) }, "placeholder"],
    ["a default secret", { secret: "change-me-change-me-change-me-change-me" }, "placeholder"],
    ["a number", { secret: 12 }, "must be a string"],
    ["no environment", { environment: "" }, "environment"],
    ["an environment with a slash", { environment: "a/b" }, "environment"],
    ["no address", { ipnUrl: undefined }, "ipnUrl is not set"],
    ["half an address", { ipnUrl: "/ipn" }, "absolute"],
    ["an open address", { ipnUrl: "http://shop.example.com/ipn" }, "https"],
    ["a password in the address", { ipnUrl: "https://a:b@shop.example.com/ipn" }, "password"],
    ["no store", { store: undefined }, "store"],
    ["nobody to tell", { onEvent: undefined }, "onEvent"],
    ["no client", { client: undefined }, "client"],
    ["an unknown way out of a doubt", { onUnknown: "retry" }, "onUnknown"],
    ["an unknown rule for tests", { testPayments: "yes" }, "testPayments"],
  ])("does not start with %s", (_, options, message) => {
    try {
      openShop(options);
      expect.unreachable();
    } catch (error) {
      expect(String(error)).toContain(message);
      expect(isCardpaneError(error) && error.code).toBe("invalid_configuration");
      expect(String(error)).not.toContain(secret.slice(1));
    }
  });

  it("accepts secrets of random generators", () => {
    for (let round = 0; round < 300; round++) {
      const random = Buffer.from(crypto.getRandomValues(new Uint8Array(32)));
      for (const made of [random.toString("base64"), random.toString("hex")]) openShop({ secret: made });
    }
  });

  it("accepts http only on a loopback address", () => {
    expect(() => openShop({ ipnUrl: "http://127.0.0.1:4000/ipn" })).not.toThrow();
  });
});
