/** Building blocks of the guards: each reads an unknown value and answers it, rebuilt, or `undefined`. */

/**
 * Reads an unknown value; `undefined` when it does not fit. Into `path`, where it is given, go the keys that lead to what
 * does not fit, outermost first; never a value.
 */
export type Guard<T> = (value: unknown, path?: string[]) => T | undefined;

type Shape = Readonly<Record<string, Guard<unknown>>>;
type Read<S extends Shape> = {
  readonly [K in keyof S]: Exclude<ReturnType<S[K]>, undefined>;
};

/** A plain object with exactly these keys. */
export function exact<S extends Shape>(shape: S): Guard<Read<S>> {
  return (value, path) => read(shape, value, path, Object.keys(shape)) as Read<S> | undefined;
}

/** A plain object with some of these keys and no other. */
export function partial<S extends Shape>(shape: S): Guard<Partial<Read<S>>> {
  return (value, path) => read(shape, value, path, []) as Partial<Read<S>> | undefined;
}

/** A plain object with some of these names as keys, the same under each. */
export function some<Name extends string, T>(
  names: readonly Name[],
  item: Guard<T>,
): Guard<Partial<Record<Name, T>>> {
  return partial(Object.fromEntries(names.map((name) => [name, item]))) as Guard<Partial<Record<Name, T>>>;
}

/** Says whether a value is a record as structured clone makes it: no list, no map, no class. */
export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function read(
  shape: Shape,
  value: unknown,
  path: string[] | undefined,
  wanted: readonly string[],
): object | undefined {
  if (!isPlain(value)) return undefined;
  const fresh: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(value), ...wanted])) {
    const item = Object.hasOwn(shape, key) ? shape[key]?.(value[key], path) : undefined;
    if (item === undefined) {
      path?.unshift(key);
      return undefined;
    }
    fresh[key] = item;
  }
  return fresh;
}

/** A list of `least` to `most` items. */
export function array<T>(item: Guard<T>, least: number, most: number): Guard<readonly T[]> {
  return (value, path) => {
    if (!Array.isArray(value) || value.length < least || value.length > most) return undefined;
    const fresh: T[] = [];
    for (const entry of value) {
      const parsed = item(entry, path);
      if (parsed === undefined) {
        path?.unshift(String(fresh.length));
        return undefined;
      }
      fresh.push(parsed);
    }
    return fresh;
  };
}

/** The value, or `null`. */
export function nullable<T>(guard: Guard<T>): Guard<T | null> {
  return (value, path) => (value === null ? null : guard(value, path));
}

export function oneOf<const T extends readonly (string | boolean)[]>(values: T): Guard<T[number]> {
  return (value) => values.find((known) => known === value);
}

export function literal<const T extends string | boolean>(wanted: T): Guard<T> {
  return oneOf([wanted]);
}

/** A string of `min` to `max` UTF-16 units. */
export function text(min: number, max: number): Guard<string> {
  return (value) =>
    typeof value === "string" && value.length >= min && value.length <= max ? value : undefined;
}

export function pattern(wanted: RegExp): Guard<string> {
  return (value) => (typeof value === "string" && wanted.test(value) ? value : undefined);
}

export function integer(min: number, max: number): Guard<number> {
  return (value) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max
      ? (value as number)
      : undefined;
}

export const boolean: Guard<boolean> = oneOf([true, false]);

/** 128 random bits in hex. */
export const nonce = pattern(/^[0-9a-f]{32}$/);
export const requestId = pattern(/^[0-9a-zA-Z-]{1,64}$/);
export const uuid = pattern(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/);

/** What a message of each type carries besides its `type`. */
export type Shapes<Message extends { readonly type: string }> = {
  readonly [Type in Message["type"]]: {
    readonly [Key in Exclude<keyof Extract<Message, { type: Type }>, "type">]-?: Guard<
      Extract<Message, { type: Type }>[Key]
    >;
  };
};

/** Reads a message: its `type` is one of the shapes, and it carries exactly what that shape says. */
export function union<Message extends { readonly type: string }>(shapes: Shapes<Message>): Guard<Message> {
  return (value) => {
    const type = isPlain(value) ? value.type : undefined;
    if (typeof type !== "string" || !Object.hasOwn(shapes, type)) return undefined;
    return exact({ ...shapes[type as Message["type"]], type: literal(type) })(value) as unknown as
      | Message
      | undefined;
  };
}
