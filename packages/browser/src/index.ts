/** The npm entry: no side effect at import, safe on a server. `@cardpane/browser/define` defines the element. */
export type { Tokens } from "@cardpane/contract/appearance";
export type { Actor, PaneErrorCode } from "@cardpane/contract/errors";
export type {
  Brand,
  CardSummary,
  DeviceData,
  ExpiryKind,
  FieldErrorCode,
  FieldName,
  FieldSnapshot,
  OwnTexts,
  SavedCard,
  Snapshot,
  TokenizeExtra,
  TokenizeSuccess,
} from "@cardpane/contract/messages";
export type { CardPaneElementEventMap } from "./element.ts";
export { CardPaneElement } from "./element.ts";
export { CardpaneError } from "./errors.ts";
export type { CardPaneEventName, CardPaneEvents, CardPaneListener } from "./events.ts";
export { CardPaneFieldElement } from "./field-element.ts";
export { handleNextAction, renderQr } from "./handle-next-action.ts";
export type {
  ChallengeWindowSize,
  NextActionHint,
  NextActionOptions,
  NextActionPayment,
  NextActionResult,
  NextActionSource,
  NextActionTexts,
} from "./next-action/types.ts";
export type { CardPaneOptions, FieldOption, PaneTexts, Scheme } from "./options.ts";
export { createCardPane } from "./pane.ts";
export { defineCardPane } from "./register.ts";
export type { CardPane, PaneStatus, TokenizeOptions, TokenizeResult } from "./types.ts";
export { version } from "./version.ts";
