/** In the npm package: a chunk that the merchant's bundler creates. */
export const loadQr = () => import("../../next-action/qr.ts");
