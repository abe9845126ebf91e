/** Reads an appearance that a page sent: exactly these keys, with known choices only. */
import { exact, type Guard, oneOf } from "../guards/guards.ts";
import { type Appearance, givenTokens, lookGuards } from "./look.ts";

/** Reads an appearance; returns `undefined` when any part of it is invalid. */
export const parseAppearance: Guard<Appearance> = exact({
  ...lookGuards,
  scheme: oneOf(["light", "dark"]),
  tokens: givenTokens,
  dark: givenTokens,
});
