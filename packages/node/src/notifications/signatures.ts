/**
 * Signature schemes of gateways, checked in addition to the signed URL. The interface shows no signing; if your gateway signs
 * in another way, implement {@link SignatureScheme}.
 */
import { fieldsOf } from "@cardpane/contract/record";
import { readObject, readText } from "../call/read-values.ts";
import { ConfigurationError } from "../errors/errors.ts";
import type { NotificationRefusalCode } from "../errors/notification-refusals.ts";
import {
  asBase64Url,
  type Bytes,
  concat,
  equalText,
  fromBase64,
  hmacSha256,
  sha256,
  toBase64,
  toBase64Url,
  toHex,
  utf8,
} from "./bytes.ts";
import { checkIssuedSecrets, type Secrets } from "./check-secrets.ts";
import { readPaymentOf } from "./payment-report.ts";
import type { Audience } from "./signed-url.ts";

/** The parts of a notification that signature schemes use. */
export interface SignedNotification {
  /** `payment` reads a payment, `wallet` a wallet's transaction: a signature for one is invalid for the other. */
  readonly audience: Audience;
  /** Value of a header; the name is case-insensitive. */
  readonly header: (name: string) => string | undefined;
  /** Name of the header for a scheme that needs one: `gateway.headers.signature`, `X-Signature` by default. */
  readonly signatureHeader: string;
  /** The raw bytes of the body. Empty if a framework parsed the body and the scheme does not cover it. */
  readonly bytes: Bytes;
  /** The parsed body. Not trusted yet. */
  readonly body: unknown;
  readonly nowMs: number;
}

/** A signature scheme of a gateway. `signatureHeader` is the header's name, as `gateway.headers.signature` sets it. */
export interface SignatureScheme {
  readonly name: string;
  /** Whether the scheme needs the raw bytes: then a body that a framework has parsed is refused. */
  readonly coversBody: boolean;
  /** The problem of the signature; `undefined` if it is valid. */
  verify(notification: SignedNotification): Promise<SignatureProblem | undefined>;
  /** The headers that the gateway would send, for tests. */
  sign(
    notification: Omit<SignedNotification, "header"> & { readonly id: string },
  ): Promise<Readonly<Record<string, string>>>;
}

/** The reason to refuse a signature. */
export type SignatureProblem = Extract<NotificationRefusalCode, `signature_${string}`>;

/** Options of a signature scheme with a shared secret. */
export interface SecretOptions {
  /** The secret that the gateway issued, of any length. For rotation, pass the new secret first, then the old one. */
  readonly secret: Secrets;
}

/** Options of `signatures.standardWebhooks`. */
export interface StandardWebhooksOptions extends SecretOptions {
  /**
   * Maximum difference between the signature's time and now. `"ignore"` accepts a notification of any age: use it only if
   * another check refuses old notifications.
   * @default { toleranceSeconds: 300 }
   */
  readonly freshness?: { readonly toleranceSeconds: number } | "ignore" | undefined;
}

/** The signature schemes of this package. */
export const signatures = Object.freeze({
  none,
  sha256Concat,
  hmacSha256Body,
  standardWebhooks,
});

/** No signature: the signed URL is the proof. */
function none(): SignatureScheme {
  return Object.freeze<SignatureScheme>({
    name: "none",
    coversBody: false,
    verify: async () => undefined,
    sign: async () => ({}),
  });
}

/**
 * One header: lowercase hexadecimal SHA-256 of the concatenation of secret, transaction ID and status, of `payment` or of the
 * wallet's transaction. It does not cover the amount, which is compared with the recorded one.
 */
function sha256Concat(options: SecretOptions): SignatureScheme {
  const secrets = checkIssuedSecrets("signature.secret", options.secret);
  const digest = async (secret: string, signed: string) => toHex(await sha256(utf8(secret + signed)));
  return Object.freeze<SignatureScheme>({
    name: "sha256-concat",
    coversBody: false,
    verify: async ({ audience, header, signatureHeader, body }) => {
      const transaction = transactionOf(audience, body);
      // Subscription notices are signed by a formula that is not public. They move no money, and the signed URL proves them.
      if (transaction === undefined) return undefined;
      const signed = signedText(transaction);
      if (signed === undefined) return "signature_wrong";
      return matchOne([header(signatureHeader)], secrets, (secret) => digest(secret, signed));
    },
    sign: async ({ audience, signatureHeader, body }) => {
      const signed = signedText(transactionOf(audience, body) ?? {});
      return signed === undefined ? {} : { [signatureHeader]: await digest(secrets[0], signed) };
    },
  });
}

/** The transaction that the audience reads from a body; `undefined` if the body has none, and so cannot pay anything. */
function transactionOf(audience: Audience, body: unknown): Readonly<Record<string, unknown>> | undefined {
  const own = readObject(body);
  if (audience === "payment") return readPaymentOf(own);
  return own["id"] === undefined && own["status"] === undefined
    ? undefined
    : { transactionId: own["id"], status: own["status"] };
}

function signedText({ transactionId, status }: Readonly<Record<string, unknown>>): string | undefined {
  const id = readText(transactionId);
  return id === undefined || typeof status !== "string" ? undefined : `${id}${status}`;
}

/** One header: lowercase hexadecimal HMAC-SHA256 of the raw body. */
function hmacSha256Body(options: SecretOptions): SignatureScheme {
  const secrets = checkIssuedSecrets("signature.secret", options.secret);
  const digest = async (secret: string, bytes: Bytes) => toHex(await hmacSha256(utf8(secret), bytes));
  return Object.freeze<SignatureScheme>({
    name: "hmac-sha256-body",
    coversBody: true,
    verify: ({ header, signatureHeader, bytes }) =>
      matchOne([header(signatureHeader)], secrets, (secret) => digest(secret, bytes)),
    sign: async ({ signatureHeader, bytes }) => ({
      [signatureHeader]: await digest(secrets[0], bytes),
    }),
  });
}

/**
 * Standard Webhooks (standardwebhooks.com): `webhook-id`, `webhook-timestamp` and `webhook-signature`, a list of
 * `v1,<base64 HMAC-SHA256 of id.timestamp.body>`. With the prefix `whsec_` the secret is base64; otherwise it is plain text.
 */
function standardWebhooks(options: StandardWebhooksOptions): SignatureScheme {
  const secrets = checkIssuedSecrets("signature.secret", options.secret);
  const signingKey = decodeKey(secrets[0]);
  const keys = secrets.map(decodeKey);
  const toleranceMs = checkFreshness(options.freshness ?? { toleranceSeconds: 300 });
  const digest = (key: Bytes, id: string, seconds: string, bytes: Bytes) =>
    hmacSha256(key, concat([utf8(`${id}.${seconds}.`), bytes]));
  return Object.freeze<SignatureScheme>({
    name: "standard-webhooks",
    coversBody: true,
    verify: async ({ header, bytes, nowMs }) => {
      const id = header("webhook-id");
      const seconds = header("webhook-timestamp");
      const list = header("webhook-signature");
      if (!id || !seconds || !list) return "signature_missing";
      if (!/^\d{1,12}$/.test(seconds)) return "signature_wrong";
      // Senders differ in the alphabet of base64 and in its padding.
      const given = list.split(" ").map(asBase64Url);
      const problem = await matchOne(
        given,
        keys,
        async (key) => `v1,${toBase64Url(await digest(key, id, seconds, bytes))}`,
      );
      if (problem !== undefined) return problem;
      return Math.abs(nowMs - Number(seconds) * 1000) <= toleranceMs ? undefined : "signature_stale";
    },
    sign: async ({ bytes, id, nowMs }) => {
      const seconds = String(Math.floor(nowMs / 1000));
      return {
        "webhook-id": id,
        "webhook-timestamp": seconds,
        "webhook-signature": `v1,${toBase64(await digest(signingKey, id, seconds, bytes))}`,
      };
    },
  });
}

/** Compares all given signatures with the one that each secret makes, so that timing does not reveal which one matched. */
async function matchOne<Secret>(
  given: readonly (string | undefined)[],
  secrets: readonly Secret[],
  digest: (secret: Secret) => Promise<string>,
): Promise<SignatureProblem | undefined> {
  if (!given.some(Boolean)) return "signature_missing";
  let isOurs = false;
  for (const secret of secrets) {
    const wanted = await digest(secret);
    for (const signature of given) if (equalText(wanted, signature ?? "")) isOurs = true;
  }
  return isOurs ? undefined : "signature_wrong";
}

function decodeKey(secret: string): Bytes {
  if (!secret.startsWith("whsec_")) return utf8(secret);
  const key = fromBase64(secret.slice(6));
  // The standard allows 24 to 64 bytes.
  if (key && key.length >= 24) return key;
  throw new ConfigurationError("signature.secret must be the base64 of 24 bytes or more after whsec_");
}

function checkFreshness(freshness: { readonly toleranceSeconds: number } | "ignore"): number {
  if (freshness === "ignore") return Number.POSITIVE_INFINITY;
  const { toleranceSeconds = 0 } = fieldsOf<{ toleranceSeconds: number }>(freshness);
  if (Number.isInteger(toleranceSeconds) && toleranceSeconds >= 1 && toleranceSeconds <= 3_600) {
    return toleranceSeconds * 1000;
  }
  throw new ConfigurationError('freshness must be { toleranceSeconds: 1 to 3600 } or "ignore"');
}
