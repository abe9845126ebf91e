/** A value that is not printed by accident: session tokens and authenticator secrets. */

const shown = "[secret]";
const brand: unique symbol = Symbol.for("@cardpane/node/secret") as never;

/** Whether a value is a Secret, also one of the package's other copy (ESM and CommonJS). */
export function isSecret(value: unknown): value is Secret<unknown> {
  return typeof value === "object" && value !== null && brand in value;
}

/**
 * Holds a value that `console.log`, `JSON.stringify`, template strings and loggers show as `[secret]`. Call
 * `secret.reveal()` to read it.
 */
export class Secret<T> {
  /** `instanceof` holds for a secret of another copy of this package, too. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return isSecret(value);
  }

  /** Recognised by {@link isSecret}, also of another copy of this package. */
  readonly [brand] = true;
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  /** The value itself. Hand it on; do not log it. */
  reveal(): T {
    return this.#value;
  }

  toJSON(): string {
    return shown;
  }

  toString(): string {
    return shown;
  }

  /** What `util.inspect` shows. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return shown;
  }
}
