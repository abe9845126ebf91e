import { describeDecline } from "@cardpane/contract/declines";
import { describe, expect, it } from "vitest";
import { declineCodes } from "./codes.ts";
import { adviseDecline, declineRows } from "./declines.ts";

const codes = Object.keys(declineCodes);

describe("the advice after a decline", () => {
  it("has a row with its source for every code", () => {
    expect(Object.keys(declineRows)).toEqual(codes);
    for (const [, , source] of Object.values(declineRows))
      expect(source).toMatch(/Visa [1-4]|EMV|ISO|Interface/);
  });

  it.each(codes)("%s agrees with what the shopper is told", (code) => {
    const { actor, again, fields, hideReason } = adviseDecline(code);
    const { message, field, keepsCard } = describeDecline(code);
    expect(fields).toEqual(field ? [field] : []);
    if (fields.length > 0) expect([actor, again]).toEqual(["shopper", "after_correction"]);
    // The form keeps a card only if trying it again can help.
    if (keepsCard) expect(["never", "another_card"]).not.toContain(again);
    if (hideReason) expect(message).toBe("general");
    if (message === "authentication_failed") expect(["with_3ds", "later"]).toContain(again);
    if (message === "try_again_later" || message === "insufficient_funds") expect(again).toBe("later");
  });

  it.each(["5004", "5007", "5041", "5043", "5046", "5059", "5062", "5063"])("%s hides its reason", (code) => {
    expect(adviseDecline(code).hideReason).toBe(true);
  });

  it.each(["5004", "5007", "5008", "5012", "5041", "5043", "5046", "5057"])(
    "%s forbids the card for ever",
    (code) => {
      expect(adviseDecline(code).again).toBe("never");
    },
  );

  it.each([undefined, "", "0", "5999", "unreadable", "__proto__", "toString"])(
    "%j, which is no code, is advised like a general decline",
    (code) => {
      expect(adviseDecline(code)).toEqual(adviseDecline("5000"));
    },
  );
});
