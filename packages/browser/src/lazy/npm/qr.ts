/** In npm: a chunk of the merchant's bundler. */
export const loadQr = () => import("../../next-action/qr.ts");
