/** In the npm package: a chunk that the merchant's bundler creates. */
export const loadDeferred = () => import("../deferred.ts");
