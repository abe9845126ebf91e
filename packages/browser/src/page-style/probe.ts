/** Computes style values with the browser: any CSS colour, `var()`, system colours and so on. */
import { pageDocument, unclobbered } from "../ui/unclobbered.ts";

/** Reads computed styles from a hidden element that is inserted next to another one during the call. */
export function withProbe<T>(
  near: Element,
  read: (style: CSSStyleDeclaration, computed: CSSStyleDeclaration) => T,
): T {
  const probe = pageDocument.createElement("i");
  probe.style.display = "none";
  unclobbered(near).append(probe);
  try {
    return read(probe.style, getComputedStyle(probe));
  } finally {
    probe.remove();
  }
}

/** The computed value of a property; empty when the value is invalid. */
export function resolve(near: Element, property: "color" | "box-shadow", value: string): string {
  return withProbe(near, (style, computed) => {
    style.setProperty(property, value);
    if (style.getPropertyValue(property) === "") return "";
    return property === "color" ? toRgb(computed.color, style, computed) : computed.boxShadow;
  });
}

/** A computed colour in the form of a token; a colour of another colour space is converted to sRGB. */
export function toRgb(color: string, style: CSSStyleDeclaration, computed: CSSStyleDeclaration): string {
  if (/^rgb/.test(color)) return color;
  style.color = `color-mix(in srgb, ${color}, ${color})`;
  const [red = 0, green = 0, blue = 0, alpha = 1] = (computed.color.match(/-?[\d.]+(e-?\d+)?/g) ?? []).map(
    Number,
  );
  const byte = (part: number) => Math.round(Math.min(1, Math.max(0, part)) * 255);
  return `rgba(${byte(red)}, ${byte(green)}, ${byte(blue)}, ${Number(alpha.toFixed(3))})`;
}

/** Converts every colour of a computed `box-shadow` to the form of a token. */
export function shadowToRgb(
  shadow: string,
  style: CSSStyleDeclaration,
  computed: CSSStyleDeclaration,
): string {
  return shadow.replace(/\b[a-z-]+\([^()]*\)/g, (color) => toRgb(color, style, computed));
}
