import { describe, expect, it } from "vitest";
import { type Actor, codeEntry, developerMessage, errorCodes, type PaneErrorCode } from "./index.ts";

const actors: readonly Actor[] = ["customer", "merchant", "network", "gateway"];
const codes = Object.keys(errorCodes) as PaneErrorCode[];

describe("the table of error codes", () => {
  it.each(codes)(
    "has for %s an actor, a retry flag, and a message of two sentences: what happened, what to do",
    (code) => {
      const { actor, retryable, message } = errorCodes[code];
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(actors).toContain(actor);
      expect(typeof retryable).toBe("boolean");
      expect(message).toMatch(/^[A-Z].{10,}\. [A-Z].{5,}\.$/);
      expect(message).not.toMatch(/README|docs|\bask\b/);
    },
  );

  it("marks every error of network and gateway as retryable, and none of the customer", () => {
    for (const code of codes) {
      const { actor, retryable } = codeEntry(code);
      if (actor !== "merchant") expect(retryable, code).toBe(actor !== "customer");
    }
  });

  it.each(["of_another_release", "constructor", "__proto__"])(
    "tells the merchant to load a single release for the unknown code %s",
    (code) => {
      expect(codeEntry(code as PaneErrorCode)).toEqual({ actor: "merchant", retryable: false });
      expect(developerMessage(code as PaneErrorCode)).toContain("one release");
    },
  );
});
