/** Reads an appearance that a page sent: exact keys, the choices that there are, nothing else. */
import { exact, type Guard, oneOf } from "../guards/guards.ts";
import { type Appearance, givenTokens, lookGuards } from "./look.ts";

/** Reads an appearance, or answers `undefined` when anything in it does not fit. */
export const parseAppearance: Guard<Appearance> = exact({
  ...lookGuards,
  scheme: oneOf(["light", "dark"]),
  tokens: givenTokens,
  dark: givenTokens,
});
