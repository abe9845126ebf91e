import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskBody } from "./mask.ts";
import { redactor } from "./redact.ts";

const card = "4242424242424242";
const masked = "424242******4242";
const mask = (body: unknown) => maskBody(body, redactor(["tok-secret"]));

/** The digits with the digit after them that makes them pass the Luhn check. */
function withCheckDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + Math.floor(value / 10) + (value % 10);
  }, 0);
  return digits + ((10 - (sum % 10)) % 10);
}

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
    const values = {
      cvv: "1",
      CVC2: "2",
      securityCode: "3",
      security_code: "4",
      cvvCode: "5",
      pin: "6",
      cardCvv: "7",
      verificationValue: "8",
    };
    const body = { source: { ...values, brand: "visa" }, description: "tok-secret is used" };
    expect(mask(body)).toEqual({ source: { brand: "visa" }, description: "[removed] is used" });
  });

  it.each([
    ["card 4242 4242 4242 4242 12/30", `card ${masked} 12/30`],
    [`${card} 1`, `${masked} 1`],
    [`1 ${card}`, `1 ${masked}`],
    ["4111111111111111 12 2030", "411111******1111 12 2030"],
    [`2030-12-31 ${card}-${card}`, `2030-12-31 ${masked}-${masked}`],
    // Two spans pass the check, and share digits: neither may show the other's.
    ["22 4111 1111 1111 1111", "224111******1111"],
  ])("is masked with digits beside it: %j", (note, clean) => {
    expect(mask({ note })).toEqual({ note: clean });
  });

  it("has no card number whole, whatever digits are beside it", () => {
    const digits = (minLength: number, maxLength: number) =>
      fc.string({ unit: fc.constantFrom(..."0123456789"), minLength, maxLength });
    const groups = fc.array(digits(1, 5), { maxLength: 4 });
    const separator = fc.constantFrom(" ", "-");
    fc.assert(
      fc.property(
        digits(11, 18),
        fc.constantFrom(4, 5, 19),
        groups,
        groups,
        separator,
        (start, size, before, after, by) => {
          const number = withCheckDigit(start);
          const parts = number.match(new RegExp(`\\d{1,${size}}`, "g")) ?? [];
          const note = [...before, ...parts, ...after].join(by);
          const clean = (mask({ note }) as { note: string }).note;
          expect(clean).toContain("******");
          expect(` ${clean} `).not.toContain(` ${parts.join(by)} `);
        },
      ),
    );
  });

  it("is found in a time that grows with the text only", () => {
    const note = "1 ".repeat(20_000) + "7".repeat(100_000);
    // The processor's time, which other programs on the machine do not change.
    const before = process.cpuUsage();
    mask({ note });
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
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
