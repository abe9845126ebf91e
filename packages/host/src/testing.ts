/** Releases for the tests of this package. */
import type { Assets } from "./assets.ts";

/** A small release that serves every language. */
export const testAssets: Assets = {
  version: "1.2.3",
  pageScripts: { "cardpane.js": "page()", "deferred.js": "export { y }" },
  earlyLoader: "early()",
  helloScript: "hello()",
  frameScript: "frame()",
  licences: "Some library, MIT",
  document:
    '<!doctype html><html lang="en"><title>Card</title><!--config--><body><!--script--></body></html>',
  locales: { en: { dir: "ltr", title: "Card" }, ar: { dir: "rtl", title: "بطاقة" } },
};
