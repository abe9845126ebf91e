import { describe, expect, it } from "vitest";
import { randomNonce, randomUuid } from "./random-id.ts";

const draws = 400;

describe.each([
  ["a nonce", randomNonce, /^[0-9a-f]{32}$/, 32],
  ["a UUID", randomUuid, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, 30],
] as const)("%s", (_, draw, form, randomDigits) => {
  const drawn = Array.from({ length: draws }, draw);

  it("has its form", () => {
    for (const id of drawn) expect(id).toMatch(form);
  });

  it("is different each time, and random in every digit", () => {
    expect(new Set(drawn).size).toBe(draws);
    const digits = drawn.map((id) => id.replaceAll("-", ""));
    // That one of 16 values is missing in 400 draws of 32 digits has a chance of one in a hundred million.
    const full = Array.from({ length: 32 }, (_, at) => new Set(digits.map((id) => id[at])).size);
    expect(full.filter((values) => values === 16).length).toBeGreaterThanOrEqual(randomDigits);
  });
});
