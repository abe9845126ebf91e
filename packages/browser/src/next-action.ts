/** `@cardpane/browser/next-action`: next actions for a page that has no pane, such as an order page. */
export type { Actor, PaneErrorCode } from "@cardpane/contract/errors";
export { CardpaneError } from "./api/errors.ts";
export type {
  ChallengeWindowSize,
  NextActionHint,
  NextActionOptions,
  NextActionPayment,
  NextActionResult,
  NextActionSource,
  NextActionTexts,
  RedirectNames,
} from "./api/next-action.ts";
export { handleNextAction, renderQr } from "./next-action/handle-next-action.ts";
