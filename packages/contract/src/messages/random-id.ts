/**
 * Random identifiers. `crypto.randomUUID` is not used: it is missing in a page served over plain http, and then in the pane's
 * frame too, because the frame counts as insecure as well.
 */

// Browsers and Node.js have it; this package has the types of neither.
declare const crypto: { getRandomValues(array: Uint8Array): Uint8Array };

/** 128 random bits in hex. */
export function randomNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A random UUID (version 4, RFC 9562), of 120 random bits. */
export function randomUuid(): string {
  return randomNonce().replace(/(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-a$4-");
}
