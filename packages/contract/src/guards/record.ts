/** Reads JSON of unknown shape. */
import { hasOwn } from "./has-own.ts";

/** Whether a value is a JSON object and not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of a record's own key; `undefined` for an inherited key, and for a value that is not a record. */
export function readOwn(value: unknown, key: string): unknown {
  return isRecord(value) && hasOwn(value, key) ? value[key] : undefined;
}

/** The fields of a value that should be an object, to check each of them. Any other value has none. */
export function fieldsOf<Fields>(value: unknown): Partial<Fields> {
  return Object(value);
}
