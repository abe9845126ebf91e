import { describe, expect, it } from "vitest";
import { printable } from "./printable.ts";

describe("a text from outside, prepared for a terminal", () => {
  it("has no control characters and no marks that change its direction [T-D31]", () => {
    expect(printable("a\u0000\u001b[31m\u009b\u202e\u2066\u007fz\n", 100)).toBe("a??[31m????z?");
    expect(printable("naïve 卡\u2028\u200f", 100)).toBe("naïve 卡??");
  });

  it.each([
    ["abc", "abc"],
    ["abcd", "abc…"],
  ])("is shortened to its maximum length: %j is shown as %j", (text, shown) => {
    expect(printable(text, 3)).toBe(shown);
  });
});
