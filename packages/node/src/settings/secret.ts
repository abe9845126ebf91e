/** `Secret` keeps session tokens and authenticator secrets from being printed by accident. */

const shown = "[secret]";
const brand: unique symbol = Symbol.for("@cardpane/node/secret") as never;

/** Whether a value is a Secret. Also true for a Secret of another copy of this package (ESM beside CommonJS). */
export function isSecret(value: unknown): value is Secret<unknown> {
  return typeof value === "object" && value !== null && brand in value;
}

/**
 * Holds a value that `console.log`, `JSON.stringify`, template strings and loggers show as `[secret]`. Call
 * `secret.reveal()` to read it.
 */
export class Secret<T> {
  /** Makes `instanceof` true for a Secret of another copy of this package as well. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return isSecret(value);
  }

  /** Marks the object for {@link isSecret}, across copies of this package. */
  readonly [brand] = true;
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  /** Returns the value. Do not log it. */
  reveal(): T {
    return this.#value;
  }

  toJSON(): string {
    return shown;
  }

  toString(): string {
    return shown;
  }

  /** Called by `util.inspect`. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return shown;
  }
}
