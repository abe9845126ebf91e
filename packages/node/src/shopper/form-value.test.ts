import { describe, expect, it } from "vitest";
import { isCardpaneError } from "../errors/errors.ts";
import { readFormValue } from "./form-value.ts";

const token = "3f1a0b6e-6f0d-4c8e-9d55-0a4b7c0e2f11";
const device = { browserLanguage: "de", browserColorDepth: 24 };

function errorsOf(text: unknown): unknown {
  try {
    readFormValue(text);
    return undefined;
  } catch (error) {
    return isCardpaneError(error) ? error.errors : error;
  }
}

describe("the value of the pane's form field", () => {
  it("is read as token, device data, card and end; other fields are left out", () => {
    const value = { token, device, expireAt: 1_900_000_000, card: { brand: "visa", lastFour: "4242" } };
    expect(readFormValue(JSON.stringify({ ...value, more: 1 }))).toEqual(value);
    expect(readFormValue({ ...value, card: { ...value.card, number: "4242424242424242" } })).toEqual(value);
  });

  it.each([
    ["no card", undefined, undefined],
    ["a card that is a text", "4242424242424242", undefined],
    ["a whole number", { brand: "visa", lastFour: "4242424242424242" }, { brand: "visa" }],
    ["an unknown network", { brand: null, lastFour: "4242" }, { lastFour: "4242" }],
    ["a name in the token", { lastFour: "4242", hasName: true }, { lastFour: "4242", hasName: true }],
    ["a name itself", { lastFour: "4242", hasName: "Ada Example" }, { lastFour: "4242" }],
    ["markup", { brand: "<b>", lastFour: 4242 }, undefined],
  ])("shows no more of the card than network and last four digits: %s", (_, card, expected) => {
    const value = readFormValue({ token, device, card, expireAt: "soon" });
    expect(value).toEqual({ token, device, ...(expected && { card: expected }) });
  });

  it("that is refused is the shopper's mistake, for web frameworks too", () => {
    expect(() => readFormValue("")).toThrow(expect.objectContaining({ statusCode: 400 }));
  });

  /** What frameworks and shops make of a body, each with keys that would be a shop's. */
  const more = { price: [{ amountMinor: 1, currency: "EUR" }], reference: "order-2", extra: {}, options: {} };
  const withMore = { token, device: { ...device, ip: "192.0.2.1" }, ...more };
  it.each<[string, unknown]>([
    ["express.json()", withMore],
    [
      "express.urlencoded({ extended: true })",
      { token, device: { browserLanguage: "de", browserColorDepth: 24 }, order: "1" },
    ],
    ["request.json() of Fetch", JSON.parse(JSON.stringify(withMore))],
    [
      "a record without a prototype, of querystring and Fastify",
      Object.assign(Object.create(null), withMore),
    ],
    [
      "an own key __proto__",
      JSON.parse(JSON.stringify({ token, device }).replace("{", '{"__proto__":{"price":[]},')),
    ],
    ["device data as text", { token, device: JSON.stringify(device), price: 1 }],
  ])("is read from the parsed object of %s: only what is the pane's stays [T-P30]", (_, body) => {
    const value = readFormValue(body);
    expect(value).toEqual({ token, device });
    expect(Reflect.ownKeys(value)).toEqual(["token", "device"]);
  });

  it("is never read from a prototype", () => {
    expect(Object.keys(errorsOf(Object.create({ token, device })) as object)).toEqual(["token"]);
  });

  it.each([
    [undefined, "form"],
    ["", "form"],
    ["token", "form"],
    ["[]", "form"],
    ["null", "form"],
    [[{ token, device }], "form"],
    [new Map([["token", token]]), "token"],
    [{ payment: JSON.stringify({ token, device }) }, "token"],
    [{ token, device: [device] }, "device"],
    [5, "form"],
    [`"${"x".repeat(9_000)}"`, "form"],
    // Only its length is wrong.
    [JSON.stringify({ token, device, more: "x".repeat(8_192) }), "form"],
    ["{}", "token"],
    [JSON.stringify({ token: "4242", device }), "token"],
    [JSON.stringify({ token: "4".repeat(37), device }), "token"],
    [JSON.stringify({ token: [token], device }), "token"],
    [JSON.stringify({ token }), "device"],
    [JSON.stringify({ token, device: { browserColorDepth: "24" } }), "device.browserColorDepth"],
  ])("%j is refused at %s, without its text", (text, path) => {
    expect(Object.keys(errorsOf(text) as object)).toEqual([path]);
    expect(JSON.stringify(errorsOf(text))).not.toContain("4242");
  });
});
