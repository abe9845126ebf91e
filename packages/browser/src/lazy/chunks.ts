/** Code that most pages never need. In the npm package: chunks that the merchant's bundler creates. */

export const loadDeferred = () => import("./deferred.ts");
export const loadNextAction = () => import("../next-action/run.ts");
export const loadPageTexts = () => import("../ui/page-texts.ts");
export const loadQr = () => import("../next-action/qr.ts");
