/** Reads design tokens: known names, values of their kind, nothing else. */
import { type Guard, integer, partial, pattern } from "../messages/shape.ts";
import { type TokenKind, type Tokens, tokenKinds } from "./tokens.ts";

const guards = {
  /** Hex, or the digits and signs of a function; what is no colour after all, the browser drops. */
  color: pattern(/^(#[0-9a-f]{3,8}|transparent|(rgb|hsl)a?\([0-9., %/deg+-]{5,60}\))$/i),
  /** Names of fonts, as in `font-family`: letters, digits, spaces, quotes, commas. */
  font: pattern(/^[A-Za-z0-9 ,"'_-]{1,200}$/),
  weight: integer(100, 900),
};

function guardOf(kind: TokenKind): Guard<string | number> {
  if (kind.kind !== "px") return guards[kind.kind];
  return (value) => (typeof value === "number" && value >= kind.min && value <= kind.max ? value : undefined);
}

/** Reads some tokens, each with a value of its kind. */
export const parseTokens = partial(
  Object.fromEntries(Object.entries(tokenKinds).map(([name, kind]) => [name, guardOf(kind)])),
) as Guard<Tokens>;
