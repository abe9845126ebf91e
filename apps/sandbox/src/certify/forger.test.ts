import { expect, it } from "vitest";
import { cheaper, tampered } from "./forger.ts";
import { chargesOf, type Transaction } from "./gateway.ts";

const eur = { amountMinor: 1250, currency: "EUR" };

it("changes each part of an address that a forger could guess", () => {
  expect(tampered("http://shop.example/ipn?ref=a1&mac=xyA")).toEqual([
    "http://shop.example/ipn",
    "http://shop.example/ipn?ref=aA&mac=xyA",
    "http://shop.example/ipn?ref=a1&mac=xyB",
  ]);
});

it.each([
  [
    '{"total":12.5,"items":[{"minor":1250,"text":"12.50"}],"n":3}',
    "application/json",
    {
      total: 0.01,
      items: [{ minor: 1, text: "0.01" }],
      n: 3,
      amountMinor: 1,
      price: [{ amountMinor: 1, currency: "EUR" }],
    },
  ],
  ['{"token":"t"}', "", { token: "t", amount: 0.01, price: [{ amountMinor: 1, currency: "EUR" }] }],
])("makes the price of %s the smallest", (body, type, expected) => {
  expect(JSON.parse(cheaper(body, type, eur))).toMatchObject(expected);
});

it("makes the price of a form the smallest, and leaves other bodies", () => {
  const form = new URLSearchParams(
    cheaper("total=12.50&minor=1250&order=1", "application/x-www-form-urlencoded", eur),
  );
  expect(Object.fromEntries(form)).toMatchObject({ total: "0.01", minor: "1", order: "1", amountMinor: "1" });
  for (const body of ["[1250]", "plain", ""]) expect(cheaper(body, "text/plain", eur)).toBe(body);
});

it("a charge is what was not sent back", () => {
  const row = (transactionId: string, amount: number, more: Partial<Transaction> = {}) =>
    ({
      transactionId,
      amount,
      currency: "EUR",
      status: "success",
      mode: "sale",
      parentTransactionId: null,
      ...more,
    }) as Transaction;
  const rows = [
    row("1", 12.5),
    row("2", 4, { mode: "refund", parentTransactionId: "1" }),
    row("3", 7, { status: "fail" }),
    row("4", 5),
    row("5", 5, { mode: "void", parentTransactionId: "4" }),
    row("6", 1, { status: "pending" }),
  ];
  expect(chargesOf(rows)).toEqual([{ transactionId: "1", amountMinor: 850, currency: "EUR" }]);
});
