/**
 * The design tokens that a page may send. They are data: colours, lengths and names of fonts, each of a type that is
 * checked, never style text, selectors or addresses.
 */

/** What a token's value may be. */
export type TokenKind =
  | { readonly kind: "color" }
  | { readonly kind: "px"; readonly min: number; readonly max: number }
  | { readonly kind: "weight" }
  | { readonly kind: "font" };

const color = { kind: "color" } as const;
const px = (min: number, max: number) => ({ kind: "px", min, max }) as const;

/** Every token with its kind; lengths are CSS pixels at the default font size and grow with it. */
export const tokenKinds = {
  /** Text that is typed. */
  colorText: color,
  /** Labels and hints. */
  colorLabel: color,
  colorPlaceholder: color,
  /** Inside an input. */
  colorField: color,
  colorBorder: color,
  colorBorderHover: color,
  /** Border and ring of the focused input. */
  colorAccent: color,
  /** Error text and the border of a wrong input. */
  colorDanger: color,
  fontFamily: { kind: "font" },
  fontSize: px(12, 32),
  labelSize: px(10, 32),
  labelWeight: { kind: "weight" },
  /** Between rows. */
  gap: px(0, 48),
  /** Between the fields of one row. */
  columnGap: px(0, 48),
  fieldHeight: px(32, 96),
  fieldPadding: px(0, 32),
  borderWidth: px(0, 6),
  focusWidth: px(1, 8),
  radius: px(0, 48),
} as const satisfies Record<string, TokenKind>;

export type TokenName = keyof typeof tokenKinds;
type ValueOf<K extends TokenKind> = K extends { kind: "px" } | { kind: "weight" } ? number : string;
/** Some of the tokens: colours as `#rgb`, `#rrggbb`, `#rrggbbaa`, `rgb()` or `hsl()`, lengths and weights as numbers. */
export type Tokens = {
  readonly [Name in TokenName]?: ValueOf<(typeof tokenKinds)[Name]>;
};

/** How a pane looks. */
export interface Appearance {
  /** Resolved by the page, which alone knows its own `color-scheme`. */
  readonly scheme: "light" | "dark";
  readonly tokens: Tokens;
  /** On top of `tokens` when the scheme is dark. */
  readonly dark: Tokens;
}
