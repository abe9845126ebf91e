/** Wallet records, normalised from what live gateways send. */
import { exampleAccount, exampleTransaction, exampleUser } from "@cardpane/gateway/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAccount, readAccounts, readRefill, readTransaction, readUser, readUserPage } from "./records.ts";

const wire = (changes: object) =>
  JSON.parse(JSON.stringify({ ...exampleTransaction, ...changes })) as Record<string, unknown>;
const read = (changes: object) => readTransaction(wire(changes), {});

it("the original of a record has no full card number and no card verification value", () => {
  const number = "4242424242424242";
  const { raw } =
    readAccount({ ...exampleAccount, account_number: number, cvv: "123", newer: { pan: number } }, {}) ?? {};
  expect(raw).toEqual({
    ...exampleAccount,
    account_number: "424242******4242",
    newer: { pan: "424242******4242" },
  });
  expect(readUser({ ...exampleUser, newer: { pan: number, cvv: "123" } }, {})?.raw).toEqual({
    ...exampleUser,
    newer: { pan: "424242******4242" },
  });
  const transaction = read({ accountNumber: number, child: { "0": wire({ accountNumber: number }) } });
  expect(JSON.stringify([transaction, readRefill({ result: "processing", note: number })])).not.toContain(
    number,
  );
});

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
  ])("is normalized to one shape: %s", (_, changes, expected) => {
    const result = read(changes);
    expect(result).toMatchObject(expected);
    expect(result).not.toHaveProperty("merchantOrderID");
  });

  it.each<[string, object, object]>([
    ["text that is a number", { billing: 7 }, { billing: "7" }],
    ["a flag that is a number", { isVirtual: 1 }, { isVirtual: true }],
    ["a balance that is text", { balance: "12.50" }, { balance: 12.5, balanceMinor: 1250 }],
    ["a price that is text", { price: "12.50" }, { amountMinor: 1250 }],
    [
      "ids that are text",
      { id: "11", userId: "7", paymentAccountId: "9" },
      { userId: 7, paymentAccountId: 9 },
    ],
    ["no uuid and no date", { uuid: undefined, date: undefined }, { uuid: null, date: null }],
    ["no type of account", { paymentAccountType: undefined }, { paymentAccountType: null }],
    ["a status that this version does not know", { status: "success", mode: "future" }, { mode: "future" }],
    ["a child that has none of it", { child: { "0": {} } }, { child: [] }],
    ["text that is missing", { country: undefined }, { country: null }],
    ["an expiry that is half", { dateExpire: { date: "2031-12-24" } }, { dateExpire: null }],
    ["a code that is a number", { code: 0 }, { code: "0" }],
    ["a field of a child", { child: { "0": wire({ zip: 10115 }) } }, { child: [{ zip: "10115" }] }],
    ["a numeric merchantOrderID", { merchantOrderID: 7 }, { merchantOrderId: "7" }],
  ])("is read despite values of another type: %s", (_, changes, expected) => {
    expect(read(changes)).toMatchObject({ id: 11, price: 12.5, status: "success", ...expected });
  });

  it.each<[string, object]>([
    ["no id", { id: undefined }],
    ["a price that is no number", { price: "much" }],
    ["no currency", { currency: undefined }],
    ["no status", { status: null }],
    ["no type", { type: 7 }],
    ["no account", { paymentAccountId: null }],
  ])("is not read without its required fields: %s", (_, changes) => {
    expect(read(changes)).toBeUndefined();
  });
});

it.each(["price", "currency", "userId", "paymentAccountId"])(
  "a transaction is unreadable if its void has no %s",
  (field) => {
    const refund = wire({ id: 12, mode: "void" });
    expect(read({ child: [refund] })).toMatchObject({ child: [{ id: 12 }] });
    expect(read({ child: [{ ...refund, [field]: null }] })).toBeUndefined();
  },
);

it("a transaction is read without a child that is no void and cannot be read", () => {
  expect(read({ child: [{ id: 12, mode: "fee" }, wire({ id: 13 })] })).toMatchObject({ child: [{ id: 13 }] });
});

describe("an account", () => {
  it("is read in camel case, with its amounts in minor units", () => {
    const wire = { ...exampleAccount, user_id: 7, is_active: 1, account_number: "4242424242424242" };
    const more = { autoreload: true, autoreload_amount: 12.5, notify_amount: "5", last_used: "2030-01-01" };
    const account = readAccount({ ...wire, ...more, autoreload_min_amount: "much" }, {});
    expect(account).toMatchObject({ userId: 7, isActive: true, isAutoReload: true, lastUsed: "2030-01-01" });
    expect(account).toMatchObject({ autoReloadAmountMinor: 1250, autoReloadMinAmountMinor: null });
    expect(account).toMatchObject({ notifyAmountMinor: 500, accountNumber: "424242******4242" });
    expect(Object.keys(account ?? {}).filter((name) => name.includes("_"))).toEqual([]);
  });
});

describe("a list", () => {
  it("is read although fields of its entries do not fit", () => {
    const body = {
      data: { "0": exampleUser, "1": { ...exampleUser, blockedAt: "yesterday" } },
      links: { rel: "self", href: "/" },
      meta: { currentPage: "1", lastPage: 1, perPage: 50, total: "2" },
    };
    expect(readUserPage(body)).toMatchObject({
      data: [{ id: 7 }, { blockedAt: null }],
      meta: { currentPage: 1, lastPage: 1, perPage: 50, total: 2 },
    });
    expect(readAccounts([exampleAccount, { ...exampleAccount, brand: 7 }], {})?.[1]).toMatchObject({
      brand: "7",
    });
  });

  it("is not read if an entry is unreadable: no entry is left out", () => {
    expect(readAccounts([exampleAccount, { ...exampleAccount, id: null }], {})).toBeUndefined();
    expect(readAccounts({ error: "not found" }, {})).toBeUndefined();
  });

  it("of accounts is read although one is kept in another unit than money", () => {
    expect(
      readAccounts({ "0": exampleAccount, "1": { ...exampleAccount, currency: "POINTS" } }, {}),
    ).toMatchObject([
      { currency: "EUR" },
      { currency: "POINTS", balance: expect.any(Number), balanceMinor: null },
    ]);
  });

  it("keyed by index is in the order of the indexes, past ten too", () => {
    const data = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [String(11 - index), { ...exampleUser, id: 12 - index }]),
    );
    const page = readUserPage({ data, meta: { currentPage: 1, lastPage: 1 } });
    expect(page?.data.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });
});

describe("an informational field", () => {
  const decisive = new Set([
    "id",
    "userId",
    "paymentAccountId",
    "type",
    "price",
    "currency",
    "status",
    "child",
  ]);
  const others = Object.keys(exampleTransaction).filter((field) => !decisive.has(field));
  const anyJson = fc.oneof(fc.jsonValue(), fc.constant(undefined));
  const facts = (transaction: ReturnType<typeof readTransaction>) => {
    const { id, userId, paymentAccountId, type, price, amountMinor, currency, status } = transaction ?? {};
    return { id, userId, paymentAccountId, type, price, amountMinor, currency, status };
  };

  it("never changes the required fields of a transaction, whatever its JSON type, present or missing", () => {
    const changes = fc.record(Object.fromEntries([...others, "future"].map((field) => [field, anyJson])), {
      requiredKeys: [],
    });
    fc.assert(
      fc.property(changes, (change) => {
        expect(facts(read(change))).toEqual(facts(read({})));
      }),
      { numRuns: process.env["NIGHTLY"] ? 300 : 60 },
    );
  });

  it("never makes an account or a user unreadable", () => {
    const change = (example: object, needed: readonly string[]) =>
      fc.record(
        Object.fromEntries(
          Object.keys(example)
            .filter((field) => !needed.includes(field))
            .map((field) => [field, anyJson]),
        ),
        { requiredKeys: [] },
      );
    fc.assert(
      fc.property(change(exampleAccount, ["id", "currency"]), (it) => {
        expect(readAccount({ ...exampleAccount, ...it }, {})).toMatchObject({ id: 9, currency: "EUR" });
      }),
    );
    fc.assert(
      fc.property(change(exampleUser, ["id"]), (it) => {
        expect(readUser({ ...exampleUser, ...it }, {})).toMatchObject({ id: 7 });
      }),
    );
  });

  it("of any shape never makes a reader throw or change a prototype", () => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    fc.assert(
      fc.property(
        fc.jsonValue(),
        (body) => void [readTransaction(body, {}), readAccount(body, {}), readUserPage(body)],
      ),
    );
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
  });
});
