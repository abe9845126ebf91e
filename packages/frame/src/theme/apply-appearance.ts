/** Applies an appearance to the document: each token becomes a custom property, set by CSSOM, which the policy allows. */
import {
  type Appearance,
  fittingTokens,
  layout,
  propertyName,
  styleOf,
  type TokenName,
  tokenKinds,
} from "@cardpane/contract/appearance";
import { reportUnfit } from "../developer/report-unfit.ts";

/** The default font size of browsers. Lengths are in `rem`, so that they scale with the shopper's own font size. */
const remPx = 16;

/** The custom properties of an appearance, by name with dashes. A property of a state without a value is empty. */
export function propertiesOf(appearance: Appearance): Readonly<Record<string, string>> {
  const { scheme, dark } = appearance;
  const tokens = fittingTokens({ ...appearance.tokens, ...(scheme === "dark" ? dark : {}) }, (name) =>
    reportUnfit(`appearance token ${name}`),
  );
  const all = styleOf({ ...appearance, tokens });
  const properties: Record<string, string> = {};
  for (const name of Object.keys(tokenKinds) as TokenName[]) {
    const value = all[name];
    const isLength = Array.isArray(tokenKinds[name]) && name !== "lineHeight";
    properties[propertyName(name)] = value === undefined ? "" : isLength ? rem(Number(value)) : String(value);
  }
  // Rounded to whole pixels, as in the page's skeleton.
  const line = (size: string | number) => rem(Math.ceil(Number(size) * Number(all.lineHeight)));
  properties["--label-line"] = line(all.labelSize);
  properties["--error-line"] = line(all.errorSize);
  // The style sheet joins several shadows into a list, in which `none` is invalid.
  for (const name of ["--shadow-field", "--shadow-focus"]) {
    if (properties[name] === "none") properties[name] = "0 0 #0000";
  }
  const isBox = all.borderSides === "all";
  properties["--border-top"] = isBox ? "var(--border-width)" : "0px";
  properties["--radius-bottom"] = isBox ? "var(--radius)" : "0px";
  // The space around the form is fixed, so it limits the width of the ring at any text size.
  properties["--ring-shape"] = isBox
    ? `0 0 0 min(var(--focus-width), ${layout.edge}px)`
    : "0 var(--focus-width) 0 0";
  return properties;
}

/** Applies an appearance, in place of the previous one. Nothing is rendered again, so caret and selection stay. */
export function applyAppearance(appearance: Appearance, root: HTMLElement = document.documentElement): void {
  const properties = propertiesOf(appearance);
  for (const [name, value] of Object.entries(properties)) root.style.setProperty(name, value);
  root.style.setProperty("color-scheme", appearance.scheme);
  for (const name of ["labels", "rows"] as const) root.dataset[name] = appearance[name];
  // A selector cannot test whether a custom property is set, so an attribute lists the names.
  root.dataset["tokens"] = Object.keys(properties)
    .filter((name) => properties[name] !== "")
    .join(" ");
}

function rem(px: number): string {
  return `${px / remPx}rem`;
}
