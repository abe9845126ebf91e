import { describe, expect, it } from "vitest";
import { maskBody } from "./mask.ts";
import { redactor } from "./redact.ts";

const card = "4242424242424242";
const masked = "424242******4242";
const mask = (body: unknown) => maskBody(body, redactor(["tok-secret"]));

describe("the original body of a result", () => {
  it.each([
    ["the number of its source", { payment: { source: { number: card } } }],
    ["the number of its source, with more text", { payment: { source: { number: `${card} (visa)` } } }],
    ["a field that this version does not know", { payment: { card: { pan: card } } }],
    ["a number with blanks, in a sentence", { note: `paid with 4242 4242 4242 4242` }],
    ["a JSON number", { payment: { card: 4242424242424242 } }],
    ["a list", { cards: [[card]] }],
    ["its own field raw", { raw: { pan: card } }],
  ])("is masked in %s", (_, body) => {
    const text = JSON.stringify(mask(body));
    expect(text).not.toMatch(/4242 ?4242 ?4242/);
    expect(text).toContain(masked);
  });

  it("is masked in a JSON number of 19 digits, which JSON has rounded", () => {
    const body = JSON.parse('{ "source": { "number": 4242424242424244242 } }') as unknown;
    expect(mask(body)).toEqual({ source: { number: "424242******4000" } });
  });

  it("has no card verification value and no secret of the request", () => {
    const body = { source: { cvv: "123", CVC2: "456", brand: "visa" }, description: "tok-secret is used" };
    expect(mask(body)).toEqual({ source: { brand: "visa" }, description: "[removed] is used" });
  });

  it("keeps ids, dates, other numbers and the key __proto__", () => {
    const body = JSON.parse(
      `{"id":"${card}","orderId":${card},"unixTime":"1893456000","at":"2031-12-24 18:00:00","phone":"+49 30 1234567","amount":12.5,"__proto__":{"a":1}}`,
    ) as unknown;
    expect(JSON.stringify(mask(body))).toBe(JSON.stringify(body));
  });

  it("is cut where it is nested more deeply than any result", () => {
    const deep = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`) as unknown;
    expect(JSON.stringify(mask(deep)).length).toBeLessThan(100);
  });
});
