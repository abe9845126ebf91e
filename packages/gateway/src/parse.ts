/** Converts zod's issues to section 2.7's `errors`: for the path of each field, one message, which never repeats the input. */
import * as z from "zod/mini";

/** Error messages by path of the field (`consumer.ip`, `sku.price.0.amount`). */
export type FieldErrors = Record<string, string>;

/** A checked value, or the errors of its fields. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: FieldErrors };

/** Checks an input with a schema. */
export function parse<T>(schema: z.core.$ZodType<T>, input: unknown): Parsed<T> {
  const parsed = z.safeParse(schema, input);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, errors: collectErrors(parsed.error, input) };
}

/**
 * Adds the broken conditions between fields to a parsed value. If a field breaks a bound and a condition, the message of the
 * bound wins: it is more specific.
 */
export function withConditions<T>(parsed: Parsed<T>, broken: FieldErrors): Parsed<T> {
  if (Object.keys(broken).length === 0) return parsed;
  return { ok: false, errors: { ...broken, ...(parsed.ok ? {} : parsed.errors) } };
}

/** The first message of each path. A missing field reads "is required", whatever its type. */
function collectErrors(error: z.core.$ZodError, input: unknown): FieldErrors {
  const found = new FieldErrorList();
  for (const issue of error.issues) {
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) found.add([...issue.path, key], "is not a field of this object");
      continue;
    }
    const absent = valueAt(input, issue.path) === undefined;
    found.add(issue.path, absent ? "is required" : wording(issue));
  }
  return found.errors;
}

/** Keeps the first message of each path. */
export class FieldErrorList {
  // A map, because a sender may name a field "toString" or "__proto__", and a plain object inherits those.
  readonly #messages = new Map<string, string>();

  add(path: readonly PropertyKey[], message: string): void {
    const name = path.length === 0 ? "(body)" : path.map(safePart).join(".");
    if (!this.#messages.has(name)) this.#messages.set(name, message);
  }

  get errors(): FieldErrors {
    return Object.fromEntries(this.#messages);
  }
}

function wording(issue: z.core.$ZodIssue): string {
  // Messages that begin with "Invalid input" are zod's own; our messages are kept.
  if (issue.code !== "invalid_type" || !issue.message.startsWith("Invalid input")) return issue.message;
  const expected = issue.expected === "record" ? "object" : issue.expected;
  return `must be ${/^[aeiou]/.test(expected) ? "an" : "a"} ${expected}`;
}

/** Keys are the sender's text. One that is not a plain name, or has three digits or more (maybe card data), is not repeated. */
function safePart(part: PropertyKey): string {
  if (typeof part !== "string") return String(part);
  const plain = part === "3ds" || /^[A-Za-z_][A-Za-z0-9_-]{0,39}$/.test(part);
  return plain && (part.match(/\d/g)?.length ?? 0) < 3 ? part : "(unknown)";
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}
