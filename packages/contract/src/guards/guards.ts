/** Building blocks of the guards: each reads an unknown value and returns a rebuilt copy of it, or `undefined`. */
import { hasOwn } from "./has-own.ts";
import { uuidPattern } from "./uuid.ts";

/** The path of keys to an invalid value, outermost first, for error messages. It never holds a value. */
export interface Trace extends Array<string> {
  /** The expected value. Missing if the key is unknown. */
  expected?: Expected;
  /** If the last key is unknown: the known keys of the same object. */
  known?: readonly string[];
}

/**
 * A kind of value with its bounds, `["text", 1, 80]`, or a phrase that is printed as it is. The words of the kinds are in
 * misfit-text.ts, which the page's script loads only to print them.
 */
export type Expected = readonly [kind: string, ...bounds: readonly unknown[]];

/** Reads an unknown value; returns `undefined` when it is invalid, and then writes path and reason into a given trace. */
export type Guard<T> = (value: unknown, trace?: Trace) => T | undefined;

/** The result for an invalid value: `undefined`. Writes into the trace what is expected. */
export function misfit(trace: Trace | undefined, ...expected: Expected): undefined {
  if (trace) trace.expected = expected;
}

type Shape = Readonly<Record<string, Guard<unknown>>>;
type Read<S extends Shape> = {
  readonly [K in keyof S]: Exclude<ReturnType<S[K]>, undefined>;
};

/** A plain object with exactly these keys. */
export function exact<S extends Shape>(shape: S): Guard<Read<S>> {
  return object(guardIn(shape), Object.keys(shape), Object.keys(shape)) as Guard<Read<S>>;
}

/** A plain object with some of these keys and no other. */
export function partial<S extends Shape>(shape: S): Guard<Partial<Read<S>>> {
  return object(guardIn(shape), Object.keys(shape)) as Guard<Partial<Read<S>>>;
}

/** A plain object in which one guard reads every key and another one every value. */
export function record<Name extends string, T>(
  name: Guard<Name>,
  item: Guard<T>,
): Guard<Readonly<Partial<Record<Name, T>>>> {
  return object((key) => (name(key) ? item : undefined)) as Guard<Partial<Record<Name, T>>>;
}

/** A list of `min` to `max` items. */
export function array<T>(item: Guard<T>, min: number, max: number): Guard<readonly T[]> {
  return (value, trace) =>
    Array.isArray(value) && value.length >= min && value.length <= max
      ? rebuilt<T[]>([], value.keys(), value, () => item, trace)
      : misfit(trace, "list", min, max);
}

/** Whether a value is a plain object, as structured clone creates it: not a list, a map or an instance of a class. */
export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return value != null && [Object.prototype, null].includes(Object.getPrototypeOf(value));
}

/** The depth of the deepest option: `texts.errors.number.required`. */
const maxDepth = 5;

/** A copy of an object without the keys that are `undefined`, also in the objects inside it: a page may set them for "missing". */
export function withoutUndefined(value: unknown, depth = maxDepth): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutUndefined(item, depth - 1));
  if (!depth || !isPlain(value)) return value;
  const given = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(given.map(([key, item]) => [key, withoutUndefined(item, depth - 1)]));
}

/** Returns the guard for the value of a key; `undefined` if the key is not allowed. */
type GuardOf = (key: string) => Guard<unknown> | undefined;

/** Looks guards up among a shape's own keys, never among inherited ones. */
function guardIn(shape: Shape): GuardOf {
  return (key) => (hasOwn(shape, key) ? shape[key] : undefined);
}

function object(
  guardOf: GuardOf,
  known?: readonly string[],
  required: readonly string[] = [],
): Guard<object> {
  return (value, trace) =>
    isPlain(value)
      ? rebuilt({}, new Set([...Object.keys(value), ...required]), value, guardOf, trace, known)
      : misfit(trace, "object");
}

/** Reads the value of each key into a fresh object or list. */
function rebuilt<Fresh extends object>(
  fresh: Fresh,
  keys: Iterable<string | number>,
  value: object,
  guardOf: GuardOf,
  trace?: Trace,
  known: readonly string[] = [],
): Fresh | undefined {
  for (const key of keys as Iterable<keyof Fresh & string>) {
    const guard = guardOf(key);
    const item = guard?.((value as Fresh)[key], trace);
    if (item === undefined) {
      trace?.unshift(String(key));
      if (trace && !guard) trace.known = known;
      return undefined;
    }
    fresh[key] = item as Fresh[typeof key];
  }
  return fresh;
}

/** A value that the guard accepts, or `null`. */
export function nullable<T>(guard: Guard<T>): Guard<T | null> {
  return (value, trace) => (value === null ? null : guard(value, trace));
}

export function oneOf<const T extends readonly (string | boolean | number)[]>(values: T): Guard<T[number]> {
  return (value, trace) => values.find((known) => known === value) ?? misfit(trace, "choice", values);
}

export function literal<const T extends string | boolean>(wanted: T): Guard<T> {
  return oneOf([wanted]);
}

/** A string of `min` to `max` UTF-16 units. */
export function text(min: number, max: number): Guard<string> {
  return (value, trace) =>
    typeof value === "string" && value.length >= min && value.length <= max
      ? value
      : misfit(trace, "text", min, max);
}

/** @param expected the kind of the valid values, for error messages. */
export function pattern(wanted: RegExp, expected = "form", ...bounds: readonly unknown[]): Guard<string> {
  return (value, trace) =>
    typeof value === "string" && wanted.test(value) ? value : misfit(trace, expected, ...bounds);
}

export function integer(min: number, max: number): Guard<number> {
  return (value, trace) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max
      ? (value as number)
      : misfit(trace, "integer", min, max);
}

export const boolean: Guard<boolean> = oneOf([true, false]);

/** 128 random bits in hex. */
export const nonce = pattern(/^[0-9a-f]{32}$/);
export const requestId = pattern(/^[0-9a-zA-Z-]{1,64}$/);
export const uuid = pattern(uuidPattern);

/** The members of each type of message, without `type`. */
export type Shapes<Message extends { readonly type: string }> = {
  readonly [Type in Message["type"]]: {
    readonly [Key in Exclude<keyof Extract<Message, { type: Type }>, "type">]-?: Guard<
      Extract<Message, { type: Type }>[Key]
    >;
  };
};

/** Reads a message whose `type` has a shape, and which has exactly the members of that shape. */
export function union<Message extends { readonly type: string }>(shapes: Shapes<Message>): Guard<Message> {
  return (value) => {
    const type = isPlain(value) ? value.type : undefined;
    if (typeof type !== "string" || !hasOwn(shapes, type)) return undefined;
    const shape: Shape = { ...shapes[type as Message["type"]], type: literal(type) };
    return exact(shape)(value) as Message | undefined;
  };
}
