/** From the wire's oddities to what a merchant gets, and what becomes of an answer that does not quite fit. */
import { walletOperations } from "@cardpane/contract/gateway";
import { exampleAccount, exampleTransaction, exampleUser } from "@cardpane/contract/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { readForgivingly } from "./read-forgivingly.ts";
import { listOf, toTransaction } from "./records.ts";

const transaction = walletOperations.getTransaction.result;
const wire = (changes: object) =>
  JSON.parse(JSON.stringify({ ...exampleTransaction, ...changes })) as unknown;

function read(changes: object) {
  const parsed = readForgivingly(transaction, wire(changes));
  return parsed && toTransaction(parsed);
}

describe("a transaction", () => {
  it.each<[string, object, object]>([
    ["merchantOrderId", { merchantOrderID: undefined, merchantOrderId: "a" }, { merchantOrderId: "a" }],
    ["merchantOrderID", { merchantOrderID: "a" }, { merchantOrderId: "a" }],
    ["both, one of them null", { merchantOrderID: "a", merchantOrderId: null }, { merchantOrderId: "a" }],
    ["neither", { merchantOrderID: undefined }, { merchantOrderId: null }],
    ["remainingAmount as text", { remainingAmount: "12.50" }, { remainingAmount: 12.5 }],
    ["remainingAmount as no amount", { remainingAmount: "some" }, { remainingAmount: null }],
    ["metadata as an empty array", { metadata: [] }, { metadata: {} }],
    ["metadata as JSON text", { metadata: '{"a":[1]}' }, { metadata: { a: [1] } }],
    ["metadata as JSON text of an empty array", { metadata: "[]" }, { metadata: {} }],
    ["metadata as other text", { metadata: "a=1" }, { metadata: "a=1" }],
    ["metadata as JSON text of a number", { metadata: "7" }, { metadata: "7" }],
    [
      "children by index",
      { child: { "10": wire({ id: 3 }), "2": wire({ id: 2 }) } },
      { child: [{ id: 2 }, { id: 3 }] },
    ],
    [
      "a child's oddities",
      { child: { "0": wire({ metadata: [] }) } },
      { child: [{ metadata: {}, merchantOrderId: "order-1" }] },
    ],
  ])("is told alike whatever the gateway says: %s", (_, changes, expected) => {
    const result = read(changes);
    expect(result).toMatchObject(expected);
    expect(result).not.toHaveProperty("merchantOrderID");
  });

  it.each<[string, object, object]>([
    ["text that is a number", { billing: 7 }, { billing: null }],
    ["text that is missing", { country: undefined }, { country: null }],
    ["an expiry that is half", { dateExpire: { date: "2031-12-24" } }, { dateExpire: null }],
    ["a code that is a number", { code: 0 }, { code: null }],
    ["a field of a child", { child: { "0": wire({ zip: 10115 }) } }, { child: [{ zip: null }] }],
    ["a wrongly typed merchantOrderID", { merchantOrderID: 7 }, { merchantOrderId: null }],
  ])("is read although it does not quite fit: %s", (_, changes, expected) => {
    expect(read(changes)).toMatchObject({ id: 11, price: 12.5, status: "success", ...expected });
  });

  it.each<[string, object]>([
    ["no id", { id: undefined }],
    ["a price that is text", { price: "12.5" }],
    ["no currency", { currency: undefined }],
    ["a status nobody knows", { status: "pending" }],
    ["a type nobody knows", { type: "both" }],
    ["no account", { paymentAccountId: null }],
    ["a child that has none of it", { child: { "0": {} } }],
  ])("is not read without what decides: %s", (_, changes) => {
    expect(read(changes)).toBeUndefined();
  });
});

describe("a list", () => {
  it("is read although one of its entries does not quite fit", () => {
    const { result } = walletOperations.listUsers;
    const body = {
      data: { "0": exampleUser, "1": { ...exampleUser, blockedAt: "yesterday" } },
      links: { rel: "self", href: "/" },
      meta: { currentPage: 1, lastPage: 1, perPage: 50, total: 2 },
    };
    expect(readForgivingly(result, structuredClone(body))?.data).toMatchObject({ "1": { blockedAt: null } });
    const accounts = [exampleAccount, { ...exampleAccount, brand: 7, decimals: "2" }];
    const read = readForgivingly(walletOperations.listAccounts.result, structuredClone(accounts));
    expect(read?.[1]).toMatchObject({ brand: null });
    expect(read?.[1]).not.toHaveProperty("decimals");
  });

  it("keyed by index is in the order of the indexes, past ten too", () => {
    const keyed = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [String(11 - index), 11 - index]),
    );
    expect(listOf(keyed)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(listOf([3, 1])).toEqual([3, 1]);
    expect(listOf({})).toEqual([]);
  });
});

describe("reading forgivingly", () => {
  const schema = z.looseObject({ id: z.int(), name: z.string().nullable(), note: z.string().optional() });

  it("never throws, and never makes up what decides", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        const result = readForgivingly(schema, structuredClone(body));
        if (result) expect(result.id).toBe((body as { id: number }).id);
      }),
    );
  });

  it.each(["__proto__", "constructor", "toString"])("changes nobody's prototype: %s", (key) => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    readForgivingly(z.record(z.string(), schema), JSON.parse(`{"${key}":{"id":"x"}}`));
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
    expect(({} as Record<string, unknown>)["id"]).toBeUndefined();
  });
});
