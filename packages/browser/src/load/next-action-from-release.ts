/** For the script tag: `next-action.js` stands beside `cardpane.js`. */
import { loadModule } from "./module.ts";
import type { loadNextAction as byImport } from "./next-action-by-import.ts";
import { releaseScript } from "./release-script.ts";

/** Written by the build: what the file beside this one is. */
declare const nextActionIntegrity: string;

const { src, nonce = "" }: Partial<HTMLScriptElement> = releaseScript ?? {};

// An inlined script has no address: that rejects.
export const loadNextAction = async () =>
  loadModule(new URL("next-action.js", src).href, nextActionIntegrity, nonce) as ReturnType<typeof byImport>;
