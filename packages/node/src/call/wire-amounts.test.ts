import { describe, expect, it } from "vitest";
import { toWireAmounts } from "./wire-amounts.ts";

const convert = (...[name, input]: [Parameters<typeof toWireAmounts>[0], unknown]) =>
  toWireAmounts(name, input, { XYZ: 3 });

describe("the amounts of a request", () => {
  it.each<[Parameters<typeof toWireAmounts>[0], object, object]>([
    [
      "payment",
      { sku: { name: "mug", price: [{ amountMinor: 1250, currency: "EUR" }] } },
      { sku: { name: "mug", price: [{ currency: "EUR", amount: 12.5 }] } },
    ],
    ["creditPayment", { amountMinor: 1, currency: "JPY", reason: "x" }, { reason: "x", amount: 1 }],
    [
      "refill",
      { amountMinor: 1250, currency: "XYZ", metadata: { amountMods: [{ amountMinor: -5, title: "x" }] } },
      { amount: 1.25, metadata: { amountMods: [{ amount: -0.005, title: "x" }] } },
    ],
    ["payFromAccount", { amountMinor: 5, currency: "EUR" }, { amount: 0.05, currency: "EUR" }],
    ["updateAccount", { notifyAmountMinor: 100, currency: "EUR", name: "x" }, { notifyAmount: 1, name: "x" }],
    ["login", { amountMinor: 5 }, { amountMinor: 5 }],
  ])("of %s become decimals", (name, input, request) => {
    expect(convert(name, input)).toMatchObject({ request, errors: {} });
  });

  it("are never guessed: what cannot be converted is an error at its own path", () => {
    const price = [
      { amountMinor: 1.5, currency: "EUR" },
      { amountMinor: 1, currency: "QQW" },
      { amount: 1, currency: "EUR" },
    ];
    expect(Object.keys(convert("payment", { sku: { price } }).errors)).toEqual([
      "sku.price.0.amountMinor",
      "sku.price.1.currency",
      "sku.price.2.amount",
    ]);
    const mixed = [
      { amountMinor: 1, currency: "EUR" },
      { amountMinor: 1, currency: "USD" },
    ];
    expect(convert("payment", { sku: { price: mixed } }).errors).toEqual({
      "sku.price.1.currency": "must be the currency of sku.price.0: a payment has one",
    });
    const approval = {
      sku: { price: mixed.slice(0, 1) },
      partialApproval: { amountMinor: 1, currency: "JPY" },
    };
    expect(convert("payment", approval).errors).toEqual({
      "partialApproval.currency": "must be the currency of sku.price.0: a payment has one",
    });
    const [euros] = mixed;
    const later = { price: [{}, euros] };
    expect(Object.keys(convert("payment", { sku: later }).errors)).toEqual(["sku.price.1.currency"]);
    expect(Object.keys(convert("changeSubscription", later).errors)).toEqual(["price.1.currency"]);
    for (const whole of [
      { sku: { price: [euros] }, partialApproval: { percentage: 50 } },
      { sku: { name: "mug" }, partialApproval: euros },
    ]) {
      expect(convert("payment", whole).errors).toEqual({});
    }
    const mods = { amountMinor: 1, metadata: { amountMods: [{ amountMinor: 1 }] } };
    expect(Object.keys(convert("refill", mods).errors)).toEqual(["currency"]);
  });

  it("keep their public paths, missing ones too; fields of the same name elsewhere have none", () => {
    const price = [{ currency: "EUR" }, { amountMinor: 1, currency: "EUR" }];
    const input = { amount: 1, metadata: { amount: 1 }, sku: { price } };
    expect(convert("payment", input).origins).toEqual({
      "sku.price.0.amount": "sku.price.0.amountMinor",
      "sku.price.1.amount": "sku.price.1.amountMinor",
    });
    expect(convert("topUp", { currency: "EUR" }).origins).toEqual({ amount: "amountMinor" });
  });
});
