import { loadBeside } from "../load-module.ts";
import type * as npm from "../npm/qr.ts";

/** The build sets it. */
declare const qrIntegrity: string;

/** In a release: a file next to `next-action.js`, which contains its integrity. */
export const loadQr = () =>
  loadBeside("qr.js", import.meta.url, qrIntegrity) as ReturnType<typeof npm.loadQr>;
