/**
 * Classifies the error that `fetch` threw: whether the request was provably not sent.
 *
 * Only the failures of one table count as not sent: name lookup, connect, TLS handshake. Everything else counts as possibly sent.
 */
import { isRecord } from "@cardpane/contract/record";

/** The meaning of a network failure for a payment. */
export interface NetworkFailure {
  readonly code: "connection_failed" | "tls_failed" | "connection_lost";
  /** Error code of the system or of undici, if there is one. */
  readonly networkCode?: string | undefined;
}

type Link = Readonly<Record<string, unknown>>;

/** A failure before anything was sent, told by the fields of its error. */
interface Row {
  readonly is: "connection_failed" | "tls_failed";
  /** Matches the whole code. */
  readonly code?: RegExp;
  readonly syscall?: RegExp;
  readonly message?: RegExp;
  readonly when?: (link: Link) => boolean;
}

/**
 * Every known failure before anything was sent, with its source. Tried with Node 20, 22, 24 and 26, Bun 1.4 and Deno 2.9. A
 * reset or a timeout of `read` and `write` is none of them, and neither is an alert about the client's certificate: TLS 1.3 sends
 * it after the request.
 */
const rows: readonly Row[] = [
  // Node, lib/internal/errors.js: these calls precede the socket's first byte, whatever they fail with (EMFILE, EADDRINUSE, ENOENT).
  { is: "connection_failed", syscall: /^(connect|getaddrinfo|query[A-Z]\w*)$/ },
  // getaddrinfo(3) and c-ares (ares.h): codes of name lookup, also where a custom lookup leaves out the syscall.
  { is: "connection_failed", code: /ENOTFOUND|EAI_[A-Z]+|ESERVFAIL|ENODATA|ETIMEOUT/ },
  // connect(2), and undici's own limit of it; Bun leaves out the syscall.
  { is: "connection_failed", code: /ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT/ },
  // Node, lib/_tls_wrap.js onConnectEnd: the peer closed before the handshake ended. Later resets lack these fields.
  {
    is: "connection_failed",
    code: /ECONNRESET/,
    when: (link) =>
      link["syscall"] === undefined && ["host", "port", "localAddress"].every((key) => key in link),
  },
  // undici, lib/dispatcher/proxy-agent.js: the proxy refused the tunnel.
  { is: "connection_failed", message: /^Proxy response \(\d{3}\) !== 200 when HTTP Tunneling/ },
  // Deno, hyper-util's ErrorKind::Connect: no connection, name lookup and TLS included.
  { is: "connection_failed", message: /: client error \(Connect\): / },
  // OpenSSL, x509_vfy.h, and Node's own check of the certificate's names.
  {
    is: "tls_failed",
    code: /CERT_\w+|UNABLE_TO_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|ERR_TLS_CERT_\w+|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE/,
  },
  // OpenSSL, sslerr.h: alerts 40, 70, 71, 112 and 120 answer the ClientHello. OpenSSL 3.5 renamed SSLV3 to SSL/TLS.
  {
    is: "tls_failed",
    code: /ERR_SSL_(SSLV3|SSL\/TLS|TLSV1)_(ALERT_)?(HANDSHAKE_FAILURE|PROTOCOL_VERSION|INSUFFICIENT_SECURITY|UNRECOGNIZED_NAME|NO_APPLICATION_PROTOCOL)/,
  },
  // OpenSSL: no common version, or a peer that speaks no TLS.
  { is: "tls_failed", code: /ERR_SSL_(WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL)/ },
  // Bun, for every alert in the handshake.
  { is: "tls_failed", code: /EPROTO/, message: /^EPROTO: The TLS handshake failed/ },
];

/** Classifies an error of `fetch`. Follows its causes, and the entries of an AggregateError (one for each address tried). */
export function readNetworkFailure(error: unknown): NetworkFailure {
  const chain = causes(error);
  const tried = chain.flatMap((link) =>
    Array.isArray(link["errors"]) ? link["errors"].filter(isRecord) : [],
  );
  const facts = tried.length > 0 ? tried : chain;
  const networkCode = facts.map(codeOf).find((code) => code !== undefined);
  // If several addresses were tried and one was possibly reached, the request was possibly sent.
  const known = tried.length > 0 ? tried : chain.filter((link) => codeOf(link) !== undefined || find(link));
  const kinds = known.map((link) => find(link)?.is);
  const [first = "connection_lost"] = kinds;
  return { code: kinds.every((kind) => kind === first) ? first : "connection_lost", networkCode };
}

function find(link: Link): Row | undefined {
  const matches = (pattern: RegExp | undefined, text: unknown) =>
    pattern === undefined || (typeof text === "string" && text.length < 1_000 && pattern.test(text));
  const isWhole = (pattern: RegExp | undefined) =>
    pattern === undefined || new RegExp(`^(?:${pattern.source})$`).test(codeOf(link) ?? "");
  return rows.find(
    ({ code, syscall, message, when }) =>
      isWhole(code) &&
      matches(syscall, link["syscall"]) &&
      matches(message, link["message"]) &&
      (when?.(link) ?? true),
  );
}

function causes(error: unknown): readonly Link[] {
  const chain: Link[] = [];
  for (let link = error; isRecord(link) && chain.length < 8 && !chain.includes(link); link = link["cause"]) {
    chain.push(link);
  }
  return chain;
}

/** Reads the error code. Only well-formed codes are accepted, because the code is copied into this package's error. */
function codeOf(link: Link): string | undefined {
  const code = link["code"];
  return typeof code === "string" && /^(?!.*\d\d)[A-Z][A-Z0-9_/]{2,60}$/.test(code) ? code : undefined;
}
