/** Puts an appearance onto the document: each token becomes a custom property, written by CSSOM, which the policy allows. */
import { type Appearance, layout, type TokenName, tokenKinds } from "@cardpane/contract/appearance";
import { palettes } from "./palette.ts";

/** Font size that a browser starts from; lengths are multiples of the shopper's own. */
const remPx = 16;

/** The custom properties of an appearance, names with their dashes. */
export function propertiesOf({ scheme, tokens, dark }: Appearance): Readonly<Record<string, string>> {
  const all = { ...palettes[scheme], ...tokens, ...(scheme === "dark" ? dark : {}) };
  const properties: Record<string, string> = {};
  for (const name of Object.keys(tokenKinds) as TokenName[]) {
    const value = all[name];
    properties[propertyName(name)] = tokenKinds[name].kind === "px" ? rem(Number(value)) : String(value);
  }
  // Whole pixels, as the page's skeleton counts them.
  properties["--label-line"] = rem(Math.ceil(all.labelSize * layout.lineHeight));
  properties["--error-line"] = rem(Math.ceil(layout.errorSize * layout.lineHeight));
  return properties;
}

/** Applies an appearance. Later ones replace it whole. */
export function applyAppearance(appearance: Appearance, root: HTMLElement = document.documentElement): void {
  for (const [name, value] of Object.entries(propertiesOf(appearance))) root.style.setProperty(name, value);
  root.style.setProperty("color-scheme", appearance.scheme);
}

/** `fieldHeight` -> `--field-height`. */
function propertyName(token: string): string {
  return `--${token.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function rem(px: number): string {
  return `${px / remPx}rem`;
}
