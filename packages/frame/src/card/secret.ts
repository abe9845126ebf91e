/**
 * The type of card data. In an error, a message or a template it prints as `[secret]`; it has no property that a log could show.
 *
 * `reveal` is the only way to the text. Three files use it, and a test fails when a fourth one does: fields/validate-field.ts, which
 * validates the text, tokenize/send-card.ts, which sends it to the gateway, and split/follower.ts, which sends it to the leader.
 */

const texts = new WeakMap<Secret, string>();
const mask = "[secret]";
let empty: Secret | undefined;

/** The text that a shopper typed into one field. */
export class Secret {
  /** The value of an empty field. */
  static get empty(): Secret {
    empty ??= Secret.of("");
    return empty;
  }

  /** Wraps a text. */
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
}

/** The text of a secret; for validation and for sending only. */
export function reveal(secret: Secret): string {
  return texts.get(secret) ?? "";
}
