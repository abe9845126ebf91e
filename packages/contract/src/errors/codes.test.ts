import { describe, expect, it } from "vitest";
import { type Actor, codeEntry, errorCodes, type PaneErrorCode } from "./codes.ts";

const actors: readonly Actor[] = ["customer", "merchant", "network", "gateway"];
const codes = Object.keys(errorCodes) as PaneErrorCode[];

describe("the table of error codes", () => {
  it.each(codes)(
    "has for %s an actor, a retry flag, and a message of two sentences: what happened, what to do",
    (code) => {
      const { actor, retryable, message } = codeEntry(code);
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(actors).toContain(actor);
      expect(typeof retryable).toBe("boolean");
      expect(message).toMatch(/^[A-Z].{10,}\. [A-Z].{5,}\.$/);
      expect(message).not.toMatch(/README|docs|\bask\b/);
    },
  );

  it("marks as retryable no error of the customer, and every one of network and gateway", () => {
    for (const code of codes) {
      const { actor, retryable } = codeEntry(code);
      if (actor !== "merchant") expect(retryable, code).toBe(actor !== "customer");
    }
  });

  it.each(["of_another_release", "constructor", "__proto__"])(
    "answers for %s, which it does not have, that the merchant must load one release",
    (code) => {
      expect(codeEntry(code as PaneErrorCode)).toEqual({
        actor: "merchant",
        retryable: false,
        message: expect.stringContaining("one release"),
      });
    },
  );
});
