/** The look is data: design tokens that a page may send, and the numbers of the layout that both sides share. */
export { formHeightPx, layout, marginsOf, rowsOf, sizesOf } from "./layout.ts";
export type { Appearance, Density, GivenTokens, LabelPlace, LookChoice, Rows, Theme } from "./look.ts";
export { defaultLook, densities, givenTokens, labelPlaces, lookGuards, rowKinds, themes } from "./look.ts";
export { parseAppearance } from "./parse.ts";
export { fittingTokens } from "./parse-tokens.ts";
export type { FieldColor, TokenKind, TokenName, Tokens } from "./tokens.ts";
export { colorParts, fieldStates, propertyName, tokenKinds } from "./tokens.ts";
