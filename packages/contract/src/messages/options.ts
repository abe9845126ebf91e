/** The options of a form. */
import { parseAppearance } from "../appearance/parse.ts";
import { exact } from "../guards/guards.ts";
import { optionGuards } from "./option-guards.ts";

/** Reads a page's options; returns `undefined` when any of them is invalid. */
export const parsePaneOptions = exact({ ...optionGuards, appearance: parseAppearance });

/** The options of a form, as its guards read them. Each `update` replaces all of them. */
export interface PaneOptions extends NonNullable<ReturnType<typeof parsePaneOptions>> {}
