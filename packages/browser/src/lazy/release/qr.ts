import { loadBeside } from "../load-module.ts";
import type * as npm from "../npm/qr.ts";

/** Written by the build. */
declare const qrIntegrity: string;

/** In a release: a file beside `next-action.js`, which carries its integrity. */
export const loadQr = () =>
  loadBeside("qr.js", import.meta.url, qrIntegrity) as ReturnType<typeof npm.loadQr>;
