/** The errors of page and frame. */
export type { Actor, CodeEntry, PaneErrorCode } from "./codes.ts";
export { codeEntry } from "./codes.ts";
export { developerMessage, errorCodes } from "./messages.ts";
