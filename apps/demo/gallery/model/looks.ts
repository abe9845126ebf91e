/** The combinations on the page of looks. No state has typed values: no page can type into the pane. */
import type { CardPaneOptions } from "@cardpane/browser";
import { themes } from "@cardpane/contract/appearance";
import { savedCards, widths } from "./samples.ts";

export const lookStates = ["empty", "errors", "disabled", "saved"] as const;
export type LookState = (typeof lookStates)[number];

export const lookSchemes = ["light", "dark"] as const;

/** The filters of the page of looks; showing `all` of both would be too much. They are named like the options. */
export const lookFilters = {
  theme: ["all", ...themes],
  width: ["320", ...widths.filter((width) => width !== "320"), "all"],
} as const;

/** The options of a pane in a state; `validate()` shows the errors. */
export const stateOptions: Readonly<Record<LookState, CardPaneOptions>> = {
  empty: {},
  errors: {},
  disabled: { disabled: true },
  saved: { savedCard: savedCards.visa },
};
