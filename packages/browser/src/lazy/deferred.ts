/**
 * Most of `deferred.js` of a release, and a chunk of npm applications in production: the part of the page's script that most pages never
 * need. It copies the look of the page, diagnoses frames that do not respond, and has the messages of errors for developers.
 */
export { developerMessage } from "@cardpane/contract/errors";
export { diagnoseLoad } from "../connection/load-diagnosis.ts";
export { pressButton } from "../elements/press-button.ts";
export { readPageStyle } from "../page-style/page-style.ts";
export { misfitText } from "./misfit-text.ts";
