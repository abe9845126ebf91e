/**
 * Card data and other secrets at rest. AES-256-GCM under a key derived from the sandbox's one secret key; every sealed text is
 * bound to its place (table, row, purpose), so that a text that was copied to another row cannot be opened.
 *
 * Sealed form: `v1.` + base64url of nonce (12 bytes), tag (16 bytes) and ciphertext.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Length of the secret key, in bytes. */
export const keyBytes = 32;

const version = "v1.";
const nonceBytes = 12;
const tagBytes = 16;

/** The place of a sealed text: table and row. It is authenticated, not stored. */
export type Place = `${SealedTable}/${string}`;
type SealedTable =
  | "tokens"
  | "payment_accounts"
  | "kept_answers"
  | "wallet_users"
  | "wallet_accounts"
  | "wallet_refills";

/** Seals and opens secrets, and creates keyed hashes of values that must be found again without being readable. */
export interface Vault {
  /** Encrypts a text for one place. */
  seal(place: Place, text: string): string;
  /**
   * Decrypts a text that was sealed for this place.
   *
   * @throws Error if the text was changed, belongs to another place, or was sealed with another key.
   */
  open(place: Place, sealed: string): string;
  /** A keyed hash of a card number: equal for equal numbers, and of no use without the key. */
  fingerprint(pan: string): string;
  /** A keyed hash of a body: equal for equal bytes, and of no use without the key. */
  hashBody(body: string): string;
  /** A keyed hash of an e-mail address: equal for every spelling of it, and of no use without the key. */
  hashAddress(email: string): string;
  /**
   * A secret that grants access, the same at every start with the same key: 192 bits in 32 characters of base64url. It reveals
   * nothing about the key.
   */
  accessSecret(purpose: "admin token" | "API key"): string;
  /** Identifies the key: shows whether a database was written with it. */
  readonly keyCheck: string;
}

/**
 * Opens a vault with a secret key of 32 bytes.
 *
 * @throws RangeError if the key has another length.
 */
export function openVault(key: Uint8Array): Vault {
  if (key.length !== keyBytes) throw new RangeError(`The encryption key must have ${keyBytes} bytes.`);
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync("sha256", key, "", `cardpane sandbox ${purpose}`, 32));
  const hash = (hashKey: Buffer, text: string) =>
    createHmac("sha256", hashKey).update(text).digest("base64url");
  const cardKey = derive("card data");
  const fingerprintKey = derive("card fingerprint");
  const bodyKey = derive("request body");
  const addressKey = derive("e-mail address");

  return {
    seal: (place, text) => version + seal(cardKey, place, text),
    open: (place, sealed) => {
      if (!sealed.startsWith(version)) throw new Error("This is no sealed text.");
      return open(cardKey, place, sealed.slice(version.length));
    },
    fingerprint: (pan) => hash(fingerprintKey, pan),
    hashBody: (body) => hash(bodyKey, body),
    hashAddress: (email) => hash(addressKey, email.toLowerCase()),
    accessSecret: (purpose) => derive(purpose).subarray(0, 24).toString("base64url"),
    keyCheck: derive("key check").toString("base64url"),
  };
}

function seal(key: Buffer, place: Place, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(place));
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString("base64url");
}

function open(key: Buffer, place: Place, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < nonceBytes + tagBytes) throw new Error("This is no sealed text.");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
  return text.toString("utf8");
}
