/** Puts an appearance onto the document: each token becomes a custom property, written by CSSOM, which the policy allows. */
import {
  type Appearance,
  fittingTokens,
  layout,
  propertyName,
  styleOf,
  type TokenName,
  tokenKinds,
} from "@cardpane/contract/appearance";

/** Font size that a browser starts from; lengths are multiples of the shopper's own. */
const remPx = 16;

/** The custom properties of an appearance, names with their dashes; those of states that change nothing are empty. */
export function propertiesOf(appearance: Appearance): Readonly<Record<string, string>> {
  const { scheme, dark } = appearance;
  const tokens = fittingTokens({ ...appearance.tokens, ...(scheme === "dark" ? dark : {}) }, refuse);
  const all = styleOf({ ...appearance, tokens });
  const properties: Record<string, string> = {};
  for (const name of Object.keys(tokenKinds) as TokenName[]) {
    const value = all[name];
    const isLength = Array.isArray(tokenKinds[name]) && name !== "lineHeight";
    properties[propertyName(name)] = value === undefined ? "" : isLength ? rem(Number(value)) : String(value);
  }
  // Whole pixels, as the page's skeleton counts them.
  const line = (size: string | number) => rem(Math.ceil(Number(size) * Number(all.lineHeight)));
  properties["--label-line"] = line(all.labelSize);
  properties["--error-line"] = line(all.errorSize);
  // Where several shadows are joined, none of them may be `none`.
  for (const name of ["--shadow-field", "--shadow-focus"]) {
    if (properties[name] === "none") properties[name] = "0 0 #0000";
  }
  const isBox = all.borderSides === "all";
  properties["--border-top"] = isBox ? "var(--border-width)" : "0px";
  properties["--radius-bottom"] = isBox ? "var(--radius)" : "0px";
  // Around the form there is so much room, however large the text is.
  properties["--ring-shape"] = isBox
    ? `0 0 0 min(var(--focus-width), ${layout.edge}px)`
    : "0 var(--focus-width) 0 0";
  return properties;
}

/** Applies an appearance. Later ones replace it whole; nothing is drawn anew, so caret and selection stay. */
export function applyAppearance(appearance: Appearance, root: HTMLElement = document.documentElement): void {
  const properties = propertiesOf(appearance);
  for (const [name, value] of Object.entries(properties)) root.style.setProperty(name, value);
  root.style.setProperty("color-scheme", appearance.scheme);
  for (const name of ["labels", "rows"] as const) root.dataset[name] = appearance[name];
  // Style sheets cannot ask whether a property is there.
  root.dataset["said"] = Object.keys(properties)
    .filter((name) => properties[name] !== "")
    .join(" ");
}

const refused = new Set<string>();

/** Says once, for whoever builds the page, which token is none or has a value that is not of its kind. */
function refuse(name: string): void {
  if (!refused.has(name))
    console.error(`Cardpane: the token ${name} is not known, or its value does not fit.`);
  refused.add(name);
}

function rem(px: number): string {
  return `${px / remPx}rem`;
}
