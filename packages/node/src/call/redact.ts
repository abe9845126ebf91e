/**
 * Redacts messages of the gateway, which may echo request data. Before a message is copied into an error, secret values of the
 * payment source, the API key and everything that looks like a card number are removed.
 */

/** Removes secrets from a text. */
export type Redact = (text: string) => string;

const removed = "[removed]";
/** 12 or more digits, in any script, with at most two separators between two digits. */
const longNumber = /\p{Nd}(?:[\s.\-–_/]{0,2}\p{Nd}){11,}/gu;
const maxText = 500;

/** Fields of a payment source (section 2.3) whose values are sensitive. */
const secretFields = new Set([
  "number",
  "cvv",
  "iban",
  "abaNumber",
  "accountNumber",
  "accountDocId",
  "cpf",
  "value",
  "token",
  "tavv",
  "cavv",
  "paymentAccountId",
]);

/** Creates a function that removes the given secrets, and everything that looks like a card number, from a text. */
export function redactor(secrets: readonly string[]): Redact {
  // Longest first: a secret may contain another one.
  const wanted = [...new Set(secrets)]
    .filter((secret) => secret.length >= 3)
    .sort((a, b) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const secret of wanted) clean = clean.replaceAll(secret, removed);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must not reach a log
    clean = clean.replace(longNumber, removed).replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ");
    return clean.length > maxText ? `${clean.slice(0, maxText)}…` : clean;
  };
}

/** All sensitive values of a payment source, including those inside `mpiParameters`. */
export function secretsOf(source: unknown, isWithin = false): readonly string[] {
  if (typeof source !== "object" || source === null) return [];
  return Object.entries(source).flatMap(([field, value]) => {
    // Everything within a wallet's token is secret.
    const isSecret = isWithin || secretFields.has(field);
    if (typeof value === "object") return secretsOf(value, isSecret);
    return typeof value === "string" && isSecret ? [value] : [];
  });
}
