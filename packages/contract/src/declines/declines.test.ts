import { describe, expect, it } from "vitest";
import { fieldNames } from "../fields/index.ts";
import { declineMessages, describeDecline } from "./index.ts";

describe("how a decline is shown", () => {
  it.each([
    ["5014", "wrong_number", "number", true],
    ["5053", "wrong_expiry", "expiry", true],
    ["5054", "expired_card", "expiry", true],
    ["5082", "wrong_cvv", "cvv", true],
    ["5016", "wrong_details", "cardholder", true],
    ["5031", "wrong_details", "postalCode", true],
    ["5051", "insufficient_funds", undefined, true],
    ["5091", "try_again_later", undefined, true],
    ["5222", "authentication_failed", undefined, true],
    ["5005", "general", undefined, false],
  ])("%s is told as %s", (code, message, field, keepsCard) => {
    expect(describeDecline(code)).toEqual({ message, field, keepsCard });
  });

  const general = describeDecline("5000");

  it.each(["5004", "5007", "5008", "5041", "5043", "5046", "5059", "5062", "5063"])(
    "%s, whose reason must not be shown, looks and behaves like a general decline",
    (code) => {
      expect(describeDecline(code)).toEqual(general);
    },
  );

  it.each([undefined, null, "", "0", "5043x", " 5082", "05082", "5999", "__proto__", 5082, {}, ["5082"]])(
    "%j is told as general",
    (code) => {
      expect(describeDecline(code)).toEqual(general);
    },
  );

  it("has nine sentences, and names fields of the form", () => {
    expect(declineMessages).toHaveLength(9);
    for (let code = 5000; code < 6000; code++) {
      const { message, field } = describeDecline(String(code));
      expect(declineMessages).toContain(message);
      expect([...fieldNames, undefined]).toContain(field);
    }
  });
});
