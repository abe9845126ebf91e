/**
 * What a page's script can do without until it is needed: the look of the page, why a frame does not speak, and the way to
 * the next actions. `later.js` of a release.
 */
export { diagnosis } from "./diagnosis.ts";
export { loadNextAction } from "./load/next-action-by-import.ts";
export { readPageLook } from "./look/page-look.ts";
