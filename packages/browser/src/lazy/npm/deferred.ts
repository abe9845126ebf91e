/** In npm: a chunk of the merchant's bundler. */
export const loadDeferred = () => import("../deferred.ts");
