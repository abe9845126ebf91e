/** For npm: a chunk of the bundler's. The release's build puts `later-from-release.ts` in this place. */
export const loadLater = () => import("../later.ts");
