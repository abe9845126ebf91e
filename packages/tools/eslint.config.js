/**
 * The ESLint rules for Lit and web components; Biome checks everything else. They need no type information, so they take seconds.
 * `packages/tools/src/run/verify.ts` runs ESLint on the two packages that define elements.
 */
import parser from "@typescript-eslint/parser";
import lit from "eslint-plugin-lit";
import wc from "eslint-plugin-wc";

export default [
  { files: ["**/*.ts"], languageOptions: { parser } },
  // Lit's decorator rules never apply: this repository declares properties in static fields, without decorators.
  lit.configs["flat/all"],
  wc.configs["flat/best-practice"],
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
];
