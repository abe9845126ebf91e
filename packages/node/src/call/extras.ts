/**
 * Fields that this version does not know. Callers put them into `extra` beside the known fields of an object. They are merged
 * into the object before it is sent. A known field in `extra` is refused, because it would bypass every check.
 */

import { isRecord } from "@cardpane/contract/record";
import type { FieldErrors, JsonValue } from "@cardpane/gateway";

/** Fields of a newer gateway, sent unchanged. */
export type Extra = Readonly<Record<string, JsonValue>>;

/** An input that accepts fields of a newer gateway. */
export interface WithExtra {
  /** Fields that this version does not know, sent unchanged beside the known fields. */
  readonly extra?: Extra | undefined;
}

/** An object that accepts extras: its key in the input (`""` is the input itself), and its known fields. */
export interface ExtraPlace {
  readonly key: string;
  readonly known: (object: Readonly<Record<string, unknown>>) => readonly string[];
}

/** An input without its extras. */
export interface SeparatedExtras {
  readonly input: unknown;
  readonly extras: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly errors: FieldErrors;
}

/** Separates the extras from an input that is plain JSON data. */
export function separateExtras(input: unknown, places: readonly ExtraPlace[]): SeparatedExtras {
  const extras: Record<string, Readonly<Record<string, unknown>>> = {};
  const errors: FieldErrors = {};
  if (!isRecord(input)) return { input, extras, errors };
  const bare: Record<string, unknown> = { ...input };
  for (const { key, known } of places) {
    const object = key === "" ? bare : bare[key];
    if (!isRecord(object) || object["extra"] === undefined) continue;
    const { extra, ...rest } = object;
    if (key === "") delete bare["extra"];
    else bare[key] = rest;
    const path = key === "" ? "extra" : `${key}.extra`;
    if (isRecord(extra)) {
      extras[key] = extra;
      Object.assign(errors, collisions(extra, [...known(rest), ...Object.keys(rest)], path));
    } else errors[path] = "must be an object";
  }
  return { input: bare, extras, errors };
}

/** Errors for known fields in an `extra`. */
function collisions(
  extra: Readonly<Record<string, unknown>>,
  known: readonly string[],
  path: string,
): FieldErrors {
  const taken = Object.keys(extra).filter((name) => known.includes(name) || name === "__proto__");
  return Object.fromEntries(
    taken.map((name) => [`${path}.${name}`, "is a known field: give it in its own place"]),
  );
}

/** Merges the extras into their objects. */
export function mergeExtras(input: unknown, extras: SeparatedExtras["extras"]): unknown {
  if (!isRecord(input)) return input;
  const merged: Record<string, unknown> = { ...input, ...extras[""] };
  for (const [key, extra] of Object.entries(extras)) {
    const object = merged[key];
    if (key !== "" && isRecord(object)) merged[key] = { ...object, ...extra };
  }
  return merged;
}
