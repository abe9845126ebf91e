import { errorCodes, type PaneErrorCode } from "@cardpane/contract/errors";
import { describe, expect, it } from "vitest";
import { CardpaneError } from "./errors.ts";

const codes = Object.keys(errorCodes) as PaneErrorCode[];

describe("CardpaneError", () => {
  it.each(codes)("carries the actor, the retry flag and the message of %s", (code) => {
    const error = new CardpaneError(code);
    const { actor, retryable, message } = errorCodes[code];
    expect(error).toMatchObject({ name: "CardpaneError", code, actor, retryable, text: "", fields: [] });
    expect(error.message).toBe(`${message} (${code})`);
  });

  it("is an Error with a stack, and has the text and the fields that are passed to it", () => {
    const error = new CardpaneError("form_invalid", { text: "Bitte prüfen", fields: ["number"] });
    expect(error).toBeInstanceOf(Error);
    expect(error.stack).toContain("form_invalid");
    expect(error).toMatchObject({ text: "Bitte prüfen", fields: ["number"] });
  });

  it("appends the location to its message", () => {
    expect(new CardpaneError("no_element", { where: "Selector: `#card`" }).message).toBe(
      "The element is not in the page. Call mount() or field() once it is. Selector: `#card`. (no_element)",
    );
  });

  it("has the message that is passed to it, if there is one", () => {
    expect(new CardpaneError("options_invalid", { message: "Unknown option `x`. Remove it." }).message).toBe(
      "Unknown option `x`. Remove it. (options_invalid)",
    );
  });
});
