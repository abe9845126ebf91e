/** What stands beside one another on the page of looks. No state of it is typed in: no page can. */
import type { CardPaneOptions } from "@cardpane/browser";
import { themes } from "@cardpane/contract/appearance";
import { savedCards, widths } from "./samples.ts";

export const lookStates = ["empty", "errors", "disabled", "saved"] as const;
export type LookState = (typeof lookStates)[number];

export const lookSchemes = ["light", "dark"] as const;

/** What the page of looks is narrowed to; `all` of one of the two at most is bearable. Named as the options are. */
export const lookFilters = {
  theme: ["all", ...themes],
  width: ["320", ...widths.filter((width) => width !== "320"), "all"],
} as const;

/** What a pane gets to be in a state; errors are shown by `validate()`. */
export const stateOptions: Readonly<Record<LookState, CardPaneOptions>> = {
  empty: {},
  errors: {},
  disabled: { disabled: true },
  saved: { savedCard: savedCards.visa },
};
