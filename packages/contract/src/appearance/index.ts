/** The look is data: design tokens that a page may send, and the numbers of the layout that both sides share. */
export { formHeightPx, layout, rowHeightPx, rowsOf } from "./layout.ts";
export { parseAppearance } from "./parse.ts";
export { parseTokens } from "./parse-tokens.ts";
export type { Appearance, TokenKind, TokenName, Tokens } from "./tokens.ts";
export { tokenKinds } from "./tokens.ts";
