/**
 * The rules of Lit's and the web components' own lint for our elements; everything else is Biome's. Type-free, so it takes seconds.
 * `packages/tools/src/run/verify.ts` runs it over the two packages that define elements.
 */
import parser from "@typescript-eslint/parser";
import lit from "eslint-plugin-lit";
import wc from "eslint-plugin-wc";

export default [
  { files: ["**/*.ts"], languageOptions: { parser } },
  // Lit's decorator rules do nothing here: properties are static (no decorators in this repository).
  lit.configs["flat/all"],
  wc.configs["flat/best-practice"],
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
];
