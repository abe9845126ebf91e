/** The guard of a form's options. */
import { parseAppearance } from "../appearance/parse.ts";
import { exact, type Guard } from "../guards/guards.ts";
import { optionGuards } from "./option-guards.ts";
import type { PaneOptions } from "./types.ts";

/** Reads a page's options, or answers `undefined` when anything in them does not fit. */
export const parsePaneOptions: Guard<PaneOptions> = exact({ ...optionGuards, appearance: parseAppearance });
