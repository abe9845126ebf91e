/** From zod's issues to section 2.7's `errors`: the path of each field with one message that never repeats the input. */
import type * as z from "zod";

/** Path of a field (`consumer.ip`, `sku.price.0.amount`) to what is wrong with it. */
export type FieldErrors = Record<string, string>;

/** A checked value, or what is wrong with each field. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: FieldErrors };

/** Checks an input with a schema. */
export function parse<T>(schema: z.ZodType<T>, input: unknown): Parsed<T> {
  const parsed = schema.safeParse(input);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, errors: collectErrors(parsed.error, input) };
}

/**
 * A checked value, unless conditions between its fields are broken. Where a field breaks both, the message about its bound is more
 * specific.
 */
export function withConditions<T>(parsed: Parsed<T>, broken: FieldErrors): Parsed<T> {
  if (Object.keys(broken).length === 0) return parsed;
  return { ok: false, errors: { ...broken, ...(parsed.ok ? {} : parsed.errors) } };
}

/** The first message of each path. A missing field reads "is required", whatever its type. */
function collectErrors(error: z.ZodError, input: unknown): FieldErrors {
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

/** Collects one message for each path: the first. */
export class FieldErrorList {
  // A map, because a sender may name a field "toString" or "__proto__", and a plain object has those already.
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
  // zod's own English starts so; every message of ours is kept.
  if (issue.code !== "invalid_type" || !issue.message.startsWith("Invalid input")) return issue.message;
  const expected = issue.expected === "record" ? "object" : issue.expected;
  return `must be ${/^[aeiou]/.test(expected) ? "an" : "a"} ${expected}`;
}

/** A key is the sender's text: one that is no plain name, or holds digits enough for card data, is not repeated. */
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
