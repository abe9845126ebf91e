import { createHash, createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { mug, openShop, otherSecret, secret } from "../checkout/shop.test-shop.ts";
import { type SignatureScheme, type StandardWebhooksOptions, signatures } from "../index.ts";

const whsec = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const schemes: readonly [string, (secret?: string) => SignatureScheme][] = [
  ["sha256-concat", (it = secret) => signatures.sha256Concat({ secret: it })],
  ["hmac-sha256-body", (it = secret) => signatures.hmacSha256Body({ secret: it })],
  ["standard-webhooks", (it = whsec) => signatures.standardWebhooks({ secret: it })],
];

/** A shop that requires signatures, and a signed notification. */
async function signed(signature: SignatureScheme) {
  const shop = openShop({ signature });
  await shop.checkout.begin(mug);
  const test = await shop.checkout.createTestNotification({
    reference: "order-1",
    transactionId: "200000001",
  });
  const send = (body = test.body, headers = test.headers) => shop.post(test.url, body, { ...headers });
  return { shop, test, send };
}

describe.each(schemes)("%s", (name, make) => {
  it("accepts the gateway's signature", async () => {
    const { shop, send } = await signed(make());
    expect(make().name).toBe(name);
    expect(await send()).toBe(200);
    expect(shop.events).toHaveLength(1);
  });

  it("refuses a missing signature, a wrong one, and one of another body [T-P16]", async () => {
    const { shop, test, send } = await signed(make());
    const unsigned = Object.fromEntries(
      Object.entries(test.headers).filter(([key]) => !/signature/i.test(key)),
    );
    expect(await send(test.body, unsigned)).toBe(400);
    const other =
      test.headers["X-Signature"]?.replace(/^./, (digit) => (digit === "0" ? "1" : "0")) ?? "v1,AAAA";
    const signatureHeader = "X-Signature" in test.headers ? "X-Signature" : "webhook-signature";
    expect(await send(test.body, { ...test.headers, [signatureHeader]: other })).toBe(400);
    expect(await send(test.body.replace('"success"', '"fail"'))).toBe(400);
    expect(shop.refusals.map(({ code }) => code)).toEqual([
      "signature_missing",
      "signature_wrong",
      "signature_wrong",
    ]);
    expect(shop.events).toEqual([]);
  });

  it("refuses the first bytes of the right signature, none of them, and one byte more", async () => {
    const { shop, test, send } = await signed(make());
    const header = "X-Signature" in test.headers ? "X-Signature" : "webhook-signature";
    const right = test.headers[header] ?? "";
    // In base64, three bytes are four characters.
    const others = right.startsWith("v1,")
      ? [
          "v1,",
          right.slice(0, 7),
          `v1,${Buffer.from(`${atob(right.slice(3))}A`, "latin1").toString("base64")}`,
        ]
      : [right.slice(0, 1), right.slice(0, -1), `${right}0`];
    for (const other of others) expect(await send(test.body, { ...test.headers, [header]: other })).toBe(400);
    expect(shop.refusals.map(({ code }) => code)).toEqual(others.map(() => "signature_wrong"));
    expect(shop.events).toEqual([]);
  });

  it("does not replace the signed URL", async () => {
    const { shop, test } = await signed(make());
    const bare = new URL(test.url);
    bare.search = "";
    expect(await shop.post(bare.href, test.body, { ...test.headers })).toBe(400);
    expect(shop.refusals[0]?.code).toBe("signed_url_missing");
  });

  it("accepts a secret of any length, because the gateway issues it, but not an unset or untrimmed one", () => {
    for (const bad of ["", " issued-key-0001", "issued-key-0001\n"])
      expect(() => make(bad)).toThrow("signature.secret");
    for (const issued of ["k3y", "a".repeat(40), "merchant-secret"]) expect(() => make(issued)).not.toThrow();
  });
});

describe("a signature computed by the test", () => {
  it("of sha256-concat is the hash of secret, transaction ID and status", async () => {
    const { test } = await signed(signatures.sha256Concat({ secret }));
    const wanted = createHash("sha256").update(`${secret}200000001success`).digest("hex");
    expect(test.headers["X-Signature"]).toBe(wanted);
  });

  it("of hmac-sha256-body is the HMAC of the bytes", async () => {
    const { test } = await signed(signatures.hmacSha256Body({ secret }));
    expect(test.headers["X-Signature"]).toBe(createHmac("sha256", secret).update(test.body).digest("hex"));
  });

  it.each([
    ["its specification's example", "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="],
    ["it without padding", "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE"],
    ["it in the alphabet of URLs", "g0hM9SsE-OTPJTGt_tmIKtSyZlE3uFJELVlNIOLJ1OE"],
  ])("of standard-webhooks is that of %s", async (_, signature) => {
    const { verify } = signatures.standardWebhooks({ secret: whsec, freshness: "ignore" });
    const headers: Record<string, string> = {
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": `v1,AAAA v1,${signature} v2,x`,
    };
    const bytes = new TextEncoder().encode('{"test": 2432232314}');
    const problem = await verify({
      header: (it) => headers[it],
      bytes,
      body: undefined,
      nowMs: 0,
      audience: "payment",
      signatureHeader: "X-Signature",
    });
    expect(problem).toBeUndefined();
  });

  it("of standard-webhooks uses the secret as base64 with the prefix whsec_, and as plain text without it", async () => {
    const { test } = await signed(signatures.standardWebhooks({ secret }));
    const content = `${test.headers["webhook-id"]}.${test.headers["webhook-timestamp"]}.${test.body}`;
    const wanted = createHmac("sha256", secret).update(content).digest("base64");
    expect(test.headers["webhook-signature"]).toBe(`v1,${wanted}`);
    for (const bad of [
      `whsec_${"MfKQ9r8GKYqrTwjUPD8ILPZIo2Laxy"}`,
      "whsec_MfKQ9r8GKY!qrTwjUPD8ILPZIo2LaLaSw",
    ]) {
      expect(() => signatures.standardWebhooks({ secret: bad })).toThrow("base64");
    }
  });

  it("of sha256-concat does not cover the amount, which is compared with the record", async () => {
    const { shop, test, send } = await signed(signatures.sha256Concat({ secret }));
    expect(await send(test.body.replace('"amount":12.5', '"amount":0.01'))).toBe(200);
    expect(shop.events).toMatchObject([{ type: "payment.mismatched", why: "amount" }]);
  });
});

describe("a signed notification", () => {
  const charge = { transactionId: "200000001", orderId: "100000001", amount: 12.5, currency: "EUR" };
  const sale = { ...charge, action: "charge", mode: "sale", status: "success" };
  const signedBy = (payment: { transactionId: string; status: string }) => ({
    "X-Signature": createHash("sha256")
      .update(secret + payment.transactionId + payment.status)
      .digest("hex"),
  });

  it.each<[string, Partial<typeof sale>, string]>([
    ["mode", { mode: "instalment" }, "kind"],
    ["action", { action: "escrow" }, "kind"],
    ["status", { status: "settling" }, "status"],
    ["mode and status", { mode: "instalment", status: "settling" }, "kind"],
  ])(
    "with an unknown %s is answered 200 and reported as unknown, once, and pays nothing",
    async (_, newer, why) => {
      const shop = openShop({ signature: signatures.sha256Concat({ secret }) });
      const { ipnUrl: url } = await shop.checkout.begin(mug);
      const payment = { ...sale, ...newer };
      expect(await shop.post(url, { payment }, signedBy(payment))).toBe(200);
      expect(await shop.post(url, { payment }, signedBy(payment))).toBe(200);
      expect(shop.events).toMatchObject([
        { type: "unknown", why, transactionId: "200000001", money: { amountMinor: 1250, currency: "EUR" } },
      ]);
      expect(shop.refusals).toEqual([]);
      expect((await shop.checkout.find("order-1"))?.state).toBe("in_progress");
      // A later payment pays the order.
      const paid = { ...sale, transactionId: "200000002" };
      expect(await shop.post(url, { payment: paid }, signedBy(paid))).toBe(200);
      expect(shop.events[1]).toMatchObject({ type: "payment.succeeded", transactionId: "200000002" });
    },
  );
});

describe("sha256-concat without a signature", () => {
  it.each<[string, (body: string) => unknown]>([
    ["a payment that calls itself a notice", (body) => ({ ...JSON.parse(body), type: "subscription" })],
    ["a payment without an id", () => ({ payment: { status: "success" } })],
    ["a payment of text", () => ({ payment: "paid" })],
  ])("refuses %s", async (_, forge) => {
    const { shop, test, send } = await signed(signatures.sha256Concat({ secret }));
    expect(await send(JSON.stringify(forge(test.body)), {})).toBe(400);
    expect(shop.events).toEqual([]);
  });

  it("takes a notice, whose formula is not public: it moves no money", async () => {
    const { shop, send } = await signed(signatures.sha256Concat({ secret }));
    for (const body of [{ type: "canceled", payment: [] }, {}, { id: "200000001", status: "success" }]) {
      expect(await send(JSON.stringify(body), {})).toBe(200);
    }
    expect(shop.types()).toEqual(["subscription.notice", "unknown", "unknown"]);
  });
});

describe("the signature of a payment", () => {
  it("opens no webhook of the wallet, whose transaction it does not sign (A6)", async () => {
    const scheme = signatures.sha256Concat({ secret });
    const old = { transactionId: "old1", status: "fail" };
    const body = { payment: old, id: 7, status: "success", price: 500 };
    const headers = await scheme.sign({
      audience: "payment",
      signatureHeader: "X-Signature",
      body,
      bytes: new Uint8Array(),
      id: "1",
      nowMs: 0,
    });
    const signatureHeader = "X-Signature";
    const header = (name: string) => headers[name];
    const asked = { body, bytes: new Uint8Array(), nowMs: 0, header, signatureHeader };
    expect(await scheme.verify({ ...asked, audience: "payment" })).toBeUndefined();
    expect(await scheme.verify({ ...asked, audience: "wallet" })).toBe("signature_wrong");
  });
});

describe("freshness", () => {
  const sentAt = async (offsetMs: number, freshness?: StandardWebhooksOptions["freshness"]) => {
    const { shop, send } = await signed(signatures.standardWebhooks({ secret: whsec, freshness }));
    shop.clock.time += offsetMs;
    return [await send(), shop.refusals[0]?.code];
  };

  it("is five minutes either way unless set, and ignored only by that word", async () => {
    expect(await sentAt(300_000)).toEqual([200, undefined]);
    expect(await sentAt(301_000)).toEqual([400, "signature_stale"]);
    expect(await sentAt(-301_000)).toEqual([400, "signature_stale"]);
    expect(await sentAt(11_000, { toleranceSeconds: 10 })).toEqual([400, "signature_stale"]);
    expect(await sentAt(80 * 86_400_000, "ignore")).toEqual([200, undefined]);
  });

  it.each([0, 3601, -1, Number.NaN, undefined])(
    "of %s seconds is refused at the start",
    (toleranceSeconds) => {
      const freshness = { toleranceSeconds } as { toleranceSeconds: number };
      expect(() => signatures.standardWebhooks({ secret: whsec, freshness })).toThrow("freshness");
    },
  );

  it("cannot be forged with a new time on an old signature", async () => {
    const { shop, test, send } = await signed(signatures.standardWebhooks({ secret: whsec }));
    shop.clock.time += 3_600_000;
    const now = String(shop.clock.time / 1000);
    expect(await send(test.body, { ...test.headers, "webhook-timestamp": now })).toBe(400);
    expect(shop.refusals[0]?.code).toBe("signature_wrong");
  });
});

describe("the merchant's own scheme", () => {
  it("is called like the built-in ones", async () => {
    const scheme: SignatureScheme = {
      name: "shared-header",
      coversBody: false,
      verify: async ({ header }) => (header("X-Shared") === "yes" ? undefined : "signature_wrong"),
      sign: async () => ({ "X-Shared": "yes" }),
    };
    const { send, test } = await signed(scheme);
    expect(await send(test.body, {})).toBe(400);
    expect(await send()).toBe(200);
  });

  it("rotates like the secret of the URLs", async () => {
    const { test } = await signed(signatures.hmacSha256Body({ secret: otherSecret }));
    const { verify } = signatures.hmacSha256Body({ secret: [secret, otherSecret] });
    const bytes = new TextEncoder().encode(test.body);
    expect(
      await verify({
        header: () => test.headers["X-Signature"],
        bytes,
        body: {},
        nowMs: 0,
        audience: "payment",
        signatureHeader: "X-Signature",
      }),
    ).toBeUndefined();
  });
});
