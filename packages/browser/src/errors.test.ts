import { catalogue, paneErrorCodes } from "@cardpane/contract/errors";
import { describe, expect, it } from "vitest";
import readme from "../README.md?raw";
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

  it("sends its reader to the README, or says what to do where the code does not", () => {
    expect(new CardpaneError("load_blocked").message).toBe("See the README. (load_blocked)");
    expect(new CardpaneError("no_frame_url", { message: "Give the option src." }).message).toBe(
      "Give the option src. (no_frame_url)",
    );
  });
});

describe("the README", () => {
  it.each(paneErrorCodes)("explains %s in the catalogue's words", (code) => {
    const { actor, retryable, message } = catalogue[code];
    const row = `| \`${code}\` | ${actor} | ${retryable ? "yes" : ""} | ${message} |`;
    expect(readme.replace(/ +/g, " ")).toContain(row.replace(/ +/g, " "));
  });
});
