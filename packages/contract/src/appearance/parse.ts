/** Reads an appearance that a page sent: exact keys, each value of its token's kind, nothing else. */
import { exact, type Guard, oneOf } from "../messages/shape.ts";
import { parseTokens } from "./parse-tokens.ts";
import type { Appearance } from "./tokens.ts";

/** Reads an appearance, or answers `undefined` when anything in it does not fit. */
export const parseAppearance: Guard<Appearance> = exact({
  scheme: oneOf(["light", "dark"]),
  tokens: parseTokens,
  dark: parseTokens,
});
