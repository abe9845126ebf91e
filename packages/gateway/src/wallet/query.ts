/**
 * Encodes the input of a GET as a query (*assumption*; the interface only types `clientId` as "string in queries"): plain text,
 * `true` and `false`, decimal numbers, and arrays as `name[]`, once for each element.
 */
import type * as z from "zod/mini";

/** The name and value pairs of an input's query, without those that are `undefined`. */
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
 * The input that a query encodes; the same schema checks it. A value that cannot be converted to the type in the schema stays
 * text, and the check refuses it.
 */
export function decodeQuery(
  schema: z.core.$ZodType,
  query: Iterable<readonly [name: string, value: string]>,
): Record<string, unknown> {
  const shape = (schema as z.core.$ZodObject)._zod.def.shape;
  const texts = new Map<string, readonly string[]>();
  for (const [key, value] of query) {
    const name = key.replace(/\[\]$/, "");
    texts.set(name, [...(texts.get(name) ?? []), value]);
  }
  return Object.fromEntries(
    Array.from(texts, ([name, values]) => {
      const kind = Object.hasOwn(shape, name) ? kindOf(shape[name]) : "text";
      if (kind === "array") return [name, values.map(readNumber)];
      // A scalar that is given twice stays an array, which the check refuses at its path.
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
