import { describe, expect, it } from "vitest";
import { isRecord, readOwn } from "./record.ts";

describe("isRecord", () => {
  it.each([[{}], [{ a: 1 }], [Object.create(null)]])("accepts %j", (value) =>
    expect(isRecord(value)).toBe(true),
  );
  it.each([[null], [undefined], ["{}"], [1], [true], [[]], [[{}]]])("refuses %j", (value) =>
    expect(isRecord(value)).toBe(false),
  );
});

describe("readOwn", () => {
  it("reads an own key of a record", () => expect(readOwn({ a: 1 }, "a")).toBe(1));

  it.each<[unknown, string]>([
    [{ a: 1 }, "b"],
    [{}, "toString"],
    [Object.create({ a: 1 }), "a"],
    [["x"], "0"],
    ["text", "length"],
    [null, "a"],
  ])("reads nothing of %j at %s", (value, key) => expect(readOwn(value, key)).toBeUndefined());
});
