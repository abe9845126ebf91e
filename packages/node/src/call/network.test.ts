import { describe, expect, it } from "vitest";
import { readNetworkFailure } from "./network.ts";

const coded = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });
/** An error in the shape that Node's fetch throws. */
const failed = (cause: unknown) => new TypeError("fetch failed", { cause });
const several = (...errors: readonly Error[]) =>
  failed(Object.assign(new AggregateError(errors), { code: "ECONNREFUSED" }));
const connect = { syscall: "connect" };

describe("a failure of the network", () => {
  it.each([
    ["no such name", failed(coded("ENOTFOUND", { syscall: "getaddrinfo" }))],
    ["a resolver that does not answer", failed(coded("EAI_AGAIN"))],
    ["a refused connection", failed(coded("ECONNREFUSED", connect))],
    ["a connection that does not come about", failed(coded("UND_ERR_CONNECT_TIMEOUT"))],
    ["a timeout of connect(2)", failed(coded("ETIMEDOUT", connect))],
    ["no way to the host", failed(coded("EHOSTUNREACH", connect))],
    ["all addresses refused", several(coded("ECONNREFUSED", connect), coded("ETIMEDOUT", connect))],
  ])("%s: nothing was sent", (_, error) => {
    expect(readNetworkFailure(error).code).toBe("connection_failed");
  });

  it.each([
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "CERT_HAS_EXPIRED",
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "ERR_SSL_WRONG_VERSION_NUMBER",
  ])("%s: no secure connection, nothing was sent", (code) => {
    expect(readNetworkFailure(failed(coded(code)))).toEqual({ code: "tls_failed", networkCode: code });
  });

  it.each([
    ["a reset", failed(coded("ECONNRESET"))],
    ["a closed socket", failed(coded("UND_ERR_SOCKET"))],
    ["no headers in time", failed(coded("UND_ERR_HEADERS_TIMEOUT"))],
    ["a timeout of an open connection", failed(coded("ETIMEDOUT", { syscall: "read" }))],
    ["a timeout nobody explains", failed(coded("ETIMEDOUT"))],
    ["one address in doubt", several(coded("ECONNREFUSED", connect), coded("ECONNRESET"))],
    ["one address without a code", several(coded("ECONNREFUSED", connect), new Error("?"))],
    ["one address without a code beside a certificate", several(coded("CERT_HAS_EXPIRED"), new Error("?"))],
    [
      "a refusal on the way of something else",
      failed(coded("EPIPE", { cause: coded("ECONNREFUSED", connect) })),
    ],
    ["an error without a cause", new TypeError("fetch failed")],
    ["a string", "boom"],
    ["nothing", undefined],
    ["a code that is a text", failed(coded("the card 4242424242424242 was refused"))],
  ])("%s: perhaps sent", (_, error) => {
    expect(readNetworkFailure(error).code).toBe("connection_lost");
  });

  it("copies only the error code, and stops at a cycle of causes", () => {
    const circle = coded("ECONNRESET");
    circle.cause = circle;
    expect(readNetworkFailure(failed(circle))).toEqual({
      code: "connection_lost",
      networkCode: "ECONNRESET",
    });
    for (const code of ["4242424242424242", "X4242424242424242", "sk_live", "A B C"]) {
      expect(readNetworkFailure(failed(coded(code))).networkCode).toBeUndefined();
    }
  });
});
