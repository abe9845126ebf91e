/** Colour contrast by WCAG 2.2, and the colour pairs of a form that must have enough of it. */

/** Red, green and blue of 0 to 255, and alpha of 0 to 1. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** Reads a colour in the form of `getComputedStyle`, `rgb()` or `color(srgb …)`, or as `#rrggbb`. */
export function readColor(text: string): Rgba {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  if (hex) return [channel(hex[1]), channel(hex[2]), channel(hex[3]), 1];
  const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/-?[\d.]+(e-?\d+)?/g) ?? []).map(Number);
  return text.startsWith("color(") ? [red * 255, green * 255, blue * 255, alpha] : [red, green, blue, alpha];
}

function channel(hex = ""): number {
  return Number.parseInt(hex, 16);
}

/** The opaque colour that results when a colour is drawn over an opaque one. */
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

/** The computed colours of a form. */
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
  /** Of an invalid input, with the focus or without. */
  readonly invalidBorder: Rgba;
  readonly invalidRing: Rgba;
  /** The shadow on top of both rings, in the form of `getComputedStyle`, or `none`. */
  readonly focusShadow: string;
  /** Of an input that the browser filled in. */
  readonly autofilledText: Rgba;
  readonly autofilledField: Rgba;
  readonly disabledText: Rgba;
  readonly disabledField: Rgba;
}

/** Two colours, one on the other or one replacing the other, and the contrast that WCAG 2.2 AA requires of them. */
export interface ContrastPair {
  readonly what:
    | "text"
    | "placeholder"
    | "label"
    | "error"
    | "edge of a field"
    | "edge of a wrong field"
    | "focus"
    | "focus on a wrong field"
    | "autofill"
    | "disabled";
  /** Names of the tokens that determine the two colours. */
  readonly tokens: string;
  readonly ratio: number;
  /** `0` for disabled fields, of which WCAG requires nothing. */
  readonly least: number;
}

/**
 * The colour pairs of a form: text needs 4.5, the edge and the focus of an input need 3. The focus is measured as a change
 * (1.4.11): each of its parts against the colour that was in the same place before, and the strongest part counts.
 */
export function contrastPairs(colors: FormColors): readonly ContrastPair[] {
  const { ground } = colors;
  const field = over(colors.field, ground);
  const on = (below: Rgba, mark: Rgba | null) => (mark ? contrast(over(mark, below), below) : 1);
  // A form without borders is not measured: the page draws the edges, if anything does.
  const edge = (border: Rgba) =>
    colors.border ? Math.max(on(ground, border), on(ground, colors.field)) : 21;
  const shadows = shadowColors(colors.focusShadow).map(({ color, isInset }) =>
    on(isInset ? field : ground, color),
  );
  const focus = (ring: Rgba, before: Rgba | null, after: Rgba) => {
    const border = before ? contrast(over(after, ground), over(before, ground)) : 1;
    return Math.max(on(ground, ring), border, ...shadows);
  };
  const textOn = (text: Rgba, below: Rgba) => on(over(below, ground), text);
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
      ratio: edge(colors.border ?? ground),
      least: 3,
    },
    {
      what: "edge of a wrong field",
      tokens: "colorBorderInvalid, colorDanger, colorBackground",
      ratio: edge(colors.invalidBorder),
      least: 3,
    },
    {
      what: "focus",
      tokens: "colorRing, shadowFocus, colorBorderFocus, colorAccent",
      ratio: focus(colors.ring, colors.border, colors.focusBorder),
      least: 3,
    },
    {
      what: "focus on a wrong field",
      tokens: "colorRingInvalid, shadowFocus, colorDanger",
      // Its border is the same with the focus and without.
      ratio: focus(colors.invalidRing, null, ground),
      least: 3,
    },
    {
      what: "autofill",
      tokens: "colorTextAutofilled, colorFieldAutofilled",
      ratio: textOn(colors.autofilledText, colors.autofilledField),
      least: 4.5,
    },
    {
      what: "disabled",
      tokens: "colorTextDisabled, colorFieldDisabled",
      ratio: textOn(colors.disabledText, colors.disabledField),
      least: 0,
    },
  ];
}

/** The colours of those shadows that have an edge of at least a pixel, and not only a blur. */
function shadowColors(text: string): readonly { readonly color: Rgba; readonly isInset: boolean }[] {
  return text.split(/,(?![^(]*\))/).flatMap((shadow) => {
    const [color = ""] = /[a-z]+\([^)]*\)|#[0-9a-f]+/i.exec(shadow) ?? [];
    const [x = 0, y = 0, blur = 0, spread = 0] = (shadow.replace(color, "").match(/-?[\d.]+/g) ?? []).map(
      Number,
    );
    const edgePx = Math.max(Math.abs(x), Math.abs(y)) + spread - blur;
    return color && edgePx >= 1 ? [{ color: readColor(color), isInset: /\binset\b/.test(shadow) }] : [];
  });
}

/** The pairs that have less contrast than WCAG 2.2 AA requires. */
export function lowContrasts(colors: FormColors): readonly ContrastPair[] {
  return contrastPairs(colors).filter(({ ratio, least }) => ratio < least);
}
