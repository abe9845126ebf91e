/** For npm: a chunk of the bundler's. The release's build puts `look-from-release.ts` in this place. */
export const loadLook = () => import("../look/page-look.ts");
