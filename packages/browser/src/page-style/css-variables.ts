/** Reads custom properties of the pane's element as tokens: `--cardpane-color-text`, `--cardpane-field-height` and so on. */
import { fittingTokens, propertyName, type Tokens, tokenKinds } from "@cardpane/contract/appearance";
import { resolve } from "./probe.ts";

const weights: Readonly<Record<string, number>> = { normal: 400, bold: 700 };
const reported = new Set<string>();

/** The tokens that an element sets as custom properties. An invalid one is logged to the console, once. */
export function ownTokens(host: Element): Tokens {
  const style = getComputedStyle(host);
  const given: Record<string, string | number> = {};
  for (const [name, kind] of Object.entries(tokenKinds)) {
    const property = propertyName(name, "--cardpane-");
    const text = style.getPropertyValue(property).trim();
    if (text === "") continue;
    given[name] = kind === "weight" || Array.isArray(kind) ? toNumber(text) : toText(kind, text, host);
  }
  return fittingTokens(given, (name) => {
    const property = propertyName(name, "--cardpane-");
    if (!reported.has(property))
      console.error(`CardpaneError: ${property} has an invalid value, so it is ignored. (options_invalid)`);
    reported.add(property);
  });
}

/** A length in pixels; `rem` counts as 16 px, the default font size. */
function toNumber(text: string): number {
  const [, digits = "", unit] = /^(-?[\d.]+)(px|rem)?$/.exec(text) ?? [];
  return weights[text] ?? (digits === "" ? Number.NaN : Number(digits) * (unit === "rem" ? 16 : 1));
}

function toText(kind: unknown, text: string, host: Element): string {
  if (kind === "color") return resolve(host, "color", text);
  return kind === "shadow" ? resolve(host, "box-shadow", text) : text;
}
