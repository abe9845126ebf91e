import { describe, expect, it } from "vitest";
import { catalogue, paneErrorCodes } from "./catalogue.ts";
import { type Actor, factsOf, type PaneErrorCode } from "./facts.ts";

const actors: readonly Actor[] = ["customer", "merchant", "network", "gateway"];

describe("the catalogue", () => {
  it("has every code once", () => {
    expect(new Set(paneErrorCodes).size).toBe(paneErrorCodes.length);
    expect(Object.keys(catalogue).sort()).toEqual([...paneErrorCodes].sort());
  });

  it.each(paneErrorCodes)("says of %s who can act, whether to try again, and what to do", (code) => {
    const { actor, retryable, message } = catalogue[code];
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(actors).toContain(actor);
    expect(typeof retryable).toBe("boolean");
    expect(message).toMatch(/^[A-Z].{10,}\.$/);
  });

  it("asks nobody to try again what only another card or another page can mend", () => {
    const mended = paneErrorCodes.filter((code) => catalogue[code].actor === "customer");
    expect(mended.filter((code) => catalogue[code].retryable)).toEqual([]);
    const temporary = paneErrorCodes.filter((code) => ["network", "gateway"].includes(catalogue[code].actor));
    expect(temporary.filter((code) => !catalogue[code].retryable)).toEqual([]);
  });

  it.each(["of_another_release", "constructor"])(
    "leaves %s, which it does not have, to the merchant",
    (code) => {
      expect(factsOf(code as PaneErrorCode)).toEqual({ actor: "merchant", retryable: false });
    },
  );
});
