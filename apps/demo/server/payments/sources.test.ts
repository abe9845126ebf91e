/** Payment methods without the pane: the requests to the gateway, and the errors of each field. */
import { describe, expect, test } from "vitest";
import { contact, decline, onThisMachine, openShop, paymentAnswer } from "../testing/shop.ts";
import { isKept, type OtherSource, type OtherType, otherSources } from "./sources.ts";

const page = "http://127.0.0.1:4002/pay/1";
const pending = (sent: Parameters<typeof paymentAnswer>[0]) =>
  paymentAnswer(sent, { status: "pending", url: page });

async function opened(parts: Parameters<typeof openShop>[0] = {}) {
  const shop = openShop(parts);
  await shop.post("/basket", { sku: "dawn-mug", change: "add" });
  const text = await (await shop.get("/checkout/other")).text();
  const order = text.match(/action="(\/orders\/[\w-]+)\/pay"/)?.[1] ?? "";
  const pay = (type: string, fields: Readonly<Record<string, string>> = {}) =>
    shop.post(`${order}/pay`, { ...contact, way: "more", formToken: "mark-1", source: type, ...fields });
  return { shop, order, text, pay };
}

const samples = ({ type, fields }: OtherSource) =>
  Object.fromEntries(fields.map(({ name, sample }) => [`${type}.${name}`, sample]));

const fresh = otherSources.filter((source) => !isKept(source));

test.each(fresh.map((source) => [source.type, source] as const))(
  "%s is sent with its own fields and the shop's amount",
  async (type, source) => {
    const { shop, pay } = await opened({ gateway: pending });
    const answer = await pay(type, { ...samples(source), amount: "0.01" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, page]);
    const names = source.fields.map(({ name }) => name).filter((name) => name !== "cpf");
    expect(Object.keys(shop.sent[0]?.body.paymentSource ?? {}).sort()).toEqual(["type", ...names].sort());
    expect(shop.sent[0]?.body).toMatchObject({
      paymentSource: { type },
      consumer: { ...contact, ip: "203.0.113.7", ...(type === "pix" && { cpf: "12345678909" }) },
      sku: { price: [{ amount: 18.5, currency: "EUR" }] },
    });
  },
);

test.each(
  fresh
    .flatMap((source) => source.fields.map((field) => [source, field] as const))
    .filter(([, { isOptional }]) => !isOptional)
    .map(([source, field]) => [source.type, field.name, source] as const),
)("%s without %s is reported at that field, and nothing is sent", async (type, name, source) => {
  const { shop, pay } = await opened();
  const answer = await pay(type, { ...samples(source), [`${type}.${name}`]: "" });
  const text = await answer.text();
  expect(answer.status).toBe(422);
  expect(text).toMatch(new RegExp(`<label for="${type}\\.${name}">`));
  expect(text).toMatch(new RegExp(`id="${type}\\.${name}"[^>]*aria-invalid="true"`));
  expect(text).toMatch(new RegExp(`value="${type}" checked`));
  expect(shop.sent).toEqual([]);
});

test.each([
  ["5051", "There isn’t enough money in your account."],
  ["5014", "Your bank or provider declined the payment."],
  ["5082", "Your bank or provider declined the payment."],
  ["5091", "Your bank or provider declined the payment."],
])("the text for code %s of a payment without a card does not mention a card", async (code, text) => {
  const { shop, pay } = await opened({ gateway: decline(code) });
  const answer = await pay("ideal", {});
  const page = await (await shop.get(answer.headers.get("Location") ?? "")).text();
  const problem = page.match(/id="outcome"[\s\S]*?<\/h3>[\s\S]*?<\/p>/)?.[0];
  expect(problem).toContain(text);
  expect(problem).not.toMatch(/Your card|this card|(number|code) is incorrect/i);
});

describe("the form", () => {
  test.each(["", "card", "token", "paymentAccountIdWithCvv", "__proto__", "gold"])(
    "accepts no source named %j",
    async (type) => {
      const { shop, pay } = await opened();
      const answer = await pay(type, { "card.number": "4242424242424242" });
      expect([answer.status, shop.sent]).toEqual([422, []]);
      expect(await answer.text()).toContain("Choose a payment method.");
    },
  );

  test("requires the contact first", async () => {
    const { shop, pay } = await opened();
    const answer = await pay("ideal", { email: "" });
    expect(await answer.text()).toMatch(/id="email"[^>]*aria-invalid="true"/);
    expect(shop.sent).toEqual([]);
  });

  test("shows the typed values again, as text", async () => {
    const { pay } = await opened();
    const text = await (await pay("sepa", { "sepa.iban": '"><script>alert(1)</script>' })).text();
    expect(text).not.toContain("<script>alert");
    expect(text).toContain("&quot;&gt;&lt;script&gt;");
  });

  test("accepts an IBAN in groups and lower case", async () => {
    const { shop, pay } = await opened({ gateway: pending });
    await pay("sepa", { "sepa.iban": "de89 3704 0044 0532 0130 00" });
    expect(shop.sent[0]?.body.paymentSource).toEqual({ type: "sepa", iban: "DE89370400440532013000" });
  });

  test("is one attempt if it is sent twice at once", async () => {
    const { shop, pay } = await opened({ gateway: decline("5300") });
    await Promise.all([pay("ideal"), pay("ideal")]);
    expect(shop.sent).toHaveLength(1);
    await pay("ideal");
    expect(shop.sent).toHaveLength(2);
  });

  test("offers stored sources only if there are any", async () => {
    const { text } = await opened();
    for (const type of ["consumer", "paymentAccountId"] satisfies OtherType[]) {
      expect(text).not.toContain(`value="${type}"`);
    }
  });

  test("is shown again with the decline", async () => {
    const { shop, pay } = await opened({ gateway: decline("5300") });
    const answer = await pay("sepa", { "sepa.iban": "DE89370400440532013000" });
    expect(answer.headers.get("Location")).toBe("/checkout/other?type=sepa");
    const text = await (await shop.get("/checkout/other?type=sepa")).text();
    expect(text).toContain("BIC is not SDD compliant");
  });

  test("passes emulateCode on if the interface lists it", async () => {
    for (const [type, fields, code] of [
      ["ideal", {}, "5051"],
      ["ach", { "ach.accountType": "C", "ach.abaNumber": "021000021", "ach.accountNumber": "1" }, undefined],
    ] as const) {
      const { shop, pay } = await opened({ gateway: pending, ...onThisMachine });
      await shop.get("/?qa=1");
      await shop.post("/qa/settings", { emulateCode: "5051" });
      await pay(type, fields);
      expect(shop.sent[0]?.body.paymentSource["emulateCode"]).toBe(code);
    }
  });
});

test("a QR code is shown on the order's page, beside the link to the bank's page", async () => {
  const gateway = (sent: Parameters<typeof paymentAnswer>[0]) =>
    paymentAnswer(sent, { status: "pending", url: page, qrCode: "000201 scan <me>" });
  const { shop, order, pay } = await opened({ gateway });
  expect((await pay("pix", { "pix.cpf": "12345678909" })).headers.get("Location")).toBe(order);
  const text = await (await shop.get(order)).text();
  expect(text).toContain("000201 scan &lt;me&gt;</textarea>");
  expect(text).toContain(`href="${page}"`);
});

test("an invalid field shows its error without a message above the form, and QA also sees the interface's message", async () => {
  const { shop, pay } = await opened(onThisMachine);
  const empty = await (await pay("sepa", { "sepa.iban": "" })).text();
  expect(empty).toContain("IBAN: enter a valid value");
  expect(empty).toMatch(/id="outcome"|class="outcome-slot" role="alert"><\/div>/);
  expect(empty).toContain("<title>Error: Checkout");
  expect(await (await pay("sepa", { "sepa.iban": "DE00" })).text()).toMatch(/>IBAN: enter a valid value</);
  await shop.get("/?qa=1");
  expect(await (await pay("sepa", { "sepa.iban": "DE00" })).text()).toMatch(
    />IBAN: enter a valid value <span lang="en" dir="ltr">\(/,
  );
});

test("a problem shown at its field is not repeated at another checkout, which lacks the field", async () => {
  const { shop, pay } = await opened();
  expect(await (await pay("sepa", { "sepa.iban": "" })).text()).toContain("IBAN: enter a valid value");
  for (const path of ["/checkout", "/checkout/html", "/checkout/other"])
    expect(await (await shop.get(path)).text()).not.toContain("Some details weren’t accepted");
});

test("fields have a fitting keyboard and length, and account types have names", async () => {
  const { text } = await opened();
  expect(text).toMatch(/name="sepa\.iban"[^>]*autocapitalize="characters" maxlength="42"/);
  expect(text).toMatch(/name="pix\.cpf"[^>]*inputmode="numeric" maxlength="14"/);
  expect(text).toMatch(/<option value="C" >Checking<\/option><option value="S" >Savings</);
});

test("a CPF is accepted with its punctuation", async () => {
  const { shop, pay } = await opened({ gateway: pending });
  await pay("pix", { "pix.cpf": "123.456.789-09" });
  expect(shop.sent[0]?.body.consumer).toMatchObject({ cpf: "12345678909" });
});

test("an expired payment leads back to the form in which it was chosen", async () => {
  const { shop, order, pay } = await opened({ gateway: pending });
  await pay("payid");
  expect(await shop.notify({ status: "fail", code: "5099" })).toBe(200);
  expect((await shop.get(order)).headers.get("Location")).toBe("/checkout/other?type=payid");
  const text = await (await shop.get("/checkout/other?type=payid")).text();
  expect(text).toContain("The payment wasn’t completed in time.");
  expect(text).toMatch(/value="payid" checked/);
});
