/** Reads JSON of unknown shape. */

/** Whether a value is a JSON object and no list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a record has under a key of its own; `undefined` for any other value, and for a key that it inherits. */
export function readOwn(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
