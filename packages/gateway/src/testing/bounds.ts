/** For our own unit tests: turns a table of fields, with accepted and refused values, into tests. */
import { describe, expect, it } from "vitest";
import type * as z from "zod/mini";
import { type FieldErrors, parse } from "../index.ts";

/** A field's path, its accepted values and its refused values. `undefined` leaves the field out. */
export type Bounds = readonly [path: string, taken: readonly unknown[], refused: readonly unknown[]];

/** `length` letters. */
export const letters = (length: number): string => "a".repeat(length);
/** `length` digits. */
export const digits = (length: number): string => "1234567890".repeat(200).slice(0, length);

/** Values that every text field refuses. */
export const notText: readonly unknown[] = [null, 7, true, ["aaaaaaaa"], { value: "aaaaaaaa" }];
/** Values that every boolean field refuses. */
export const notBoolean: readonly unknown[] = [null, 0, 1, "true", [], {}];
/** Values that every integer field refuses. */
export const notWhole: readonly unknown[] = [
  null,
  "24",
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  true,
  [],
  {},
];

/**
 * For each row, tests that the accepted values pass, and that each refused value is reported at the field's path, in a message
 * without the value.
 *
 * @param valid a valid input
 * @param check returns the errors of an input; none if it is valid
 */
export function describeBounds(
  name: string,
  valid: object,
  check: (input: unknown) => FieldErrors,
  rows: readonly Bounds[],
): void {
  describe(name, () => {
    it("takes the example as it stands", () => {
      expect(check(valid)).toEqual({});
    });
    for (const [path, taken, refused] of rows) {
      it.each(taken.map((value) => [show(value), value] as const))(`${path} takes %s`, (_, value) => {
        expect(check(replaced(valid, path, value))).toEqual({});
      });
      it.each(refused.map((value) => [show(value), value] as const))(`${path} refuses %s`, (_, value) => {
        const errors = check(replaced(valid, path, value));
        // A refused object may be reported at its invalid member.
        const [at, message] =
          Object.entries(errors).find(([key]) => key === path || key.startsWith(`${path}.`)) ?? [];
        expect(at, JSON.stringify(errors)).toBeDefined();
        expect(message).toMatch(/^(is|must) /);
        if (typeof value === "string" && value.length > 5)
          expect(JSON.stringify(errors)).not.toContain(value);
      });
    }
  });
}

/** Returns a function that returns a schema's errors for an input; none if it is valid. */
export function errorsOf(schema: z.ZodMiniType): (input: unknown) => FieldErrors {
  return (input) => {
    const parsed = parse(schema, input);
    return parsed.ok ? {} : parsed.errors;
  };
}

/** A copy of an input with one value replaced, or removed if the value is `undefined`. */
export function replaced(input: object, path: string, value: unknown): object {
  const copy: unknown = JSON.parse(JSON.stringify(input));
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  let parent = copy as Record<string, unknown>;
  for (const key of keys) {
    parent[key] ??= {};
    parent = parent[key] as Record<string, unknown>;
  }
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy as object;
}

function show(value: unknown): string {
  if (typeof value === "string" && value.length > 24) return `${value.length} characters`;
  return value === undefined ? "nothing" : (JSON.stringify(value) ?? String(value));
}
