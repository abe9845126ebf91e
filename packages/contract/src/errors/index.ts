/** Errors of page and frame: a stable code, who can act on it, whether to retry, and what to do. Never the typed text. */
export type { Actor, CodeEntry, PaneErrorCode } from "./codes.ts";
export { codeEntry, errorCodes } from "./codes.ts";
