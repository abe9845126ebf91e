/** The guard of a form's options. */
import { parseAppearance } from "../appearance/parse.ts";
import { exact, type Guard } from "../guards/guards.ts";
import { optionGuards } from "./option-guards.ts";
import type { PaneOptions } from "./types.ts";

/** Reads a page's options; returns `undefined` when any of them is invalid. */
export const parsePaneOptions: Guard<PaneOptions> = exact({ ...optionGuards, appearance: parseAppearance });
