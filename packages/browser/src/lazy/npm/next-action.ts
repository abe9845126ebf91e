/** In the npm package: a chunk that the merchant's bundler creates. */
export const loadNextAction = () => import("../../next-action/run.ts");
