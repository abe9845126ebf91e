/** Reads an appearance that a page sent: exact keys, each value of its token's kind, nothing else. */
import { exact, type Guard, integer, oneOf, pattern } from "../messages/shape.ts";
import { type Appearance, type TokenKind, type TokenName, type Tokens, tokenKinds } from "./tokens.ts";

const number = String.raw`[-+]?(?:\d{1,4}(?:\.\d{1,6})?|\.\d{1,6})(?:%|deg)?`;
const color = pattern(
  new RegExp(
    `^(?:#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|transparent|(?:rgb|hsl)a?\\(\\s*${number}(?:\\s*[,\\s/]\\s*${number}){2,3}\\s*\\))$`,
  ),
);
/** Names of fonts, as in `font-family`: letters, digits, spaces, quotes, commas. */
const font = pattern(/^[A-Za-z0-9 ,"'_-]{1,200}$/);

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

/** Says whether a value fits a token, so that the page can name the wrong one before it sends any. */
export function isTokenValue(name: string, value: unknown): boolean {
  return Object.hasOwn(tokenKinds, name) && guardOf(tokenKinds[name as TokenName])(value) !== undefined;
}

const tokens: Guard<Tokens> = (value) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const fresh: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const item = (value as Record<string, unknown>)[key];
    if (!isTokenValue(key, item)) return undefined;
    fresh[key] = item;
  }
  return fresh as Tokens;
};

/** Reads an appearance, or answers `undefined` when anything in it does not fit. */
export const parseAppearance: Guard<Appearance> = exact({
  scheme: oneOf(["light", "dark"]),
  tokens,
  dark: tokens,
});
