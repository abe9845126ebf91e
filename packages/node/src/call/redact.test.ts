import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redactor, secretsOf } from "./redact.ts";

describe("redacting", () => {
  const redact = redactor([]);
  it.each([
    ["card 4242424242424242 declined", "card [removed] declined"],
    ["4242 4242 4242 4242", "[removed]"],
    ["4242-4242-4242-4242.", "[removed]."],
    ["4242.4242/4242_4242", "[removed]"],
    ["４２４２４２４２４２４２４２４２", "[removed]"],
    ["٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢", "[removed]"],
    ["12345678901234567890123456", "[removed]"],
    ["order 12345678901 is unknown", "order 12345678901 is unknown"],
    ["line\nbreak\u001b[31m", "line break [31m"],
    ["must have 12 to 19 characters", "must have 12 to 19 characters"],
  ])("%j -> %j", (text, clean) => {
    expect(redact(text)).toBe(clean);
  });

  it("truncates a long text", () => {
    expect(redact("x".repeat(5_000))).toHaveLength(501);
  });

  it("removes all given secrets from any text", () => {
    const secret = fc.string({ minLength: 3, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(secret, { minLength: 1 }), fc.string(), fc.string(), (secrets, before, after) => {
        const clean = redactor(secrets)(before + secrets.join(" ") + after);
        // A secret that is contained in "[removed]" itself cannot be removed.
        for (const text of secrets) expect(clean.replaceAll("[removed]", "\u0000")).not.toContain(text);
      }),
    );
  });

  it("leaves no card number in any text", () => {
    const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 12, maxLength: 19 });
    const separator = fc.constantFrom("", " ", "-", ".");
    fc.assert(
      fc.property(digits, separator, fc.string(), (number, between, around) => {
        const clean = redact(`${around} ${[...number].join(between)} ${around}`);
        expect(clean.replace(/\D/g, "")).not.toContain(number);
      }),
    );
  });
});

describe("the secrets of a payment source", () => {
  it.each([
    [{ type: "card", number: "4242424242424242", cvv: "123", mid: "main" }, ["4242424242424242", "123"]],
    [{ type: "card", mpiParameters: { cavv: "AAAB", eci: "05" } }, ["AAAB"]],
    [{ type: "token", value: "abcde", "3ds": true }, ["abcde"]],
    [{ type: "onlinebanking", bin: 424242 }, []],
    [null, []],
  ])("%j", (source, secrets) => {
    expect(secretsOf(source)).toEqual(secrets);
  });
});
