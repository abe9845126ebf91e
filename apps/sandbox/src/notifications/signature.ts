/**
 * The signatures of notifications. The interface shows no signature, so there is none by default; the other schemes are for
 * merchants whose gateway signs (*assumption*):
 *
 *   sha256-concat      X-Signature: lowercase hex SHA-256 of secret + transactionId + status. It does not cover the amount.
 *   hmac-sha256-body   X-Signature: lowercase hex HMAC-SHA256 of the body
 *   standard-webhooks  webhook-id, webhook-timestamp, webhook-signature (standardwebhooks.com); a secret that begins with
 *                      `whsec_` is base64 after that
 */
import { createHash, createHmac } from "node:crypto";

/** The schemes by name. */
export const signatureSchemes = ["none", "sha256-concat", "hmac-sha256-body", "standard-webhooks"] as const;
export type SignatureScheme = (typeof signatureSchemes)[number];

/** The scheme and the secret of a sandbox. */
export type SignatureSettings =
  | { readonly scheme: "none" }
  | { readonly scheme: Exclude<SignatureScheme, "none">; readonly secret: string };

/** The signed values. */
export interface Signable {
  readonly deliveryId: string;
  readonly transactionId: string;
  readonly status: string;
  readonly body: string;
  /** Seconds since 1970 by the machine's clock: a receiver compares them with its own clock, which the sandbox cannot move. */
  readonly sentAtSeconds: number;
}

/** The headers that sign a notification. */
export function signatureHeaders(settings: SignatureSettings, signed: Signable): Record<string, string> {
  switch (settings.scheme) {
    case "none":
      return {};
    case "sha256-concat": {
      const text = settings.secret + signed.transactionId + signed.status;
      return { "X-Signature": createHash("sha256").update(text).digest("hex") };
    }
    case "hmac-sha256-body":
      return { "X-Signature": createHmac("sha256", settings.secret).update(signed.body).digest("hex") };
    case "standard-webhooks": {
      const content = `${signed.deliveryId}.${signed.sentAtSeconds}.${signed.body}`;
      const mac = createHmac("sha256", webhookKey(settings.secret)).update(content).digest("base64");
      return {
        "webhook-id": signed.deliveryId,
        "webhook-timestamp": String(signed.sentAtSeconds),
        "webhook-signature": `v1,${mac}`,
      };
    }
    default:
      return settings satisfies never;
  }
}

function webhookKey(secret: string): Buffer {
  const prefix = "whsec_";
  return secret.startsWith(prefix)
    ? Buffer.from(secret.slice(prefix.length), "base64")
    : Buffer.from(secret, "utf8");
}
