/** A pane's appearance as data: the design tokens that a page may send, the themes that they override, and the layout sizes. */
export { formHeightPx, layout, marginsOf, rowsOf, sizesOf } from "./layout.ts";
export type { Appearance, Density, GivenTokens, LabelPlace, LookChoice, Rows, Theme } from "./look.ts";
export { defaultLook, densities, givenTokens, labelPlaces, lookGuards, rowKinds, themes } from "./look.ts";
export { type Style, styleOf } from "./palette.ts";
export { parseAppearance } from "./parse.ts";
export { fittingTokens } from "./parse-tokens.ts";
export type { FieldColor, TokenKind, TokenName, Tokens } from "./tokens.ts";
export { colorParts, fieldStates, propertyName, tokenKinds } from "./tokens.ts";
