/** Errors of page and frame: a stable code, who can act on it, whether to try again. Never what was typed. */

export type { Actor, PaneErrorCode } from "./catalogue.ts";
export { catalogue, paneErrorCodes } from "./catalogue.ts";
