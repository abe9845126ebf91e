/** `metadata` of a request and of its result (section 2.2): free key/value data, including `udf1` and `udf2`. */
import { isRecord } from "@cardpane/contract/record";
import * as z from "zod/mini";
import { ruled } from "./text.ts";

/** A value that JSON can hold. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** Free data of the merchant, nested at most 32 levels deep. */
export type Metadata = Readonly<Record<string, JsonValue>>;

/** *Assumption*: the interface sets no bound. Without one, deeply nested data overflows the stack of a reader. */
const deepest = 32;

/** A JSON object, nested at most 32 levels deep. */
export const metadata = z.record(
  z.string(),
  ruled(z.unknown(), `JSON data, nested at most ${deepest} levels deep`, (value) =>
    isJson(value, deepest),
  ) as z.ZodMiniType<JsonValue>,
);

/** Whether a value is {@link metadata}, for programs that bundle no schemas. */
export function isMetadata(value: unknown): value is Metadata {
  return isRecord(value) && isJson(value, deepest + 1);
}

function isJson(value: unknown, levels: number): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || levels === 0) return false;
  if (Array.isArray(value)) return value.every((item) => isJson(item, levels - 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    (prototype === Object.prototype || prototype === null) &&
    Object.values(value).every((item) => isJson(item, levels - 1))
  );
}
