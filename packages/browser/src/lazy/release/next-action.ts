import { loadBeside } from "../load-module.ts";
import type * as npm from "../npm/next-action.ts";

/** Written by the build. */
declare const nextActionIntegrity: string;

/** In a release: a file beside `deferred.js`, which carries its integrity. */
export const loadNextAction = () =>
  loadBeside("next-action.js", import.meta.url, nextActionIntegrity) as ReturnType<typeof npm.loadNextAction>;
