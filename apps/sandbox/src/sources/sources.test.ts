import { type PaymentSourceType, paymentResult, paymentSourceTypes } from "@cardpane/gateway";
import { exampleSources } from "@cardpane/gateway/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  newConsumer,
  openGateway,
  paymentFrom,
  publicUrl,
  siteSku,
  type TestGateway,
  testSandboxes,
} from "../testing/gateway.ts";
import { type RedirectType, redirectSources } from "./redirects.ts";

const redirectTypes = Object.keys(redirectSources) as RedirectType[];
const minuteMs = 60_000;

describe.each(testSandboxes)("payment sources on $name, COMPATIBILITY=$compatibility", (sandbox) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openGateway(sandbox, sandbox.settings);
  });
  afterAll(() => gateway.close());

  /** A valid source of a type, without the code that would decline it. */
  function source(type: PaymentSourceType): Record<string, unknown> {
    return { ...exampleSources[type], emulateCode: undefined };
  }
  function pay(paymentSource: Record<string, unknown>, rest: Record<string, unknown> = {}) {
    const consumer = { ...newConsumer(), cpf: "12345678909" };
    return gateway.pay(paymentFrom(paymentSource, { consumer, ...rest }));
  }
  const answer = (path: string, body: Record<string, string>) =>
    gateway.request(path, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(body).toString(),
    });
  const pathOf = (payment: { url: string }) => payment.url.slice(publicUrl.length);

  it("are each paid either at once or on a page of the sandbox", () => {
    const direct = paymentSourceTypes.filter((type) => !(redirectTypes as string[]).includes(type));
    expect(direct.sort()).toEqual(
      ["ach", "applePay", "card", "consumer", "googlepay", "paymentAccountId"].concat([
        "paymentAccountIdWithCvv",
        "sepa",
        "token",
      ]),
    );
  });

  it.each([
    [
      "sepa",
      source("sepa"),
      sandbox.isDocument
        ? { method: "sepa", number: "DE8937************3000", bankName: "Bank COBA", bankCountry: "DE" }
        : { method: "sepa", number: "DE8937****3000", bankName: "Bank COBA", bankCountry: "DEU" },
    ],
    [
      "ach",
      source("ach"),
      // Six of the asterisks replace the first six characters.
      { method: "banktransfer", number: sandbox.isDocument ? "********6789" : "**********6789" },
    ],
    ["ach, short", { ...source("ach"), accountNumber: "12345" }, { method: "banktransfer", number: "*****" }],
    [
      "applePay by token",
      source("applePay"),
      { method: "applepay", number: "424242******4242", brand: "visa" },
    ],
    ["googlepay", source("googlepay"), { method: "card", number: "411111******1111", brand: "visa" }],
    [
      "applePay, decoded",
      {
        type: "applePay",
        number: "5555555555554444",
        expirationMonth: "12",
        expirationYear: "30",
        tavv: "AAA",
      },
      { method: "applepay", number: "555555******4444", brand: "mastercard", expirationMonth: "12" },
    ],
  ])("%s ends at once and leaves an account", async (_, paymentSource, shown) => {
    const consumer = newConsumer();
    const { status, json } = await pay(paymentSource, { consumer });
    expect([status, paymentResult.safeParse(json).error]).toEqual([201, undefined]);
    expect(json.payment).toMatchObject({ status: "success", code: "0", action: "charge" });
    expect(json.payment.source).toMatchObject({
      ...shown,
      paymentAccountId: expect.any(String),
      disabled: false,
    });
    const { paymentAccountId } = json.payment.source;
    const again = await pay({ type: "paymentAccountId", paymentAccountId }, { consumer });
    expect(again.json.payment).toMatchObject({ status: "success", source: json.payment.source });
  });

  it.each([
    ["sepa of a bank that takes no debits", { ...source("sepa"), bic: "NOSDDEXX" }, "5300"],
    [
      "applePay by a card that declines",
      {
        type: "applePay",
        number: "4000000000009995",
        expirationMonth: "12",
        expirationYear: "30",
        tavv: "A",
      },
      "5051",
    ],
    [
      "applePay by a card that has expired",
      {
        type: "applePay",
        number: "4242424242424242",
        expirationMonth: "01",
        expirationYear: "20",
        tavv: "A",
      },
      "5054",
    ],
  ])("%s ends with its code", async (_, paymentSource, code) => {
    expect((await pay(paymentSource)).json.payment).toMatchObject({ status: "fail", code });
  });

  // As Apple and Google make them: the document's bound of 512 characters fits none.
  const walletTokens = [
    ["a text of 3,500 characters", "x".repeat(3_500)],
    ["an object", { paymentData: { data: "x".repeat(2_000), version: "EC_v1" } }],
    ["one character", "x"],
  ] as const;
  it.each(
    (["applePay", "googlepay"] as const).flatMap((type) =>
      walletTokens.map(([what, token]) => [type, what, token] as const),
    ),
  )("%s is paid by a token that is %s", async (type, _, token) => {
    expect((await pay({ type, token })).json.payment).toMatchObject({ status: "success", code: "0" });
  });

  const decoded = { number: "4242424242424242", expirationMonth: "12", expirationYear: "39", tavv: "AAA" };
  it.each([
    ["applePay", "both modes, a text", { ...decoded, token: "x".repeat(900) }, ["token"]],
    ["applePay", "both modes, an object", { ...decoded, token: { data: "x" } }, ["token"]],
    ["applePay", "a token and the cryptogram", { tavv: "AAA", token: "x" }, ["token"]],
    ["applePay", "neither mode", {}, ["token"]],
    ["applePay", "decoded data without the cryptogram", { ...decoded, tavv: undefined }, ["tavv"]],
    ["applePay", "an empty text", { token: "" }, ["token"]],
    ["applePay", "an empty object", { token: {} }, ["token"]],
    ["applePay", "a list", { token: ["x"] }, ["token"]],
    ["googlepay", "no token", {}, ["token"]],
    ["googlepay", "an empty object", { token: {} }, ["token"]],
  ])("%s with %s is refused", async (type, _, fields, wrong) => {
    const { status, json } = await pay({ type, ...fields });
    expect([status, Object.keys(json.errors)]).toEqual([400, wrong.map((field) => `paymentSource.${field}`)]);
  });

  it("refuses a card of a wallet that may be real", async () => {
    const number = "4532015112830366";
    const decoded = { number, expirationMonth: "12", expirationYear: "30", tavv: "A" };
    const { status, json, text } = await pay({ type: "applePay", ...decoded });
    expect([status, Object.keys(json.errors)]).toEqual([400, ["paymentSource.number"]]);
    expect(text).not.toContain(number);
  });

  it("stores no IBAN and no account number in clear", async () => {
    await pay(source("sepa"));
    await pay({ ...source("ach"), accountNumber: "99887766554433" });
    const dump = await gateway.dump();
    expect(dump).not.toMatch(/DE89370400440532013000|99887766554433/);
  });

  it.each(redirectTypes)("%s sends the shopper to a page and ends there", async (type) => {
    const { status, json } = await pay(source(type));
    expect([status, paymentResult.safeParse(json).error]).toEqual([201, undefined]);
    expect(json.payment).toMatchObject({ status: "pending", action: "redirect", amount: 24.9 });
    expect(json.payment).not.toHaveProperty("code");
    expect(json.payment.source.method).toBe(redirectSources[type].method);
    const hasQrCode = type === "pix" || type === "crypto";
    expect(json.payment.qrCode).toBe(hasQrCode ? json.payment.url : undefined);

    const path = pathOf(json.payment);
    const page = await gateway.request(path);
    expect(page.status).toBe(200);
    for (const part of ["24.90", "EUR", redirectSources[type].name, json.payment.orderId]) {
      expect(page.text).toContain(part);
    }
    expect(page.text).not.toMatch(/<script|\son\w+=|style="/);
    const finished = await answer(path, { answer: "paid" });
    expect([finished.status, finished.headers.get("Location")]).toEqual([
      303,
      `https://shop.test/return?order_id=${json.payment.orderId}&transaction_id=${json.payment.transactionId}&is_approved=1&code=0`,
    ]);
    await gateway.runDue();
    expect(gateway.received.at(-1)?.json.payment).toMatchObject({
      orderId: json.payment.orderId,
      status: "success",
      code: "0",
      action: "charge",
      amount: 24.9,
    });
    expect(gateway.received.at(-1)?.json.payment).not.toHaveProperty("qrCode");
  });

  it.each([
    [{ answer: "paid" }, "success", "0", 40],
    [{ answer: "underpaid" }, "success", "1001", 20],
    [{ answer: "overpaid" }, "success", "1002", 44],
    [{ answer: "failed" }, "fail", "5222", 40],
    [{ answer: "failed", code: "5051" }, "fail", "5051", 40],
    [{ answer: "expired" }, "fail", "5099", 40],
  ])("%j ends a payment as %s with %s", async (body, status, code, amount) => {
    const { json } = await pay(source("ideal"), { sku: siteSku(40) });
    const finished = await answer(pathOf(json.payment), body);
    expect(new URL(finished.headers.get("Location") ?? "").searchParams.get("code")).toBe(code);
    await gateway.runDue();
    expect(gateway.received.at(-1)?.json.payment).toMatchObject({ status, code, amount });
  });

  it.each([{}, { answer: "approve" }, { answer: "failed", code: "0" }, { answer: "failed", code: "9999" }])(
    "refuses %j as an answer",
    async (body) => {
      const { json } = await pay(source("eps"));
      expect((await answer(pathOf(json.payment), body)).status).toBe(400);
      expect((await gateway.request(pathOf(json.payment))).status).toBe(200);
    },
  );

  it("ends once, whatever later or concurrent answers say", async () => {
    const { json } = await pay(source("khipu"));
    const path = pathOf(json.payment);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => answer(path, { answer: index % 2 ? "paid" : "failed" })),
    );
    expect(new Set(answers.map(({ headers }) => headers.get("Location"))).size).toBe(1);
    const before = gateway.received.length;
    await gateway.runDue();
    expect(gateway.received).toHaveLength(before + 1);
  });

  it("does not accept a challenge's page for a payment's page, or the reverse", async () => {
    const { json } = await pay(source("eps"));
    const id = pathOf(json.payment).split("/").at(-1);
    expect((await gateway.request(`/3ds/${id}`)).status).toBe(404);
    expect((await answer(`/3ds/${id}`, { answer: "approve" })).status).toBe(404);
  });

  it.each([
    ["ideal", 30],
    ["pix", 30],
    ["crypto", 60],
    ["payid", 3 * 24 * 60],
  ] as const)("%s expires with 5099 after %i minutes", async (type, minutes) => {
    const { json } = await pay(source(type));
    expect(await gateway.advance(minutes * minuteMs - 1)).not.toContainEqual(
      expect.objectContaining({ kind: "expired", orderId: json.payment.orderId }),
    );
    const events = await gateway.advance(1);
    expect(events).toContainEqual(
      expect.objectContaining({ kind: "expired", orderId: json.payment.orderId, code: "5099" }),
    );
    expect(gateway.received.at(-1)?.json.payment).toMatchObject({ status: "fail", code: "5099" });
    const late = await answer(pathOf(json.payment), { answer: "paid" });
    expect(late.headers.get("Location")).toContain("is_approved=0&code=5099");
  });

  it("declines at once by emulateCode", async () => {
    const { json } = await pay(exampleSources.ideal);
    expect(json.payment).toMatchObject({ status: "fail", code: "5051", action: "charge" });
    expect(json.payment).not.toHaveProperty("url");
  });

  it("refuses to start a subscription that could not be charged again", async () => {
    const sku = { ...siteSku(5), price: [{ amount: 5, currency: "EUR", repeat: true }] };
    const { status, json } = await pay(source("ideal"), { sku });
    expect([status, Object.keys(json.errors)]).toEqual([400, ["paymentSource.type"]]);
    expect((await pay(source("sepa"), { sku })).json.subscription).toMatchObject({ status: "active" });
  });
});
