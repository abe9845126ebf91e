/**
 * Card data has a type of its own. However it gets into a log, an error, a message or a template, it prints as `[secret]`.
 * `reveal` is the only way to its text and is used in three files: card/validate-field.ts, which has it validated,
 * tokenize/send-card.ts, which sends it to the gateway, and split/follower.ts, which sends it to the leader frame. A test looks for a
 * fourth.
 */

const texts = new WeakMap<Secret, string>();
const mask = "[secret]";

/** What a shopper typed into one field. */
export class Secret {
  /** Nothing typed. */
  static readonly empty: Secret = Secret.of("");

  /** Takes a text in; it comes out by `reveal` alone. */
  static of(text: string): Secret {
    const secret = new Secret();
    texts.set(secret, text);
    return Object.freeze(secret);
  }

  toString(): string {
    return mask;
  }

  toJSON(): string {
    return mask;
  }

  [Symbol.toPrimitive](): string {
    return mask;
  }

  /** Node's `util.inspect`, and so its console. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return mask;
  }
}

/** Opens a secret. Only to check and to send. */
export function reveal(secret: Secret): string {
  return texts.get(secret) ?? "";
}
