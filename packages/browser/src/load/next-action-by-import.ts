/** For npm: the merchant's bundler makes a chunk of it. The release's build puts `next-action-from-release.ts` in this place. */
export const loadNextAction = () => import("../next-action/run.ts");
