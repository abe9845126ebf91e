/**
 * The npm package's way to code that is loaded when it is needed: chunks of the merchant's bundler. `#lazy` of package.json
 * is this file, or `release.ts` in the release.
 */
export const loadDeferred = () => import("./deferred.ts");
export const loadNextAction = () => import("../next-action/run.ts");
export const loadQr = () => import("../next-action/qr.ts");
