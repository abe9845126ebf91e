/** In the npm package: a chunk that the merchant's bundler makes. */
export const loadDeferred = () => import("../deferred.ts");
