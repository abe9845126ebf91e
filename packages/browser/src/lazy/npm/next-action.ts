/** In npm: a chunk of the merchant's bundler. */
export const loadNextAction = () => import("../../next-action/run.ts");
