/** Reads design tokens: only known names, with values of their kind. */
import { type Guard, integer, oneOf, pattern } from "../guards/guards.ts";
import { hasOwn } from "../guards/has-own.ts";
import type { GivenTokens } from "./look.ts";
import { type TokenKind, type TokenName, type Tokens, tokenKinds } from "./tokens.ts";

/** Hex, or a function with digits and signs; the browser drops a value that fits this pattern but is not a colour. */
const color = "(#[0-9a-f]{3,8}|transparent|(rgb|hsl)a?\\([0-9., %/deg+-]{5,60}\\))";
const length = "-?([0-9]{1,2}(\\.[0-9]{1,4})?|\\.[0-9]{1,4})(px)?";
/** The colour is last, as authors write it, or first, as browsers serialize it. */
const shadow = `(inset )?(${color} )?${length}( ${length}){1,3}( ${color})?( inset)?`;

const guards = {
  color: pattern(RegExp(`^${color}$`, "i")),
  shadow: pattern(RegExp(`^(none|${shadow}(, ${shadow}){0,5})$`, "i")),
  /** Names of fonts, as in `font-family`: letters, digits, spaces, quotes, commas. */
  font: pattern(/^[A-Za-z0-9 ,"'_-]{1,200}$/),
  weight: integer(100, 900),
  sides: oneOf(["all", "bottom"]),
};

function guardOf(kind: TokenKind): Guard<string | number> {
  if (typeof kind === "string") return guards[kind];
  const [min, max] = kind;
  return (value) => (typeof value === "number" && value >= min && value <= max ? value : undefined);
}

/**
 * The tokens with a known name and a value of its kind, within its bounds. The others are left out.
 *
 * @param refused called with the name of each token that is left out.
 */
export function fittingTokens(given: GivenTokens, refused?: (name: string) => void): Tokens {
  const fitting: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(given)) {
    const fit = hasOwn(tokenKinds, name) ? guardOf(tokenKinds[name as TokenName])(value) : undefined;
    if (fit === undefined) refused?.(name);
    else fitting[name] = fit;
  }
  return fitting;
}
