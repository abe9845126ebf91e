/** Colour contrast by WCAG 2.2 of a style, computed without a browser, for the tests of themes. */
import type { Style } from "../appearance/palette.ts";

/** Red, green and blue of 0 to 255, and alpha of 0 to 1. */
type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** A pair of colours with less contrast than it needs. */
export interface LowContrast {
  readonly what: string;
  readonly ratio: number;
  readonly least: number;
}

/**
 * The colours of a form that stand out too little: WCAG 2.2 AA requires 4.5 of text, and 3 of the edge of an input and of the ring
 * that shows the focus. The ring must be enough by itself, because on an invalid field nothing else changes with the focus.
 *
 * @param background of the page behind the form: `#rrggbb`
 */
export function lowContrasts(style: Style, background: string): readonly LowContrast[] {
  const page = readColor(background);
  const color = (name: keyof Style) => colorOf(style, name);
  const field = over(color("colorField"), page);
  const on = (below: Rgba, mark: Rgba) => contrast(over(mark, below), below);
  // A theme without borders is for fields in boxes that the page draws.
  const hasEdge = Number(style.borderWidth) > 0;
  const edge = (name: keyof Style) => (hasEdge ? Math.max(on(page, color(name)), contrast(field, page)) : 21);
  const pairs = [
    { what: "text", ratio: on(field, color("colorText")), least: 4.5 },
    { what: "placeholder", ratio: on(field, color("colorPlaceholder")), least: 4.5 },
    { what: "label", ratio: on(page, color("colorLabel")), least: 4.5 },
    { what: "error", ratio: on(page, color("colorError")), least: 4.5 },
    { what: "edge of a field", ratio: edge("colorBorder"), least: 3 },
    { what: "edge of an invalid field", ratio: edge("colorBorderInvalid"), least: 3 },
    { what: "focus", ratio: on(page, color("colorRing")), least: 3 },
    { what: "focus on an invalid field", ratio: on(page, color("colorRingInvalid")), least: 3 },
  ];
  return pairs.filter(({ ratio, least }) => ratio < least);
}

/** A colour of a style, with references to other colours resolved. */
function colorOf(style: Style, name: keyof Style): Rgba {
  const text = String(style[name]);
  if (text === "transparent") return [0, 0, 0, 0];
  const [, property] = /^var\(--([a-z-]+)\)$/.exec(text) ?? [];
  if (!property) return readColor(text);
  const token = property.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return colorOf(style, token as keyof Style);
}

/** Reads `#rrggbb` or `rgb()`. */
function readColor(text: string): Rgba {
  const hex = text.match(/[0-9a-f]{2}/gi) ?? [];
  const parts = text.startsWith("#")
    ? hex.map((part) => Number.parseInt(part, 16))
    : (text.match(/[\d.]+/g) ?? []).map(Number);
  const [red = 0, green = 0, blue = 0, alpha = 1] = parts;
  return [red, green, blue, alpha];
}

/** The opaque colour that results when a colour is drawn over an opaque one. */
function over([red, green, blue, alpha]: Rgba, ground: Rgba): Rgba {
  const mix = (part: number, below: number) => part * alpha + below * (1 - alpha);
  return [mix(red, ground[0]), mix(green, ground[1]), mix(blue, ground[2]), 1];
}

/** Contrast of two opaque colours, 1 to 21. */
function contrast(one: Rgba, other: Rgba): number {
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
