import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exampleWalletRequests } from "../testing/wallet.ts";
import { listAccountsRequest } from "./accounts.ts";
import { decodeQuery, encodeQuery } from "./query.ts";
import { listTransactionsRequest, transactionOrderColumns } from "./transactions.ts";
import { listUsersRequest } from "./users.ts";

type Query = readonly (readonly [name: string, value: string])[];

/** The pairs of an address's query. */
const read = (query: string): Query =>
  query.split("&").map((pair) => {
    const [name = "", value = ""] = pair.split("=").map(decodeURIComponent);
    return [name, value];
  });
const write = (query: Query) =>
  query.map((pair) => pair.map((part) => encodeURIComponent(part)).join("=")).join("&");
/** An empty query has no pair. */
const viaAddress = (query: Query) => (query.length === 0 ? [] : read(write(query)));

describe("the query of a GET", () => {
  it.each([
    ["listUsers", listUsersRequest, exampleWalletRequests.listUsers],
    ["listAccounts", listAccountsRequest, exampleWalletRequests.listAccounts],
    ["listTransactions", listTransactionsRequest, exampleWalletRequests.listTransactions],
  ])("is decoded to the same input: %s", (_, schema, input) => {
    expect(schema.parse(decodeQuery(schema, viaAddress(encodeQuery(input))))).toEqual(input);
  });

  it("is decoded to the same input for any data", () => {
    const id = fc.integer({ min: 1, max: 999_999_999_999_999 });
    // A lone surrogate cannot be encoded in an address, and has no meaning.
    const text = (max: number) => fc.string({ unit: "binary", minLength: 1, maxLength: max / 2 });
    const input = fc.record(
      {
        clientId: id,
        limit: fc.integer({ min: 1, max: 500 }),
        page: fc.integer({ min: 1 }),
        orderColumn: fc.constantFrom(...transactionOrderColumns),
        virtual: fc.boolean(),
        descriptor: text(128),
        merchantOrderId: text(64),
        lastTransactionId: fc.nat(),
        // A query cannot express an empty list, so it is lost.
        idList: fc.array(id, { minLength: 1, maxLength: 20 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(input, (given) => {
        const decoded = decodeQuery(listTransactionsRequest, viaAddress(encodeQuery(given)));
        expect(listTransactionsRequest.parse(decoded)).toEqual(given);
      }),
    );
  });

  it("writes text, true and false, decimal numbers, and arrays once for each element", () => {
    expect(
      encodeQuery({ clientId: 7, virtual: false, idList: [1, 2], status: "fail", page: undefined }),
    ).toEqual([
      ["clientId", "7"],
      ["virtual", "false"],
      ["idList[]", "1"],
      ["idList[]", "2"],
      ["status", "fail"],
    ]);
  });

  it.each([
    ["clientId=1e3", "clientId"],
    ["clientId=", "clientId"],
    ["clientId=99999999999999999999", "clientId"],
    ["clientId=0x10", "clientId"],
    ["clientId=%201", "clientId"],
    ["clientId=1&clientId=2", "clientId"],
    ["virtual=1", "virtual"],
    ["virtual=TRUE", "virtual"],
    ["idList[]=a", "idList"],
    ["status=fail&status=success", "status"],
    ["toString=1", "toString"],
    ["__proto__=1", "__proto__"],
  ])("that cannot be read is refused at its path: %s", (query, path) => {
    const parsed = listTransactionsRequest.safeParse(decodeQuery(listTransactionsRequest, read(query)));
    expect(parsed.error?.issues.some((issue) => JSON.stringify(issue).includes(path))).toBe(true);
  });

  it("does not convert texts to numbers or numbers to texts", () => {
    expect(decodeQuery(listUsersRequest, read("externalUserId=12&page=2&email=true"))).toEqual({
      externalUserId: "12",
      page: 2,
      email: "true",
    });
  });

  it("never throws for any query", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (query) => {
        listTransactionsRequest.safeParse(decodeQuery(listTransactionsRequest, query));
      }),
    );
  });
});
