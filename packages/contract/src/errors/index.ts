/** Errors of page and frame: a stable code, who can act on it, whether to try again, what to do. Never what was typed. */
export type { Actor, CodeEntry, PaneErrorCode } from "./codes.ts";
export { codeEntry, errorCodes } from "./codes.ts";
