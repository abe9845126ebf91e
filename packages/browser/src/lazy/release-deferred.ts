/** `deferred.js` of a release: the deferred code, and the files that it knows the integrity of. */
import type * as chunks from "./chunks.ts";

export * from "./deferred.ts";

type Chunks = typeof chunks;
type Load = (name: string, integrity: string) => Promise<unknown>;
/** The build sets them. */
declare const nextActionIntegrity: string;
declare const pageTextsIntegrity: string;
declare const qrIntegrity: string;

export const loadNextAction = (load: Load) =>
  load("next-action.js", nextActionIntegrity) as ReturnType<Chunks["loadNextAction"]>;
export const loadPageTexts = (load: Load) =>
  load("page-texts.js", pageTextsIntegrity) as ReturnType<Chunks["loadPageTexts"]>;
export const loadQr = (load: Load) => load("qr.js", qrIntegrity) as ReturnType<Chunks["loadQr"]>;
