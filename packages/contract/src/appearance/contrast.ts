/** Contrast of colours by WCAG 2.2, and the pairs of a form that must have enough of it. */

/** Red, green and blue of 0 to 255, and alpha of 0 to 1. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** Reads a colour as `getComputedStyle` says it, `rgb()` or `color(srgb …)`, or as `#rrggbb`. */
export function readColor(text: string): Rgba {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  if (hex) return [channel(hex[1]), channel(hex[2]), channel(hex[3]), 1];
  const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/-?[\d.]+(e-?\d+)?/g) ?? []).map(Number);
  return text.startsWith("color(") ? [red * 255, green * 255, blue * 255, alpha] : [red, green, blue, alpha];
}

function channel(hex = ""): number {
  return Number.parseInt(hex, 16);
}

/** What is seen of a colour on an opaque one. */
export function over([red, green, blue, alpha]: Rgba, ground: Rgba): Rgba {
  const mix = (part: number, below: number) => part * alpha + below * (1 - alpha);
  return [mix(red, ground[0]), mix(green, ground[1]), mix(blue, ground[2]), 1];
}

/** Contrast of two opaque colours, 1 to 21. */
export function contrast(one: Rgba, other: Rgba): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance([red, green, blue]: Rgba): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The colours of a form, as they are computed. */
export interface FormColors {
  /** Behind the form. */
  readonly ground: Rgba;
  readonly field: Rgba;
  readonly text: Rgba;
  readonly placeholder: Rgba;
  readonly label: Rgba;
  readonly error: Rgba;
  /** `null` where an input has none. */
  readonly border: Rgba | null;
  readonly focusBorder: Rgba;
  readonly ring: Rgba;
}

/** Two colours that stand on one another, and what WCAG 2.2 AA wants of them. */
export interface ContrastPair {
  readonly what: "text" | "placeholder" | "label" | "error" | "edge of a field" | "focus";
  /** Names of the tokens that make it. */
  readonly tokens: string;
  readonly ratio: number;
  readonly least: number;
}

/** The pairs of a form: 4.5 is wanted for text, 3 for what shows where an input is and the focus. */
export function contrastPairs(colors: FormColors): readonly ContrastPair[] {
  const { ground } = colors;
  const field = over(colors.field, ground);
  const on = (below: Rgba, ...marks: readonly (Rgba | null)[]) =>
    Math.max(...marks.map((mark) => (mark ? contrast(over(mark, below), below) : 1)));
  return [
    { what: "text", tokens: "colorText, colorField", ratio: on(field, colors.text), least: 4.5 },
    {
      what: "placeholder",
      tokens: "colorPlaceholder, colorField",
      ratio: on(field, colors.placeholder),
      least: 4.5,
    },
    { what: "label", tokens: "colorLabel, colorBackground", ratio: on(ground, colors.label), least: 4.5 },
    { what: "error", tokens: "colorError, colorBackground", ratio: on(ground, colors.error), least: 4.5 },
    {
      what: "edge of a field",
      tokens: "colorBorder, colorField, colorBackground",
      // Without a border it is the page that draws one, or nobody.
      ratio: colors.border ? on(ground, colors.border, colors.field) : 21,
      least: 3,
    },
    {
      what: "focus",
      tokens: "colorBorderFocus, colorRing, colorAccent",
      ratio: on(ground, colors.border && colors.focusBorder, colors.ring),
      least: 3,
    },
  ];
}

/** The pairs that have less than WCAG 2.2 AA wants. */
export function lowContrasts(colors: FormColors): readonly ContrastPair[] {
  return contrastPairs(colors).filter(({ ratio, least }) => ratio < least);
}
