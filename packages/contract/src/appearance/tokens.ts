/**
 * The design tokens that a page may send. They are data: colours, lengths, weights, shadows and font names, each checked
 * against its type; never style text, selectors or addresses.
 */

/** The parts of a field that can have a colour for each state. */
export const colorParts = ["Text", "Label", "Field", "Border"] as const;
/** The states of a field; a later one overrides an earlier one. A state without a colour of its own changes nothing. */
export const fieldStates = ["Filled", "Hover", "Autofilled", "Focus", "Invalid", "Disabled"] as const;

/** `colorText`, `colorTextHover` and so on: the typed text, the label, the background and the border of an input. */
export type FieldColor = `color${(typeof colorParts)[number]}${"" | (typeof fieldStates)[number]}`;

/** The values that a token accepts; a pair is the lowest and the highest number, both included. */
export type TokenKind =
  | "color"
  | "font"
  | "weight"
  | "shadow"
  | "sides"
  | readonly [min: number, max: number];

const fieldColors = Object.fromEntries(
  colorParts.flatMap((part) => ["", ...fieldStates].map((state) => [`color${part}${state}`, "color"])),
) as Readonly<Record<FieldColor, "color">>;

/** Every token with its kind; lengths are CSS pixels at the default font size and grow with it. */
export const tokenKinds = {
  ...fieldColors,
  /** The background of the whole form. */
  colorBackground: "color",
  colorPlaceholder: "color",
  /** Border and ring of the focused input, and the mark of the chosen item. */
  colorAccent: "color",
  /** Error text, border and ring of an invalid input. */
  colorDanger: "color",
  colorError: "color",
  colorIcon: "color",
  /** Around the focused input. */
  colorRing: "color",
  colorRingInvalid: "color",
  fontFamily: "font",
  fontSize: [12, 32],
  fontWeight: "weight",
  letterSpacing: [-1, 4],
  labelSize: [10, 32],
  labelWeight: "weight",
  errorSize: [10, 24],
  errorWeight: "weight",
  /** Of labels and errors, as a multiple of their size. */
  lineHeight: [1, 2],
  /** Between rows. */
  gap: [0, 48],
  /** Between the fields of one row. */
  columnGap: [0, 48],
  /** Between label and input. */
  labelGap: [0, 24],
  /** Between input and error. */
  errorGap: [0, 24],
  /** Reserved below each input, so that an error of one line changes no height: 23 with the default sizes. */
  errorSpace: [0, 64],
  fieldHeight: [32, 96],
  fieldPadding: [0, 32],
  /** The sides of an input that have a border: `all`, or only the `bottom`. */
  borderSides: "sides",
  borderWidth: [0, 6],
  /** Of the ring around the focused input; `0` only where the page itself shows the focus. */
  focusWidth: [0, 8],
  radius: [0, 48],
  /** Width of the icons at the end of a field. */
  iconSize: [20, 48],
  shadowField: "shadow",
  /** On top of the ring. */
  shadowFocus: "shadow",
} as const satisfies Record<string, TokenKind>;

export type TokenName = keyof typeof tokenKinds;
type ValueOf<K extends TokenKind> = K extends "sides"
  ? "all" | "bottom"
  : K extends "weight" | readonly number[]
    ? number
    : string;
/**
 * Some of the tokens: colours as `#rgb`, `#rrggbb`, `#rrggbbaa`, `rgb()` or `hsl()`; lengths, weights and multiples as
 * numbers; shadows as `none` or a CSS `box-shadow` of up to six shadows, lengths below 100 px.
 */
export type Tokens = {
  readonly [Name in TokenName]?: ValueOf<(typeof tokenKinds)[Name]>;
};

/** The custom property of a token: `--field-height` for `fieldHeight`. `prefix` precedes the name. */
export function propertyName(token: string, prefix = "--"): string {
  return prefix + token.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
