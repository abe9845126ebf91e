/**
 * Card data and other secrets at rest. AES-256-GCM under a key derived from the sandbox's one secret key; every sealed text is
 * bound to its place (table, row, purpose), so that a text that was copied to another row cannot be opened.
 *
 * Sealed form: `v1.`, or `v2.<key id>.` for a sealing key, + base64url of nonce (12 bytes), tag (16 bytes) and ciphertext.
 *
 * Rotation: sealing keys have ids; the first one seals, each opens the texts that it has sealed, and the secret key opens texts
 * without an id. Once everything is sealed again (db/reseal.ts), the other keys can be removed. Keyed hashes and access secrets
 * stay with the secret key: nothing can be decrypted with them.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Length of the secret key, in bytes. */
export const keyBytes = 32;

/** A sealing key, and its id in sealed texts. */
export interface SealingKey {
  /** 1 to 16 of a-z, 0-9 and -. */
  readonly id: string;
  readonly key: Uint8Array;
}

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
  /** The prefix of a text that was sealed under the first key. */
  readonly sealedPrefix: string;
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
 * @param sealingKeys the first seals, each opens; if empty, the secret key does both.
 * @throws RangeError if a key has another length.
 */
export function openVault(key: Uint8Array, sealingKeys: readonly SealingKey[] = []): Vault {
  if ([key, ...sealingKeys.map((one) => one.key)].some(({ length }) => length !== keyBytes))
    throw new RangeError(`The encryption key must have ${keyBytes} bytes.`);
  const derive = (purpose: string, from = key) =>
    Buffer.from(hkdfSync("sha256", from, "", `cardpane sandbox ${purpose}`, 32));
  const hash = (hashKey: Buffer, text: string) =>
    createHmac("sha256", hashKey).update(text).digest("base64url");
  const cardKeys = new Map<string, Buffer>([
    ...sealingKeys.map((one) => [`v2.${one.id}.`, derive("card data", one.key)] as const),
    [version, derive("card data")] as const,
  ]);
  const [[sealedPrefix, sealKey] = [version, derive("card data")]] = cardKeys;
  const fingerprintKey = derive("card fingerprint");
  const bodyKey = derive("request body");
  const addressKey = derive("e-mail address");

  return {
    seal: (place, text) => sealedPrefix + seal(sealKey, place, text),
    open: (place, sealed) => {
      const [prefix = ""] = /^(?:v1|v2\.[a-z0-9-]{1,16})\./.exec(sealed) ?? [];
      const cardKey = cardKeys.get(prefix);
      if (cardKey) return open(cardKey, place, sealed.slice(prefix.length));
      throw new Error(prefix ? "The key of this sealed text is not here." : "This is no sealed text.");
    },
    sealedPrefix,
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
