/**
 * Code that most pages never need. In a release: files beside `cardpane.js`. It contains the integrity of the two that may be needed in a
 * hurry; `deferred.js` contains that of the others, because each costs a first form 40 bytes.
 */
import { frameRelease } from "../connection/frame-url.ts";
import type * as chunks from "./chunks.ts";
import { loadModule } from "./load-module.ts";
import type * as release from "./release-deferred.ts";
import { scriptNonce, scriptUrl } from "./release-script.ts";

type Chunks = typeof chunks;
/** The build sets them. */
declare const deferredIntegrity: string;
declare const nextActionIntegrity: string;

export const loadDeferred = () => load("deferred.js", deferredIntegrity) as Promise<typeof release>;
export const loadNextAction = () =>
  load("next-action.js", nextActionIntegrity) as ReturnType<Chunks["loadNextAction"]>;
export const loadPageTexts = async () => (await loadDeferred()).loadPageTexts(load);
export const loadQr = async () => (await loadDeferred()).loadQr(load);

/** A module and an inlined script have no address, and use the one of the pane's frame. Rejects if there is no pane either. */
async function load(name: string, integrity: string): Promise<unknown> {
  return loadModule(new URL(name, scriptUrl || frameRelease).href, integrity, scriptNonce);
}
