import { describe, expect, it } from "vitest";
import { declineCodes, isPaymentCode, isSuccessCode, paymentCodes, successCodes } from "./codes.ts";

describe("payment codes (7)", () => {
  it("are 3 codes of success and 56 of decline", () => {
    expect(Object.keys(successCodes)).toEqual(["0", "1001", "1002"]);
    expect(Object.keys(declineCodes)).toHaveLength(56);
    expect(Object.keys(paymentCodes)).toHaveLength(59);
  });

  it.each([
    ["0", true, true],
    ["1002", true, true],
    ["5000", true, false],
    ["5300", true, false],
    ["5002", false, false],
    ["00", false, false],
    ["", false, false],
    ["toString", false, false],
    ["__proto__", false, false],
  ])("%j: known %j, success %j", (code, known, success) => {
    expect(isPaymentCode(code)).toBe(known);
    expect(isSuccessCode(code)).toBe(success);
  });

  it("each have a meaning", () => {
    for (const words of Object.values(paymentCodes)) expect(words).toMatch(/^\w.{5,}/);
  });
});
