import { loadBeside } from "../load-module.ts";
import type * as npm from "../npm/page-texts.ts";

/** The build sets it. */
declare const pageTextsIntegrity: string;

/** In a release: a file next to `deferred.js` and `next-action.js`, which both contain its integrity. */
export const loadPageTexts = () =>
  loadBeside("page-texts.js", import.meta.url, pageTextsIntegrity) as ReturnType<typeof npm.loadPageTexts>;
