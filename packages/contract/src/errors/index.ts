/** Errors of page and frame: a stable code, who can act on it, whether to try again. Never what was typed. */

export type { CatalogueEntry } from "./catalogue.ts";
export { catalogue, paneErrorCodes } from "./catalogue.ts";
export type { Actor, ErrorFacts, PaneErrorCode } from "./facts.ts";
export { factsOf } from "./facts.ts";
