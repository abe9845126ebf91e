/** Reads design tokens: known names, values of their kind, nothing else. */
import { type Guard, integer, partial, pattern } from "../messages/shape.ts";
import { type TokenKind, type Tokens, tokenKinds } from "./tokens.ts";

const number = String.raw`[-+]?(?:\d{1,4}(?:\.\d{1,6})?|\.\d{1,6})(?:%|deg)?`;
/** White space is bounded, so that no text makes the pattern slow. */
const space = " {0,3}";
const color = pattern(
  new RegExp(
    `^(?:#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|transparent|(?:rgb|hsl)a?\\(${space}${number}(?:${space}[, /]${space}${number}){2,3}${space}\\))$`,
  ),
);
const family = `(?:[A-Za-z_-][A-Za-z0-9_ -]{0,60}|"[A-Za-z0-9_ -]{1,60}"|'[A-Za-z0-9_ -]{1,60}')`;
/** Names of fonts, as in `font-family`, eight at most: a quote that is opened is closed. */
const font = pattern(new RegExp(`^${family}(?: {0,3}, {0,3}${family}){0,7}$`));

function guardOf(kind: TokenKind): Guard<string | number> {
  switch (kind.kind) {
    case "color":
      return color;
    case "px":
      return (value) =>
        typeof value === "number" && value >= kind.min && value <= kind.max ? value : undefined;
    case "weight":
      return integer(100, 900);
    case "font":
      return font;
    default:
      return kind satisfies never;
  }
}

/** Reads some tokens, each with a value of its kind. */
export const parseTokens = partial(
  Object.fromEntries(Object.entries(tokenKinds).map(([name, kind]) => [name, guardOf(kind)])),
) as Guard<Tokens>;
