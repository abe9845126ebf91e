/**
 * Reads the look of an input of the page as tokens: its computed style, its placeholder and label, and the style rules for hover,
 * focus, invalid and disabled. Web fonts of the page work in the frame only if the pane's host has them.
 */
import { fittingTokens, type GivenTokens, type Tokens, tokenKinds } from "@cardpane/contract/appearance";
import { pageDocument } from "../ui/unclobbered.ts";
import { shadowToRgb, toRgb, withProbe } from "./probe.ts";
import { declarationsFor } from "./state-rules.ts";

/** The spellings of each state in a selector. */
const states = {
  Hover: /:hover/g,
  Focus: /:focus(-visible)?(?![\w-])/g,
  Invalid: /:(user-)?invalid|\[aria-invalid(=["']?true["']?)?\]/g,
  Disabled: /:disabled|\[disabled\]/g,
} as const;

const colors = { Text: "color", Field: "background-color", Border: "border-bottom-color" } as const;

/** The tokens of a sample input. Values that no token accepts are omitted; a number out of bounds is clamped. */
export function sampleTokens(sample: Element): Tokens {
  return withProbe(sample.parentElement ?? pageDocument.body, (style, computed) => {
    style.fontSize = "medium";
    // Tokens scale with the shopper's font size, so the computed lengths, which are scaled already, are scaled back.
    const shrink = 16 / (Number.parseFloat(computed.fontSize) || 16);
    const px = (text: string) => Number.parseFloat(text) * shrink;
    const rgb = (color: string) => toRgb(color, style, computed);
    const found: Record<string, unknown> = {
      ...plainTokens(sample, px, rgb),
      shadowField: shadowToRgb(getComputedStyle(sample).boxShadow, style, computed),
      ...labelTokens(sample, px, rgb),
    };
    for (const state of Object.keys(states) as (keyof typeof states)[]) {
      Object.assign(found, stateTokens(sample, state, px));
    }
    return clamped(found);
  });
}

type Px = (text: string) => number;
type Rgb = (color: string) => string;

function plainTokens(sample: Element, px: Px, rgb: Rgb): Record<string, unknown> {
  const style = getComputedStyle(sample);
  // A border may be reserved for the focus: it has a width and a transparent colour.
  const isDrawn = (borderWidth: string, color: string) => px(borderWidth) > 0 && !/, 0\)$/.test(color);
  const isUnderlined =
    isDrawn(style.borderBottomWidth, style.borderBottomColor) &&
    !isDrawn(style.borderTopWidth, style.borderTopColor);
  const width = px(style.borderBottomWidth);
  const placeholder = getComputedStyle(sample, "::placeholder").color;
  return {
    // The colours of an autofilled input are the browser's, not the page's.
    ...(sample.matches(":is(:autofill)")
      ? {}
      : { colorText: rgb(style.color), colorField: rgb(style.backgroundColor) }),
    // For an input without a placeholder, browsers compute the colour of the text; an empty field would look filled in.
    colorPlaceholder: placeholder === style.color ? undefined : rgb(placeholder),
    fontFamily: style.fontFamily,
    fontSize: px(style.fontSize),
    fontWeight: Number(style.fontWeight),
    letterSpacing: px(style.letterSpacing) || 0,
    fieldHeight: (sample as Partial<HTMLElement>).offsetHeight
      ? px(`${sample.getBoundingClientRect().height}`)
      : undefined,
    fieldPadding: px(style.paddingInlineStart),
    borderSides: isUnderlined ? "bottom" : "all",
    borderWidth: width,
    colorBorder: width > 0 ? rgb(style.borderBottomColor) : undefined,
    colorBorderHover: width > 0 ? rgb(style.borderBottomColor) : undefined,
    radius: px(style.borderStartStartRadius),
  };
}

function labelTokens(sample: Element, px: Px, rgb: Rgb): Record<string, unknown> {
  const label = (sample as Partial<HTMLInputElement>).labels?.[0];
  if (!label) return {};
  const { color, fontSize, fontWeight } = getComputedStyle(label);
  return { colorLabel: rgb(color), labelSize: px(fontSize), labelWeight: Number(fontWeight) };
}

/** The tokens that the style sheets change in a state. */
function stateTokens(sample: Element, state: keyof typeof states, px: Px): Record<string, unknown> {
  const declarations = declarationsFor(sample, states[state]);
  if (declarations.size === 0) return {};
  // Each state has its own probe, so that the declarations of one state do not affect the next.
  return withProbe(sample.parentElement ?? pageDocument.body, (style, computed) => {
    style.color = getComputedStyle(sample).color;
    for (const [property, value] of declarations.values()) style.setProperty(property, value);
    const has = (start: string) => [...declarations.keys()].some((name) => name.startsWith(start));
    const tokens: Record<string, unknown> = {};
    const { boxShadow, outlineColor, outlineStyle, outlineWidth } = computed;
    for (const [part, property] of Object.entries(colors)) {
      if (has(property.replace("bottom-", "")) || has(property))
        tokens[`color${part}${state}`] = computed.getPropertyValue(property);
    }
    if (state === "Focus") {
      const hasOutline = has("outline") && outlineStyle !== "none" && px(outlineWidth) > 0;
      const hasShadow = has("box-shadow") && boxShadow !== "none";
      // A shadow that no token accepts is ignored, so that the field keeps a focus ring.
      const { shadowFocus } = fittingTokens({ shadowFocus: shadowToRgb(boxShadow, style, computed) });
      Object.assign(tokens, hasShadow && shadowFocus ? { shadowFocus, colorRing: "transparent" } : {});
      Object.assign(tokens, hasOutline ? { colorRing: outlineColor, focusWidth: px(outlineWidth) } : {});
      tokens["colorAccent"] = tokens["colorBorderFocus"] ?? (hasOutline ? outlineColor : undefined);
    }
    for (const [name, value] of Object.entries(tokens)) {
      if (name.startsWith("color") && value) tokens[name] = toRgb(String(value), style, computed);
    }
    return tokens;
  });
}

function clamped(found: Readonly<Record<string, unknown>>): Tokens {
  const tokens: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(found)) {
    const kind: unknown = tokenKinds[name as keyof typeof tokenKinds];
    tokens[name] = Array.isArray(kind) ? Math.min(Math.max(Number(value), kind[0]), kind[1]) : value;
  }
  return fittingTokens(tokens as GivenTokens);
}
