import { describe, expect, it } from "vitest";
import { exampleRequest, exampleSources } from "../testing/requests.ts";
import { operations, withOverrides } from "./operations.ts";

describe("the table of operations (4)", () => {
  it("has the three operations of the payment area", () => {
    const rows = Object.entries(operations).map(([name, { method, path, auth, success }]) => [
      name,
      `${method} ${path}`,
      auth,
      success,
    ]);
    expect(rows).toEqual([
      ["tokenize", "POST /tokenize", "none", 201],
      ["tokenizeWithPaymentAccountId", "POST /tokenizeWithPaymentAccountId", "none", 201],
      ["payment", "POST /payment", "merchant", 201],
    ]);
  });

  it("checks the body of each operation whole", () => {
    const card = { number: "4242424242424242", expirationYear: "40", expirationMonth: "12" };
    const account = { paymentAccountId: exampleSources.token.value, consumerId: "100000001", cvv: "123" };
    expect(operations.tokenize.check(card).ok).toBe(true);
    expect(operations.tokenize.check(account).ok).toBe(false);
    expect(operations.tokenizeWithPaymentAccountId.check(account).ok).toBe(true);
    expect(operations.tokenizeWithPaymentAccountId.check(card).ok).toBe(false);
    expect(operations.payment.check(exampleRequest()).ok).toBe(true);
    expect(operations.payment.check({ ...exampleRequest(), consumer: { ip: "203.0.113.7" } }).ok).toBe(false);
  });

  it("gives way to a merchant's overrides, entry by entry", () => {
    const routes = withOverrides({ payment: { path: "/v2/payments", success: 200 } });
    expect(routes.payment).toEqual({ method: "POST", path: "/v2/payments", success: 200 });
    expect(routes.tokenize).toEqual({ method: "POST", path: "/tokenize", success: 201 });
    expect(withOverrides().payment).toEqual({ method: "POST", path: "/payment", success: 201 });
    expect(operations.payment.path).toBe("/payment");
  });
});
