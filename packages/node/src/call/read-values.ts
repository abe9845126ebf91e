/**
 * Reads single values of gateway JSON. Gateways send numbers as text and text as numbers, so both are accepted; a value of any
 * other type reads as `undefined`.
 */
import { isRecord } from "@cardpane/contract/record";
import type { Parsed } from "@cardpane/gateway";

/** A copy of an input as plain JSON data. Validation runs on this copy, so that getters and Dates are evaluated only once. */
export function toJsonValue(input: unknown): Parsed<unknown> {
  try {
    const text = JSON.stringify(input);
    return { ok: true, value: text === undefined ? undefined : JSON.parse(text) };
  } catch {
    // A cycle, a BigInt, or a getter that throws. The error's message is not used: it may quote the input.
    return { ok: false, errors: { "(body)": "must be JSON data" } };
  }
}

/** A JSON object; `{}` for any other value. An array does not count as an object. */
export function readObject(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/** Text, or a number as text. Empty text reads as `undefined`. */
export function readText(value: unknown): string | undefined {
  if (typeof value === "string") return value === "" ? undefined : value;
  return typeof value === "number" && Number.isFinite(value) ? String(value) : undefined;
}

/** The texts of an object, numbers as text. Others are left out. */
export function readTexts<Name extends string>(
  object: Readonly<Record<string, unknown>>,
  ...names: readonly Name[]
): { readonly [Field in Name]?: string } {
  return defined(Object.fromEntries(names.map((name) => [name, readText(object[name])]))) as never;
}

/**
 * An identifier: 1 to 64 visible ASCII characters, or a non-negative safe integer. JSON has rounded a greater integer, so two ids
 * would become one. `__proto__` is no key of an object.
 */
export function readId(value: unknown): string | undefined {
  if (value === "__proto__") return undefined;
  if (typeof value === "number") return Number.isSafeInteger(value) && value >= 0 ? String(value) : undefined;
  return typeof value === "string" && /^[\x21-\x7e]{1,64}$/.test(value) ? value : undefined;
}

/** A positive whole number, or its digits. */
export function readWholeId(value: unknown): number | undefined {
  const id = readInteger(value);
  return id !== undefined && id > 0 ? id : undefined;
}

/** A safe integer, or its digits. */
export function readInteger(value: unknown): number | undefined {
  const number = typeof value === "string" && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}

/** A finite number, or a decimal as text: `12.5`, `"12.50"`. */
export function readDecimal(value: unknown): number | undefined {
  if (typeof value === "string") return /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : undefined;
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** A boolean, or one of the spellings `1`, `0`, `"1"`, `"0"`, `"true"`, `"false"`. */
export function readFlag(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value !== "number" && typeof value !== "string") return undefined;
  const text = String(value);
  if (text === "1" || text === "true") return true;
  return text === "0" || text === "false" ? false : undefined;
}

/** The entries of a list, or of an object keyed by index, as PHP may write it, in the order of their indexes. */
export function readEntries(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isRecord(value) || !Object.keys(value).every((key) => /^\d+$/.test(key))) return undefined;
  return Object.entries(value)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, entry]) => entry);
}

/** The entries of a body that is a list, or that has it below one of these names. */
export function readListed(body: unknown, ...names: readonly string[]): readonly unknown[] | undefined {
  const named = names
    .map((name) => readObject(body)[name])
    .find((value) => value !== undefined && value !== null);
  return readEntries(named ?? body);
}

/** A three-letter currency code, in capitals. It need not be known: a new currency must not make a response unreadable. */
export function readCurrency(value: unknown): string | undefined {
  return typeof value === "string" && /^[A-Za-z]{3}$/.test(value) ? value.toUpperCase() : undefined;
}

/** A status: 1 to 64 printable characters, as the gateway spells them. */
export function readStatus(value: unknown): string | undefined {
  return typeof value === "string" && /^\P{C}{1,64}$/u.test(value) ? value : undefined;
}

/**
 * An action or a mode, as the gateway spells it; `undefined` if it is missing. Any other value that is not text reads as
 * `unreadable`, which matches no rule, so that a transaction of an unreadable kind never counts as a sale.
 */
export function readKind(value: unknown): string | undefined {
  return isAbsent(value) ? undefined : (readStatus(value) ?? "unreadable");
}

/**
 * A payment code as text: `0000` and `0.0` read as `0`. Any other value that is no text and no number reads as `unreadable`, which
 * contradicts a success.
 */
export function readCode(value: unknown): string | undefined {
  if (isAbsent(value)) return undefined;
  const text = readText(value)?.trim() ?? "unreadable";
  return /^\d{1,15}(\.0{0,15})?$/.test(text) ? String(Number(text)) : text;
}

/** Whether a value is one of the spellings of "none". PHP writes an empty object as an empty array. */
function isAbsent(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === false || value === "";
}

type Defined<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/** Drops the fields that are `undefined`. */
export function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}

/** A header of Fetch, or of Node, whose names may be of any case. */
export function readHeader(headers: unknown, name: string): string | undefined {
  if (!isRecord(headers)) return undefined;
  if (typeof headers["get"] === "function") {
    const value: unknown = headers["get"](name);
    return typeof value === "string" ? value : undefined;
  }
  const key = Object.keys(headers).find((candidate) => candidate.toLowerCase() === name.toLowerCase());
  const value = key === undefined ? undefined : headers[key];
  if (Array.isArray(value)) return value.filter((item) => typeof item === "string").join(", ");
  return typeof value === "string" ? value : undefined;
}
