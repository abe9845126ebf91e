/**
 * Code that most pages never need. In a release: files beside `cardpane.js`. It contains the integrity of `deferred.js`, which contains that
 * of the others, because each costs a first form 60 bytes.
 */
import { frameRelease } from "../connection/frame-url.ts";
import { loadModule } from "./load-module.ts";
import type * as release from "./release-deferred.ts";
import { scriptNonce, scriptUrl } from "./release-script.ts";

/** The build sets it. */
declare const deferredIntegrity: string;

export const loadDeferred = () => load("deferred.js", deferredIntegrity) as Promise<typeof release>;
export const loadNextAction = async () => (await loadDeferred()).loadNextAction(load);
export const loadPageTexts = async () => (await loadDeferred()).loadPageTexts(load);
export const loadQr = async () => (await loadDeferred()).loadQr(load);

/** A module and an inlined script have no address, and use the one of the pane's frame. Rejects if there is no pane either. */
async function load(name: string, integrity: string): Promise<unknown> {
  return loadModule(new URL(name, scriptUrl || frameRelease).href, integrity, scriptNonce);
}
