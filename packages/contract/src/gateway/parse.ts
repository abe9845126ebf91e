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

/** The first message of each path. A missing field reads "is required", whatever its type. */
export function collectErrors(error: z.ZodError, input: unknown): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of error.issues) {
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys)
        errors[join([...issue.path, safeKey(key)])] ??= "is not a field of this object";
      continue;
    }
    const absent = valueAt(input, issue.path) === undefined;
    errors[join(issue.path)] ??= absent ? "is required" : wording(issue);
  }
  return errors;
}

function wording(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type" && issue.message.startsWith("Invalid input")) {
    const article = /^[aeiou]/.test(issue.expected) ? "an" : "a";
    return `must be ${article} ${issue.expected === "record" ? "object" : issue.expected}`.replace(
      "a object",
      "an object",
    );
  }
  return issue.message;
}

/** A key is the sender's text: one that could be a card number, or is no plain name, is not repeated. */
function safeKey(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_-]{0,39}$/.test(key) && !/\d{6}/.test(key) ? key : "(unknown)";
}

function join(path: readonly PropertyKey[]): string {
  return path.length === 0
    ? "(body)"
    : path.map((part) => (typeof part === "string" ? safePart(part) : String(part))).join(".");
}

function safePart(part: string): string {
  return /\d{6}/.test(part) ? "(unknown)" : part;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}
