import { describe, expect, it } from "vitest";
import { explainCode, isDeclined, isPending, isSuccessful, nextAction } from "./interpret-result.ts";
import type { PaymentResult } from "./payment-result.ts";

const result = (payment: Partial<PaymentResult["payment"]>): PaymentResult => ({
  payment: {
    status: "success",
    amount: 1,
    currency: "EUR",
    orderId: "100000001",
    transactionId: "100000002",
    ...payment,
  },
  consumer: { id: "100000003" },
  metadata: {},
  timestamp: {},
  raw: undefined,
});
const url = "https://acs.example.com/step";

describe("a result", () => {
  it.each([
    ["success", [true, false, false]],
    ["fail", [false, true, false]],
    ["pending", [false, false, true]],
  ] as const)("of status %s answers one of three questions with yes", (status, answers) => {
    const of = result({ status });
    expect([isSuccessful(of), isDeclined(of), isPending(of)]).toEqual(answers);
  });

  it.each([
    [
      { status: "pending", action: "redirect", url },
      { type: "redirect", url },
    ],
    [
      { status: "pending", action: "redirect", url: "http://127.0.0.1:4002/3ds" },
      { type: "redirect", url: "http://127.0.0.1:4002/3ds" },
    ],
    [
      { status: "pending", action: "redirect", url: "HTTPS://ACS.example.com/a|b" },
      { type: "redirect", url: "https://acs.example.com/a|b" },
    ],
    ...[
      "javascript:alert(1)",
      "http://acs.example.com/step",
      "https://user:secret@acs.example.com/step",
      "https://acs.example.com/step\r\nSet-Cookie: a=b",
      "https://acs.example.com/a b",
      "https:acs.example.com",
      `https://acs.example.com/${"x".repeat(8_192)}`,
      "//acs.example.com",
    ].map((unsafe) => [{ status: "pending", action: "redirect", url: unsafe }, { type: "none" }] as const),
    [{ status: "pending", action: "redirect" }, { type: "none" }],
    [{ status: "pending", action: "charge", url }, { type: "none" }],
    [{ status: "pending" }, { type: "none" }],
    // A decided payment needs no second step, whatever its action and URL are.
    [{ status: "success", action: "redirect", url }, { type: "none" }],
    [{ status: "fail", action: "redirect", url }, { type: "none" }],
  ] as const)("%.200j: %j", (payment, action) => {
    expect(nextAction(result(payment))).toEqual(action);
  });

  it.each([
    ["5051", "Insufficient funds"],
    ["0", "Success"],
    ["5999", "Unknown payment code"],
    ["toString", "Unknown payment code"],
    [undefined, "No code yet"],
  ])("of code %j reads %j", (code, words) => {
    expect(explainCode(code)).toBe(words);
  });
});
