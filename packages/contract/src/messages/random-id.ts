/**
 * Random identifiers. `crypto.randomUUID` is not used: it is missing in a page served over plain http, and then in the pane's
 * frame too, because the frame counts as insecure as well.
 */

// Browsers and Node.js have it; this package has the types of neither.
declare const crypto: { getRandomValues(array: Uint8Array): Uint8Array };

/** 128 random bits in hex. */
export function randomNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A random UUID (version 4, RFC 9562). */
export function randomUuid(): string {
  const hex = randomNonce();
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20),
  ];
  return parts.join("-");
}
