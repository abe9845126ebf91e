/** For the script tag: `qr.js` stands beside `next-action.js`. */
import { loadModule } from "./module.ts";
import type { loadQr as byImport } from "./qr-by-import.ts";

/** Written by the build: what the file beside this one is. */
declare const qrIntegrity: string;

export const loadQr = () =>
  loadModule(
    new URL(/* @vite-ignore */ "qr.js", import.meta.url).href,
    qrIntegrity,
    document.querySelector<HTMLElement>("script[nonce]")?.nonce ?? "",
  ) as ReturnType<typeof byImport>;
