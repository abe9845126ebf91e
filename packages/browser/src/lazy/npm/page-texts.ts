/** In npm: a chunk of the merchant's bundler. */
export const loadPageTexts = () => import("../page-texts.ts");
