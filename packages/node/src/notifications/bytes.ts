/** Bytes for WebCrypto, and their encodings in URLs and headers. */

/**
 * `Uint8Array<ArrayBuffer>`, the bytes that WebCrypto accepts. Written so that it also compiles with TypeScript before 5.7,
 * whose `Uint8Array` has no type parameter.
 */
export type Bytes = ReturnType<Uint8ArrayConstructor["of"]>;

const encoder = new TextEncoder();

/** UTF-8. */
export function utf8(text: string): Bytes {
  return encoder.encode(text);
}

/** All parts, one after the other. */
export function concat(parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** URL-safe base64 without padding (RFC 4648, section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  return asBase64Url(toBase64(bytes));
}

/** The same base64 of either alphabet, padded or not, as URL-safe base64 without padding. */
export function asBase64Url(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** Decodes base64 of either alphabet; `undefined` for any other text. */
export function fromBase64(text: string): Bytes | undefined {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Lowercase hexadecimal digits. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** HMAC-SHA256. */
export async function hmacSha256(key: Bytes, data: Bytes): Promise<Uint8Array> {
  const { subtle } = globalThis.crypto;
  const imported = await subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await subtle.sign("HMAC", imported, data));
}

/** SHA-256. */
export async function sha256(data: Bytes): Promise<Uint8Array> {
  return new Uint8Array(await globalThis.crypto.subtle.digest("SHA-256", data));
}

/** 96 bits of the SHA-256 of a JSON body, to recognise the same report. */
export async function hashBody(body: unknown): Promise<string> {
  return toBase64Url((await sha256(utf8(JSON.stringify(body) ?? ""))).slice(0, 12));
}

/** Compares in constant time: the time depends only on the lengths, which are not secret. */
export function equalText(a: string, b: string): boolean {
  const [left, right] = [utf8(a), utf8(b)];
  if (left.length !== right.length) return false;
  let difference = 0;
  for (const [index, byte] of left.entries()) difference |= byte ^ (right[index] ?? 0);
  return difference === 0;
}
