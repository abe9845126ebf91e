/**
 * How the input of a GET travels in its query (*assumption*; the interface types `clientId` "string in queries" and shows
 * no more): plain text, `true` and `false`, decimal numbers, and arrays as `name[]` once for each element.
 */
import type * as z from "zod";

/** The query of an input, name by name; what is `undefined` is left out. */
export function encodeQuery(
  input: Readonly<Record<string, unknown>>,
): readonly (readonly [name: string, value: string])[] {
  return Object.entries(input).flatMap(([key, value]) => {
    if (value === undefined) return [];
    if (Array.isArray(value)) return value.map((item) => [`${key}[]`, String(item)] as const);
    return [[key, String(value)] as const];
  });
}

/**
 * The input that a query stands for, to be checked by the same schema. A value that cannot be read as what the schema
 * wants stays the text that it is, and the check refuses it.
 */
export function decodeQuery(
  schema: z.ZodType,
  query: Iterable<readonly [name: string, value: string]>,
): Record<string, unknown> {
  const shape = (schema as z.ZodObject).shape;
  const texts = new Map<string, readonly string[]>();
  for (const [key, value] of query) {
    const name = key.replace(/\[\]$/, "");
    texts.set(name, [...(texts.get(name) ?? []), value]);
  }
  return Object.fromEntries(
    Array.from(texts, ([name, values]) => {
      const kind = Object.hasOwn(shape, name) ? kindOf(shape[name]) : "text";
      if (kind === "array") return [name, values.map(readNumber)];
      // A name given twice is no scalar: the array is refused at its path.
      return [name, values.length > 1 ? values : read(kind, values[0] ?? "")];
    }),
  );
}

type Kind = "text" | "number" | "boolean" | "array";

function kindOf(schema: unknown): Kind {
  const { type, innerType } = (schema as { def: { type: string; innerType?: unknown } }).def;
  if (innerType !== undefined) return kindOf(innerType);
  return type === "number" || type === "boolean" || type === "array" ? type : "text";
}

function read(kind: Kind, text: string): unknown {
  if (kind === "number") return readNumber(text);
  if (kind === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

function readNumber(text: string): unknown {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}
