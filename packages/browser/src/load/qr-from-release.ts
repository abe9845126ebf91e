/** For the script tag: `qr.js` stands beside `next-action.js`. */
import { loadBeside } from "./module.ts";
import type { loadQr as byImport } from "./qr-by-import.ts";

/** Written by the build: what the file beside this one is. */
declare const qrIntegrity: string;

export const loadQr = () => loadBeside("qr.js", import.meta.url, qrIntegrity) as ReturnType<typeof byImport>;
