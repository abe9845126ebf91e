/**
 * What the gateway says may repeat what it was sent. Before its words go into an error they lose: every value of the
 * payment source that is a secret, the API key, and whatever else looks like a card number.
 */

/** Takes secrets out of a text. */
export type Redact = (text: string) => string;

const removed = "[removed]";
/** 12 digits and more, in any script, with at most two separators between one and the next. */
const longNumber = /\p{Nd}(?:[\s.\-–_/]{0,2}\p{Nd}){11,}/gu;
const longestText = 500;

/** Fields of a payment source (section 2.3) whose values are nobody's business. */
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

/** A function that takes the given secrets, and anything like a card number, out of a text. */
export function redactor(secrets: readonly string[]): Redact {
  // The longest first: a secret may hold another one.
  const wanted = [...new Set(secrets)]
    .filter((secret) => secret.length >= 3)
    .sort((a, b) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const secret of wanted) clean = clean.replaceAll(secret, removed);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not reach a log
    clean = clean.replace(longNumber, removed).replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ");
    return clean.length > longestText ? `${clean.slice(0, longestText)}…` : clean;
  };
}

/** Every value in a payment source that must not be repeated, those inside `mpiParameters` included. */
export function secretsOf(source: unknown): readonly string[] {
  if (typeof source !== "object" || source === null) return [];
  return Object.entries(source).flatMap(([field, value]) => {
    if (typeof value === "object") return secretsOf(value);
    return typeof value === "string" && secretFields.has(field) ? [value] : [];
  });
}
