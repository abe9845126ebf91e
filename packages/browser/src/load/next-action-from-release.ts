/** For the script tag: `next-action.js` stands beside `later.js`. */
import { loadBeside } from "./module.ts";
import type { loadNextAction as byImport } from "./next-action-by-import.ts";

/** Written by the build: what the file beside this one is. */
declare const nextActionIntegrity: string;

export const loadNextAction = () =>
  loadBeside("next-action.js", import.meta.url, nextActionIntegrity) as ReturnType<typeof byImport>;
