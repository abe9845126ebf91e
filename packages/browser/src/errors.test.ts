import { catalogue, paneErrorCodes } from "@cardpane/contract/errors";
import { describe, expect, it } from "vitest";
import { CardpaneError } from "./errors.ts";

describe("an error", () => {
  it.each(paneErrorCodes)("%s says who can act and whether to try again, as the catalogue does", (code) => {
    const error = new CardpaneError(code);
    const { actor, retryable } = catalogue[code];
    expect(error).toMatchObject({ name: "CardpaneError", code, actor, retryable, text: "", fields: [] });
    expect(error.message).toMatch(new RegExp(`^[A-Z].+\\. \\(${code}\\)$`));
  });

  it("is an Error with a stack, and keeps what is said to it", () => {
    const error = new CardpaneError("form_invalid", { text: "Bitte prüfen", fields: ["number"] });
    expect(error).toBeInstanceOf(Error);
    expect(error.stack).toContain("form_invalid");
    expect(error).toMatchObject({ text: "Bitte prüfen", fields: ["number"] });
  });

  it("explains a mistake of the page's author in place", () => {
    expect(new CardpaneError("no_frame_url").message).toBe(
      `${catalogue.no_frame_url.message} (no_frame_url)`,
    );
  });
});
