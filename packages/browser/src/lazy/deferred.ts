/**
 * `deferred.js` of a release: the part of the page's script that most pages never need. It reads the look of the page, finds
 * out why a frame does not respond, and leads to the next actions and to the texts of a failure.
 */
export { loadNextAction } from "#lazy/next-action";
export { loadPageTexts } from "#lazy/page-texts";
export { diagnoseLoad } from "../connection/load-diagnosis.ts";
export { readPageStyle } from "../page-style/page-style.ts";
