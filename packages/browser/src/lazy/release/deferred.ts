import { loadModule } from "../load-module.ts";
import type * as npm from "../npm/deferred.ts";
import { scriptNonce, scriptUrl } from "../release-script.ts";

/** The build sets it. */
declare const deferredIntegrity: string;

/** In a release: a file next to `cardpane.js`. Rejects for an inlined script, which has no address. */
export const loadDeferred = async () =>
  loadModule(new URL("deferred.js", scriptUrl).href, deferredIntegrity, scriptNonce) as ReturnType<
    typeof npm.loadDeferred
  >;
