/** For the script tag: `next-action.js` stands beside `cardpane.js`. */
import { loadModule } from "./module.ts";
import type { loadNextAction as byImport } from "./next-action-by-import.ts";
import { releaseScript } from "./release-script.ts";

/** Written by the build: what the file beside this one is. */
declare const nextActionIntegrity: string;

const { src, nonce = "" }: Partial<HTMLScriptElement> = releaseScript ?? {};

/** Loads a file that stands beside the page's script. An inlined script has no address: that rejects. */
export const fromRelease = async (name: string, integrity: string) =>
  loadModule(new URL(name, src).href, integrity, nonce);

export const loadNextAction = () =>
  fromRelease("next-action.js", nextActionIntegrity) as ReturnType<typeof byImport>;
