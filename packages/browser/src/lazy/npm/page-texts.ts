/** In the npm package: a chunk that the merchant's bundler creates. */
export const loadPageTexts = () => import("../page-texts.ts");
