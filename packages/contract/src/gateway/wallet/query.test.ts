import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "../parse.ts";
import { decodeQuery, encodeQuery } from "./query.ts";
import { listTransactionsRequest } from "./transactions.ts";
import { listUsersRequest } from "./users.ts";

/** The pairs of a query that needs no decoding. */
const pairsOf = (query: string) =>
  query.split("&").map((pair): [string, string] => {
    const [name = "", value = ""] = pair.split("=");
    return [name, value];
  });

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const id = fc.integer({ min: 1, max: 999_999_999_999 });
// Texts that look like something else, too.
const words = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 16 }),
  fc.constantFrom("true", "false", "12", "-1", "a&b=c", "a+b c", "%", "[]", "null"),
);

describe("the query of a GET", () => {
  it("carries every input there and back", () => {
    const inputs = fc.record({
      clientId: maybe(id),
      limit: maybe(fc.integer({ min: 1, max: 500 })),
      paymentMethod: maybe(words),
      merchantOrderId: maybe(words),
      virtual: maybe(fc.boolean()),
      onlyWithExpireDate: maybe(fc.boolean()),
      dateFrom: maybe(fc.constantFrom("2026-02-28", "2028-02-29")),
      // A list of nothing is not sent at all.
      idList: maybe(fc.array(id, { minLength: 1, maxLength: 20 })),
    });
    fc.assert(
      fc.property(inputs, (input) => {
        const told = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
        const read = decodeQuery(listTransactionsRequest, encodeQuery(input));
        expect(read).toEqual(told);
        expect(parse(listTransactionsRequest, read)).toEqual({ ok: true, value: told });
      }),
    );
  });

  const errorsOf = (query: string) => {
    const parsed = parse(listUsersRequest, decodeQuery(listUsersRequest, pairsOf(query)));
    return parsed.ok ? {} : parsed.errors;
  };

  it.each([
    ["limit=ten", "limit"],
    ["limit=1.5", "limit"],
    ["limit=", "limit"],
    ["limit=1e2", "limit"],
    ["limit=99999999999999999999", "limit"],
    ["limit=1&limit=2", "limit"],
    ["isBlocked=1", "isBlocked"],
    ["isBlocked=TRUE", "isBlocked"],
    ["isBlocked=true&isBlocked=true", "isBlocked"],
    ["externalUserId=a&externalUserId=b", "externalUserId"],
    ["unknown=1", "unknown"],
    ["__proto__=1", "__proto__"],
    ["toString=1", "toString"],
  ])("%s is refused at its own name", (query, field) => {
    expect(Object.keys(errorsOf(query))).toEqual([field]);
  });

  it("takes no number for a text and no text for a number", () => {
    expect(decodeQuery(listUsersRequest, pairsOf("externalUserId=12&page=2&email=true"))).toEqual({
      externalUserId: "12",
      page: 2,
      email: "true",
    });
  });
});
