/**
 * `deferred.js` of a release: the part of the page's script that most pages never need. It copies the look of the page, and
 * diagnoses frames that do not respond.
 */
export { diagnoseLoad } from "../connection/load-diagnosis.ts";
export { readPageStyle } from "../page-style/page-style.ts";
