/**
 * `deferred.js` of a release: the part of the page's script that most pages never need. It copies the look of the page, diagnoses
 * frames that do not respond, and loads the code of next actions and the texts of failures.
 */
export { loadNextAction } from "#lazy/next-action";
export { loadPageTexts } from "#lazy/page-texts";
export { diagnoseLoad } from "../connection/load-diagnosis.ts";
export { readPageStyle } from "../page-style/page-style.ts";
