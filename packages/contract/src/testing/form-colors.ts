/** Computes the colours of an appearance without a browser; the frame and the gallery read them from computed styles. */
import { type FormColors, type Rgba, readColor } from "../appearance/contrast.ts";
import type { Style } from "../appearance/palette.ts";

/** A colour of a style, with references to other colours resolved. */
function colorOf(style: Style, name: keyof Style): Rgba {
  const text = String(style[name]);
  if (text === "transparent") return [0, 0, 0, 0];
  const [, property, percent = "100"] =
    /^(?:color-mix\(in srgb, )?var\(--([a-z-]+)\)(?: (\d+)%)?/.exec(text) ?? [];
  if (!property) return readColor(text);
  const token = property.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const [red, green, blue, alpha] = colorOf(style, token as keyof Style);
  return [red, green, blue, (alpha * Number(percent)) / 100];
}

/** The colours of a style on a background colour; its tokens are `#rrggbb`, `rgb()` or `transparent`. */
export function formColorsOf(style: Style, ground: string): FormColors {
  const color = (name: keyof Style) => colorOf(style, name);
  return {
    ground: readColor(ground),
    field: color("colorField"),
    text: color("colorText"),
    placeholder: color("colorPlaceholder"),
    label: color("colorLabel"),
    error: color("colorError"),
    border: Number(style.borderWidth) > 0 ? color("colorBorder") : null,
    focusBorder: color("colorBorderFocus"),
    ring: color("colorRing"),
    invalidBorder: color("colorBorderInvalid"),
    invalidRing: color("colorRingInvalid"),
    focusShadow: String(style.shadowFocus),
    autofilledText: color(style.colorTextAutofilled ? "colorTextAutofilled" : "colorText"),
    autofilledField: color(style.colorFieldAutofilled ? "colorFieldAutofilled" : "colorField"),
    disabledText: color("colorTextDisabled"),
    disabledField: color("colorFieldDisabled"),
  };
}
