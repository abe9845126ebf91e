import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { parse } from "./parse.ts";

const schema = z.strictObject({
  name: z.string(),
  count: z.optional(z.int()),
  tags: z.optional(z.record(z.string(), z.string())),
});
const errors = (input: unknown) => {
  const parsed = parse(schema, input);
  return parsed.ok ? {} : parsed.errors;
};

describe("parse", () => {
  it.each([
    [undefined, { "(body)": "is required" }],
    [null, { "(body)": "must be an object" }],
    [[], { "(body)": "must be an object" }],
    [{}, { name: "is required" }],
    [{ name: undefined }, { name: "is required" }],
    [{ name: null }, { name: "must be a string" }],
    [{ name: "a", count: "1" }, { count: "must be a number" }],
    [{ name: "a", tags: [] }, { tags: "must be an object" }],
    [{ name: "a", extra: 1 }, { extra: "is not a field of this object" }],
    [{ name: "a", toString: 1 }, { toString: "is not a field of this object" }],
    [JSON.parse('{"name":"a","__proto__":1}'), JSON.parse('{"__proto__":"is not a field of this object"}')],
  ])("%j -> %j", (input, expected) => {
    expect(errors(input)).toEqual(expected);
    expect(Object.keys(errors(input))).toEqual(Object.keys(expected));
  });

  it.each(["4242424242424242", "4242 4242 4242 4242", "card4242", "<b>", "x".repeat(41)])(
    "does not repeat the key %j, which may be card data",
    (key) => {
      expect(errors({ name: "a", [key]: 1 })).toEqual({ "(unknown)": "is not a field of this object" });
      expect(errors({ name: "a", tags: { [key]: 1 } })).toEqual({ "tags.(unknown)": "must be a string" });
    },
  );
});
