import { loadBeside } from "../load-module.ts";
import type * as npm from "../npm/next-action.ts";

/** The build sets it. */
declare const nextActionIntegrity: string;

/** In a release: a file next to `deferred.js`, which contains its integrity. */
export const loadNextAction = () =>
  loadBeside("next-action.js", import.meta.url, nextActionIntegrity) as ReturnType<typeof npm.loadNextAction>;
