/** Asks the browser what a style value means: any colour of CSS, `var()`, system colours and so on. */
import { pageDocument, unclobbered } from "../ui/unclobbered.ts";

/** Reads computed styles from a hidden element that is next to another one for the time of the call. */
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

/** A value of a property, resolved; empty when it is none. */
export function resolve(near: Element, property: "color" | "box-shadow", value: string): string {
  return withProbe(near, (style, computed) => {
    style.setProperty(property, value);
    if (style.getPropertyValue(property) === "") return "";
    return property === "color" ? toRgb(computed.color, style, computed) : computed.boxShadow;
  });
}

/** A computed colour as a token takes it; what is of another space is brought into sRGB. */
export function toRgb(color: string, style: CSSStyleDeclaration, computed: CSSStyleDeclaration): string {
  if (/^rgb/.test(color)) return color;
  style.color = `color-mix(in srgb, ${color}, ${color})`;
  const [red = 0, green = 0, blue = 0, alpha = 1] = (computed.color.match(/-?[\d.]+(e-?\d+)?/g) ?? []).map(
    Number,
  );
  const byte = (part: number) => Math.round(Math.min(1, Math.max(0, part)) * 255);
  return `rgba(${byte(red)}, ${byte(green)}, ${byte(blue)}, ${Number(alpha.toFixed(3))})`;
}

/** The same for every colour of a computed `box-shadow`. */
export function shadowToRgb(
  shadow: string,
  style: CSSStyleDeclaration,
  computed: CSSStyleDeclaration,
): string {
  return shadow.replace(/\b[a-z-]+\([^()]*\)/g, (color) => toRgb(color, style, computed));
}
