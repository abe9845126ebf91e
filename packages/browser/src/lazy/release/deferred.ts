import { loadModule } from "../load-module.ts";
import type * as npm from "../npm/deferred.ts";
import { scriptNonce, scriptUrl } from "../release-script.ts";

/** Written by the build. */
declare const deferredIntegrity: string;

/** In a release: a file beside `cardpane.js`. An inlined script has no address: that rejects. */
export const loadDeferred = async () =>
  loadModule(new URL("deferred.js", scriptUrl).href, deferredIntegrity, scriptNonce) as ReturnType<
    typeof npm.loadDeferred
  >;
