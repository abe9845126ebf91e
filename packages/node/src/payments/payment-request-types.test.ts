/** Requests that the compiler refuses. Each has its own `@ts-expect-error`, so that a missing refusal fails the type check. */
import { exampleSources } from "@cardpane/gateway/testing";
import { describe, expect, expectTypeOf, it } from "vitest";
import {
  type CheckoutPayment,
  createClient,
  type PaymentRequest,
  type PaymentSource,
  type Sku,
  type TokenPayment,
} from "../index.ts";

const client = createClient({
  apiKey: "key",
  baseUrl: "https://gateway.example.com",
  ipv6: "send",
  fetch: () => Promise.reject(new Error("nothing must be sent")),
});

const name = { firstName: "Ada", lastName: "Example" };
const byId = { id: "100000001", ip: "203.0.113.7" };
const byMail = { externalId: "customer-1", email: "ada@example.com", ip: "203.0.113.7" };
const url = { ipnUrl: "https://shop.example.com/ipn", redirectUrl: "https://shop.example.com/done" };
const rest = { sku: { name: "mug-blue" }, url };
const decoded = { number: "4242424242424242", expirationMonth: "12", expirationYear: "40", tavv: "x" };

type RequiredKey<Source> = {
  [Key in keyof Source]-?: Record<never, never> extends Pick<Source, Key> ? never : Key;
}[keyof Source];
type PaySource = NonNullable<CheckoutPayment["source"]>;
/** Each source, with a required field, that `pay` would take without this field. */
type TakenWithout<Source> = Source extends unknown
  ? {
      [Key in RequiredKey<Source>]: Omit<Source, Key> extends PaySource ? readonly [Source, Key] : never;
    }[RequiredKey<Source>]
  : never;

describe("a source", () => {
  it("of checkout.pay lacks no required field, whatever its type", () => {
    expectTypeOf<TakenWithout<PaySource>>().toBeNever();
    expectTypeOf<RequiredKey<Extract<PaySource, { type: "sepa" }>>>().toEqualTypeOf<"type" | "iban">();
    expectTypeOf<RequiredKey<Extract<PaySource, { type: "ideal" }>>>().toEqualTypeOf<"type">();
    // It finds a field that is not required.
    expectTypeOf<TakenWithout<{ type: "ideal"; name: string }>>().toEqualTypeOf<
      readonly [{ type: "ideal"; name: string }, "name"]
    >();
    const refused: readonly PaySource[] = [
      // @ts-expect-error no account
      { type: "sepa" },
      // @ts-expect-error a raw card
      { type: "card", number: "4242424242424242", cvv: "123", expirationYear: "40", expirationMonth: "12" },
      // @ts-expect-error no type
      { iban: "DE89370400440532013000" },
    ];
    expect(refused).toHaveLength(3);
  });

  it("is written as a literal, whatever its type", () => {
    for (const source of Object.values(exampleSources)) expectTypeOf(source).toExtend<PaymentSource>();
    const sources: readonly PaymentSource[] = [
      { type: "ideal" },
      { type: "applePay", token: "t" },
      { type: "applePay", ...decoded, eci: "05" },
      { type: "pse", bankCode: "1815", accountDocType: "CCI", accountDocId: "1" },
      // A bank that is newer than the list.
      { type: "pse", bankCode: "1999", accountDocType: "CCI", accountDocId: "1" },
    ];
    expect(sources).toHaveLength(5);
  });

  it("is refused by the compiler where the contract refuses it", () => {
    const refused: readonly PaymentSource[] = [
      // @ts-expect-error no such source
      { type: "cash" },
      // @ts-expect-error a card needs its CVV
      { type: "card", number: "4242424242424242", expirationYear: "40", expirationMonth: "12" },
      // @ts-expect-error a field of another source
      { type: "eps", iban: "DE89370400440532013000" },
      // @ts-expect-error paysafecard takes no mid
      { type: "paysafecard", mid: "main" },
      // @ts-expect-error both modes of Apple Pay
      { type: "applePay", token: "t", ...decoded },
      // @ts-expect-error neither mode
      { type: "applePay" },
      // @ts-expect-error the decoded mode without its cryptogram
      { type: "applePay", number: "4242424242424242", expirationMonth: "12", expirationYear: "40" },
      // @ts-expect-error a Chilean document is a RUT or a RUN
      { type: "khipu", accountDocType: "DIE", accountDocId: "12345678" },
      // @ts-expect-error Google Pay has a token only
      { type: "googlepay", number: "4242424242424242" },
      // @ts-expect-error checking or savings
      { type: "ach", accountType: "X", abaNumber: "1", accountNumber: "1" },
    ];
    expect(refused).toHaveLength(10);
  });
});

describe("a request", () => {
  it("holds the fields of the consumer that its source requires", () => {
    const requests: readonly PaymentRequest[] = [
      { ...rest, paymentSource: { type: "ideal" }, consumer: byId },
      { ...rest, paymentSource: { type: "ideal" }, consumer: byMail },
      { ...rest, paymentSource: { type: "sepa", iban: "x" }, consumer: { ...byId, ...name } },
      { ...rest, paymentSource: { type: "binancepay" }, consumer: { ...byMail, ...name } },
      { ...rest, paymentSource: { type: "pix" }, consumer: { ...byId, cpf: "12345678909" } },
    ];
    expect(requests).toHaveLength(5);
  });

  it("is refused by the compiler, and by the check before sending alike", async () => {
    const { create } = client.payments;
    const refused = [
      // @ts-expect-error no identity of the consumer
      create({ ...rest, paymentSource: { type: "ideal" }, consumer: { ip: "203.0.113.7" } }),
      // @ts-expect-error an id of the merchant's own without an e-mail address
      create({ ...rest, paymentSource: { type: "eps" }, consumer: { externalId: "c-1", ip: "203.0.113.7" } }),
      // @ts-expect-error no address of the shopper
      create({ ...rest, paymentSource: { type: "eps" }, consumer: { id: "100000001" } }),
      // @ts-expect-error SEPA needs a name
      create({ ...rest, paymentSource: { type: "sepa", iban: "DE89370400440532013000" }, consumer: byId }),
      // @ts-expect-error Binance Pay needs an e-mail address
      create({ ...rest, paymentSource: { type: "binancepay" }, consumer: { ...byId, ...name } }),
      // @ts-expect-error PIX needs the consumer's cpf, also where the source has one
      create({ ...rest, paymentSource: { type: "pix", cpf: "12345678909" }, consumer: byId }),
      // @ts-expect-error a partial approval of nothing
      create({ ...rest, partialApproval: {}, paymentSource: { type: "eps" }, consumer: byId }),
      create({
        ...rest,
        // @ts-expect-error a SKU by name and by site
        sku: { name: "mug-blue", siteId: "site-1" },
        paymentSource: { type: "eps" },
        consumer: byId,
      }),
    ];
    for (const call of refused) await expect(call).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("of any type can be passed through a function of the merchant", () => {
    const wrap = (request: PaymentRequest) => client.payments.create(request);
    const choose = (bank: "eps" | "ideal", swiss: boolean) =>
      swiss
        ? client.payments.create({ ...rest, paymentSource: { type: bank }, consumer: byId })
        : client.payments.create({
            ...rest,
            paymentSource: swiss ? { type: "eps" } : { type: "paysafecard" },
            consumer: byId,
          });
    expectTypeOf(choose).returns.toEqualTypeOf<ReturnType<typeof wrap>>();
    expectTypeOf(wrap).returns.toEqualTypeOf<ReturnType<typeof client.payments.create>>();
  });
});

describe("a product", () => {
  it("is one of three variants, never a mixture", () => {
    const price = [{ amountMinor: 1250, currency: "EUR" }] as const;
    const skus: readonly Sku[] = [
      { name: "mug-blue" },
      { name: "mug-blue", price },
      { siteId: "site-1", price, domainName: "shop.example.com" },
      // @ts-expect-error a site needs a price
      { siteId: "site-1" },
      // @ts-expect-error site and name
      { siteId: "site-1", name: "mug-blue", price },
      // @ts-expect-error a domain belongs to a site
      { name: "mug-blue", price, domainName: "shop.example.com" },
      // @ts-expect-error the amount is a number
      { name: "mug-blue", price: [{ amountMinor: "12.5", currency: "EUR" }] },
    ];
    expect(skus).toHaveLength(7);
  });

  it("of a token payment is the same", () => {
    expectTypeOf<TokenPayment["sku"]>().toEqualTypeOf<Sku>();
    expectTypeOf<{ email: string }>().not.toExtend<TokenPayment["consumer"]>();
    expectTypeOf<{ id: string }>().toExtend<TokenPayment["consumer"]>();
  });
});
