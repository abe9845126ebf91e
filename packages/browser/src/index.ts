/** The npm entry: no side effect at import, safe on a server. `@cardpane/browser/define` defines the element. */
export type { Tokens } from "@cardpane/contract/appearance";
export type { Actor, PaneErrorCode } from "@cardpane/contract/errors";
export type {
  BinSize,
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
export { CardpaneError } from "./api/errors.ts";
export type { CardPaneEventName, CardPaneEvents, CardPaneListener } from "./api/events.ts";
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
export type { CardPaneOptions, FieldOption, PaneTexts, Scheme } from "./api/options.ts";
export type { CardPane, PaneStatus, TokenizeOptions, TokenizeResult } from "./api/types.ts";
export { version } from "./api/version.ts";
export type { CardPaneElementEventMap } from "./elements/card-pane.ts";
export { CardPaneElement } from "./elements/card-pane.ts";
export { CardPaneFieldElement } from "./elements/card-pane-field.ts";
export { defineCardPane } from "./elements/register.ts";
export { handleNextAction, renderQr } from "./next-action/handle-next-action.ts";
export { createCardPane } from "./pane/pane.ts";
