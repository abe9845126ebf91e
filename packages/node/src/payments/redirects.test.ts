import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import { redirects } from "./redirects.ts";

const query = "order_id=100000001&transaction_id=100000002&is_approved=1&code=0";
const hint = {
  kind: "hint",
  verified: false,
  orderId: "100000001",
  transactionId: "100000002",
  isApproved: true,
  code: "0",
};

describe("a redirect", () => {
  it.each<[string, string | URL]>([
    ["an absolute address", `https://shop.example.com/orders/17?${query}`],
    ["a URL", new URL(`https://shop.example.com/orders/17?${query}`)],
    ["path and query", `/orders/17?${query}`],
    ["a query of the shop's own beside it", `/orders?shop=1&${query}&lang=de#top`],
  ])("is read from %s", (_, url) => {
    expect(redirects.parse(url)).toEqual(hint);
  });

  it("reports a decline, with or without a code", () => {
    const declined = query.replace("is_approved=1&code=0", "is_approved=0&code=5051");
    expect(redirects.parse(`/?${declined}`)).toEqual({ ...hint, isApproved: false, code: "5051" });
    expect(redirects.parse(`/?${query.replace("&code=0", "")}`)).toEqual({ ...hint, code: undefined });
  });

  it.each([
    ["nothing", "/orders/17", "missing"],
    ["no order", `/?${query.replace("order_id", "x")}`, "missing"],
    ["an empty order", `/?${query.replace("=100000001", "=")}`, "missing"],
    ["no verdict", `/?${query.replace("is_approved=1&", "")}`, "missing"],
    ["two orders", `/?${query}&order_id=100000009`, "repeated"],
    ["two verdicts", `/?is_approved=0&${query}`, "repeated"],
    ["the same code twice", `/?${query}&code=0`, "repeated"],
    ["a verdict of its own", `/?${query.replace("is_approved=1", "is_approved=true")}`, "malformed"],
    ["an order with blanks", `/?${query.replace("=100000001", "=1%20000%20001")}`, "malformed"],
    ["an order too long", `/?${query.replace("=100000001", `=${"1".repeat(37)}`)}`, "malformed"],
    ["a code of letters", `/?${query.replace("code=0", "code=%3Cb%3E")}`, "malformed"],
  ])("with %s gives no hint", (_, url, why) => {
    expect(redirects.parse(url)).toEqual({ kind: "none", verified: false, why });
  });

  it("is never verified, whatever its query, and never throws", () => {
    expectTypeOf(redirects.parse("")).toHaveProperty("verified").toEqualTypeOf<false>();
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), (url) => {
        expect(redirects.parse(url).verified).toBe(false);
      }),
    );
  });
});
