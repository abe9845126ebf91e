/**
 * Classifies the error that `fetch` threw: whether the request was provably not sent.
 *
 * Only failures before a connection is established count as not sent: name lookup, connect, TLS handshake. Everything else
 * counts as possibly sent.
 */
import { isRecord } from "@cardpane/contract/record";

/** The meaning of a network failure for a payment. */
export interface NetworkFailure {
  readonly code: "connection_failed" | "tls_failed" | "connection_lost";
  /** Error code of the system or of undici, if there is one. */
  readonly networkCode?: string | undefined;
}

const lookup = new Set(["ENOTFOUND", "EAI_AGAIN", "EAI_FAIL", "EAI_NODATA", "EAI_NONAME"]);
/** Raised by connect(2) only: nothing was sent. */
const connect = new Set(["ECONNREFUSED", "UND_ERR_CONNECT_TIMEOUT"]);
/** Raised by connect(2), but also on an open connection: they count only with `syscall: "connect"`. */
const connectOrLater = new Set([
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENETDOWN",
  "EADDRNOTAVAIL",
  "EACCES",
  "EPERM",
]);
/** OpenSSL's codes for a failed handshake, mostly because of the certificate. Nothing was sent. */
const handshake =
  /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT_|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$|ERR_SSL_WRONG_VERSION_NUMBER$|ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE$|ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION$)/;

/** Classifies an error of `fetch`. Follows its causes, and the entries of an AggregateError (one for each address tried). */
export function readNetworkFailure(error: unknown): NetworkFailure {
  const chain = causes(error);
  const tried = chain.flatMap((link) =>
    Array.isArray(link["errors"]) ? link["errors"].filter(isRecord) : [],
  );
  const facts = tried.length > 0 ? tried : chain;
  const networkCode = facts.map(codeOf).find((code) => code !== undefined);
  // If several addresses were tried and one was possibly reached, the request was possibly sent.
  const known = tried.length > 0 ? tried : chain.filter((link) => codeOf(link) !== undefined);
  if (known.length === 0) return { code: "connection_lost", networkCode };
  if (known.every(neverConnected)) return { code: "connection_failed", networkCode };
  const isHandshake = known.every((link) => handshake.test(codeOf(link) ?? ""));
  return { code: isHandshake ? "tls_failed" : "connection_lost", networkCode };
}

type Link = Readonly<Record<string, unknown>>;

function neverConnected(link: Link): boolean {
  const code = codeOf(link) ?? "";
  return lookup.has(code) || connect.has(code) || (connectOrLater.has(code) && link["syscall"] === "connect");
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
  return typeof code === "string" && /^(?!.*\d\d)[A-Z][A-Z0-9_]{2,60}$/.test(code) ? code : undefined;
}
