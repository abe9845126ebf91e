/**
 * Code that most pages never need. In a release: files beside `cardpane.js`, which contains the integrity of each, so that none waits
 * for another one.
 */
import { frameRelease } from "../connection/frame-url.ts";
import type * as chunks from "./chunks.ts";
import { loadModule } from "./load-module.ts";
import { scriptNonce, scriptUrl } from "./release-script.ts";

type Chunks = typeof chunks;
/** The build sets them. */
declare const deferredIntegrity: string;
declare const nextActionIntegrity: string;
declare const pageTextsIntegrity: string;
declare const qrIntegrity: string;

export const loadDeferred = () =>
  load("deferred.js", deferredIntegrity) as ReturnType<Chunks["loadDeferred"]>;
export const loadNextAction = () =>
  load("next-action.js", nextActionIntegrity) as ReturnType<Chunks["loadNextAction"]>;
export const loadPageTexts = () =>
  load("page-texts.js", pageTextsIntegrity) as ReturnType<Chunks["loadPageTexts"]>;
export const loadQr = () => load("qr.js", qrIntegrity) as ReturnType<Chunks["loadQr"]>;

/** A module and an inlined script have no address, and use the one of the pane's frame. Rejects if there is no pane either. */
async function load(name: string, integrity: string): Promise<unknown> {
  return loadModule(new URL(name, scriptUrl || frameRelease).href, integrity, scriptNonce);
}
