/** For npm: a chunk of the bundler's. The release's build puts `qr-from-release.ts` in this place. */
export const loadQr = () => import("../next-action/qr.ts");
