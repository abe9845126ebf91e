import { describe, expect, it } from "vitest";
import { readNetworkFailure } from "./network.ts";

const coded = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });
/** An error in the shape that Node's fetch throws. */
const failed = (cause: unknown) => new TypeError("fetch failed", { cause });
const several = (...errors: readonly Error[]) =>
  failed(Object.assign(new AggregateError(errors), { code: "ECONNREFUSED" }));
const connect = { syscall: "connect" };

describe("a failure of the network", () => {
  it.each<readonly [string, unknown]>([
    ["no such name", failed(coded("ENOTFOUND", { syscall: "getaddrinfo" }))],
    ["a resolver that does not answer", failed(coded("EAI_AGAIN"))],
    ["a refused connection", failed(coded("ECONNREFUSED", connect))],
    ["a connection that does not come about", failed(coded("UND_ERR_CONNECT_TIMEOUT"))],
    ["a timeout of connect(2)", failed(coded("ETIMEDOUT", connect))],
    ["no way to the host", failed(coded("EHOSTUNREACH", connect))],
    [
      "TLS closed at the hello",
      failed(coded("ECONNRESET", { host: "h", port: 443, localAddress: undefined })),
    ],
    ...[
      "EMFILE",
      "EADDRINUSE",
      "EINVAL",
      "ECONNABORTED",
      "ENOENT",
      "ECONNRESET",
      "EACCES",
      "ENETUNREACH",
    ].map((code) => [`${code} of connect(2)`, failed(coded(code, connect))] as const),
    ...["EMFILE", "EAI_SYSTEM", "ENOMEM"].map(
      (code) => [`${code} of name lookup`, failed(coded(code, { syscall: "getaddrinfo" }))] as const,
    ),
    ...["ESERVFAIL", "ENODATA", "ETIMEOUT", "EREFUSED", "EBADRESP"].map(
      (code) => [`${code} of c-ares`, failed(coded(code, { syscall: "queryA" }))] as const,
    ),
    ["c-ares through a custom lookup", failed(coded("ESERVFAIL"))],
    ["AAAA records", failed(coded("ECANCELLED", { syscall: "queryAaaa" }))],
    ["Bun's refused connection", coded("ECONNREFUSED", { errno: 0 })],
    [
      "Deno's failed connection",
      failed(
        new Error("error sending request for url (https://x/): client error (Connect): tls handshake eof"),
      ),
    ],
    [
      "a proxy that refuses the tunnel",
      failed(
        Object.assign(new Error("Proxy response (407) !== 200 when HTTP Tunneling"), {
          code: "UND_ERR_ABORTED",
        }),
      ),
    ],
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
    "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE",
    "ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE",
    "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION",
    "ERR_SSL_TLSV1_ALERT_INSUFFICIENT_SECURITY",
    "ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL",
    "ERR_SSL_TLSV1_UNRECOGNIZED_NAME",
    "ERR_SSL_UNSUPPORTED_PROTOCOL",
  ])("%s: no secure connection, nothing was sent", (code) => {
    expect(readNetworkFailure(failed(coded(code)))).toEqual({ code: "tls_failed", networkCode: code });
  });

  it("Bun's failed handshake: no secure connection, nothing was sent", () => {
    const error = Object.assign(
      new TypeError("EPROTO: The TLS handshake failed. Does the server speak TLS?"),
      {
        code: "EPROTO",
      },
    );
    expect(readNetworkFailure(error)).toEqual({ code: "tls_failed", networkCode: "EPROTO" });
  });

  it.each([
    ["a reset at the hello", failed(coded("ECONNRESET", { syscall: "read" }))],
    ["a reset that names host and port only", failed(coded("ECONNRESET", { host: "h", port: 443 }))],
    ["a broken pipe", failed(coded("EPIPE", { syscall: "write" }))],
    ["EMFILE that nobody explains", failed(coded("EMFILE"))],
    ["a broken protocol that is no handshake", failed(coded("EPROTO", { syscall: "write" }))],
    ["an abort that is no refused tunnel", failed(coded("UND_ERR_ABORTED"))],
    ["a GOAWAY", failed(coded("ERR_HTTP2_GOAWAY_SESSION"))],
    ["an alert about the client's certificate", failed(coded("ERR_SSL_TLSV1_ALERT_UNKNOWN_CA"))],
    ["a code that only ends like one of the handshake", failed(coded("X_ERR_SSL_UNSUPPORTED_PROTOCOL"))],
    ["Deno's reset", failed(new Error("Connection reset by peer (os error 104)"))],
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
