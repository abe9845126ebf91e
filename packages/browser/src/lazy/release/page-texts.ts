import { loadBeside } from "../load-module.ts";
import type * as npm from "../npm/page-texts.ts";

/** Written by the build. */
declare const pageTextsIntegrity: string;

/** In a release: a file beside `deferred.js` and `next-action.js`, which both carry its integrity. */
export const loadPageTexts = () =>
  loadBeside("page-texts.js", import.meta.url, pageTextsIntegrity) as ReturnType<typeof npm.loadPageTexts>;
