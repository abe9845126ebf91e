/** In the npm package: a chunk that the merchant's bundler makes. */
export const loadQr = () => import("../../next-action/qr.ts");
