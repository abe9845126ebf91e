import { inspect } from "node:util";
import { describe, expect, it, vi } from "vitest";
import {
  CardpaneError,
  ConfigurationError,
  errorCatalogue,
  invalidRequest,
  isCardpaneError,
  NotSentError,
  ReadFailedError,
  RejectedError,
  UnknownOutcomeError,
} from "./errors.ts";
import { NotificationRefusedError } from "./notification-refused.ts";

const unknown = new UnknownOutcomeError({
  code: "connection_lost",
  what: "The connection was lost (ECONNRESET)",
  idempotencyKey: "r-1",
  networkCode: "ECONNRESET",
});

describe("an error", () => {
  it.each([
    [new ConfigurationError("apiKey is blank"), "ConfigurationError", "not_sent"],
    [new NotSentError({ code: "connection_failed", what: "x" }), "NotSentError", "not_sent"],
    [new RejectedError({ code: "forbidden", what: "x", gatewayStatus: 403 }), "RejectedError", "rejected"],
    [unknown, "UnknownOutcomeError", "unknown"],
    [new ReadFailedError({ code: "timeout", what: "x", effect: "read" }), "ReadFailedError", "read_failed"],
  ])("%s is a CardpaneError and tells whether money may have moved", (error, name, outcome) => {
    expect(error).toBeInstanceOf(CardpaneError);
    expect(error).toBeInstanceOf(Error);
    expect(isCardpaneError(error)).toBe(true);
    expect(error).toMatchObject({ name, outcome });
    expect(error.stack).toContain(name);
  });

  it("names the problem, whether money may have moved, then what to do", () => {
    expect(unknown.message).toBe(
      "The connection was lost (ECONNRESET). The payment may have been made. Do not pay again, under any key: wait for the notification, or ask the gateway's support about error.idempotencyKey. (connection_lost)",
    );
    expect(new ConfigurationError("apiKey is blank").message).toBe(
      "apiKey is blank. Correct the option. (invalid_configuration)",
    );
  });

  it.each([
    ["money", "The money may have been moved.", "transactions.list()"],
    ["change", "It may have been done.", "Check whether it was done"],
  ] as const)(
    "of a call for %s tells what may have happened, and how to find out",
    (effect, maybe, findOut) => {
      for (const code of ["connection_lost", "redirected", "timeout"] as const) {
        const { message } = new UnknownOutcomeError({ code, what: "x", effect });
        expect(message).toContain(maybe);
        expect(message).toContain(findOut);
        expect(message).not.toMatch(/payment may|create\(\)/);
      }
    },
  );

  it("of a read-only call advises to repeat the call, which is safe", () => {
    const error = new ReadFailedError({
      code: "connection_lost",
      what: "The connection was lost",
      effect: "read",
    });
    expect(error.message).toBe("The connection was lost. Call again. (connection_lost)");
    expect(error.retryable).toBe(true);
    expect(new ReadFailedError({ code: "redirected", what: "x", effect: "read" }).retryable).toBe(false);
  });

  it("names at most five fields in its message, and all in `errors`", () => {
    const errors = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`f${index}`, "is required"]));
    const error = invalidRequest(errors);
    expect(error.message).toContain("f4 is required; and 3 more.");
    expect(error.errors).toEqual(errors);
  });

  it("serialises to the fields that are safe to log", () => {
    expect(JSON.parse(JSON.stringify(unknown))).toEqual({
      name: "UnknownOutcomeError",
      code: "connection_lost",
      actor: "network",
      outcome: "unknown",
      retryable: false,
      idempotencyKey: "r-1",
      networkCode: "ECONNRESET",
      message: unknown.message,
    });
    expect(inspect(unknown)).toContain("UnknownOutcomeError");
  });

  it("of another copy of this package is recognised", () => {
    class Stranger extends Error {}
    expect(isCardpaneError(new Stranger())).toBe(false);
    for (const other of [null, undefined, "x", {}]) expect(isCardpaneError(other)).toBe(false);
    const fromAnotherCopy = Object.defineProperty(new Error(), Symbol.for("@cardpane/node/error"), {
      value: true,
    });
    expect(isCardpaneError(fromAnotherCopy)).toBe(true);
  });

  it("is an instance of its class in every copy of this package, and of no other class", async () => {
    vi.resetModules();
    const [copy, { NotificationRefusedError: Refused }] = await Promise.all([
      import("./errors.ts"),
      import("./notification-refused.ts"),
    ]);
    expect(copy.RejectedError).not.toBe(RejectedError);
    const details = { code: "forbidden", what: "x" } as const;
    const foreign = new copy.RejectedError(details);
    expect([foreign instanceof RejectedError, foreign instanceof CardpaneError]).toEqual([true, true]);
    expect([foreign instanceof UnknownOutcomeError, foreign instanceof NotificationRefusedError]).toEqual([
      false,
      false,
    ]);
    expect(new Refused("signature_wrong")).toBeInstanceOf(NotificationRefusedError);
    expect(new Error("x") instanceof CardpaneError).toBe(false);
    class OfTheShop extends RejectedError {}
    expect(foreign instanceof OfTheShop).toBe(false);
    expect(new OfTheShop(details) instanceof OfTheShop).toBe(true);
    expect(new OfTheShop(details) instanceof copy.RejectedError).toBe(true);
  });

  it.each(Object.entries(errorCatalogue))("%s has advice in whole sentences", (_, { advice, actor }) => {
    expect(advice).toMatch(/^([A-Z].*\.)?$/);
    expect(["customer", "merchant", "network", "gateway"]).toContain(actor);
  });

  it("with an unknown outcome is never marked as retryable", () => {
    const doubtful = [
      "timeout",
      "aborted",
      "connection_lost",
      "gateway_error",
      "conflict",
      "redirected",
    ] as const;
    for (const code of [...doubtful, "unexpected_status", "unreadable_answer"] as const) {
      expect(errorCatalogue[code].retryable).toBe(false);
    }
  });
});
