/** A value that is not printed by accident: tokens, and what an authenticator is set up with. */

const shown = "[secret]";

/**
 * Holds a value that `console.log`, `JSON.stringify`, template strings and loggers show as `[secret]`. Whoever needs it
 * asks for it by name: `secret.reveal()`.
 */
export class Secret<T> {
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
