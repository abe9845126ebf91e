/** For the script tag: `look.js` stands beside `cardpane.js`. */
import type { loadLook as byImport } from "./look-by-import.ts";
import { fromRelease } from "./next-action-from-release.ts";

/** Written by the build: what the file beside this one is. */
declare const lookIntegrity: string;

export const loadLook = () => fromRelease("look.js", lookIntegrity) as ReturnType<typeof byImport>;
