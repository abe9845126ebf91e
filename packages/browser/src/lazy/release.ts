/**
 * The script tag's way to code that is loaded when it is needed: files of the release, each with the integrity that the file
 * before it carries. `#lazy` of package.json is this file under the condition `release`.
 */
import type * as npm from "./import.ts";
import { loadBeside, loadModule } from "./load-module.ts";
import { scriptNonce, scriptUrl } from "./release-script.ts";

// Written by the build.
declare const deferredIntegrity: string;
declare const nextActionIntegrity: string;
declare const qrIntegrity: string;

/** `deferred.js` is beside `cardpane.js`. An inlined script has no address: that rejects. */
export const loadDeferred = async () =>
  loadModule(new URL("deferred.js", scriptUrl).href, deferredIntegrity, scriptNonce) as ReturnType<
    typeof npm.loadDeferred
  >;

/** `next-action.js` is beside `deferred.js`. */
export const loadNextAction = () =>
  loadBeside("next-action.js", import.meta.url, nextActionIntegrity) as ReturnType<typeof npm.loadNextAction>;

/** `qr.js` is beside `next-action.js`. */
export const loadQr = () =>
  loadBeside("qr.js", import.meta.url, qrIntegrity) as ReturnType<typeof npm.loadQr>;
