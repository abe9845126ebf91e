/** For the script tag: `later.js` stands beside `cardpane.js`. */
import type { loadLater as byImport } from "./later-by-import.ts";
import { loadModule } from "./module.ts";
import { releaseScript } from "./release-script.ts";

/** Written by the build: what the file beside this one is. */
declare const laterIntegrity: string;

const { src, nonce = "" }: Partial<HTMLScriptElement> = releaseScript ?? {};

/** An inlined script has no address: that rejects. */
export const loadLater = async () =>
  loadModule(new URL("later.js", src).href, laterIntegrity, nonce) as ReturnType<typeof byImport>;
