/**
 * The themes: the appearance of a pane without tokens, light and dark. Every pair meets WCAG 2.2 AA on the
 * field and on the page's background: text and placeholder 4.5:1, borders and focus 3:1. A test measures them.
 */
import { sizesOf } from "./layout.ts";
import type { Appearance } from "./look.ts";
import type { FieldColor, TokenName, Tokens } from "./tokens.ts";

type Scheme = Appearance["scheme"];
type Value = string | number;

type Look = Pick<Appearance, "theme" | "scheme" | "labels" | "density">;

/** A value for every token, except for state colours that are the same as without the state. */
export type Style = Readonly<Record<Exclude<TokenName, FieldColor>, Value>> &
  Readonly<Partial<Record<FieldColor, Value>>>;

/** The colours that every theme defines. */
type Palette = Required<
  Pick<
    Tokens,
    | "colorText"
    | "colorLabel"
    | "colorPlaceholder"
    | "colorField"
    | "colorBorder"
    | "colorBorderHover"
    | "colorAccent"
    | "colorDanger"
  >
>;

const light: Palette = {
  colorText: "#1a1d26",
  colorLabel: "#3d4354",
  colorPlaceholder: "#6c7386",
  colorField: "#ffffff",
  colorBorder: "#888fa1",
  colorBorderHover: "#5b6274",
  colorAccent: "#3d5afe",
  colorDanger: "#c62639",
};

const dark: Palette = {
  colorText: "#f2f4f8",
  colorLabel: "#c6cbd8",
  colorPlaceholder: "#969db0",
  colorField: "#1c1f28",
  colorBorder: "#70778a",
  colorBorderHover: "#a0a7b8",
  colorAccent: "#8c9eff",
  colorDanger: "#ff8b94",
};

const palettes: Readonly<Record<Scheme, Palette>> = { light, dark };

/** The tokens in which a theme differs from the palette, by scheme. */
const themes: Readonly<Record<Appearance["theme"], Readonly<Record<Scheme, Tokens>>>> = {
  classic: { light: {}, dark: {} },
  flat: {
    light: { ...flat("#eef0f4"), colorFieldHover: "#e6e9ef", colorPlaceholder: "#62697b" },
    dark: { ...flat("#262a35"), colorFieldHover: "#2d3240" },
  },
  line: { light: line(), dark: line() },
  none: { light: none(), dark: none() },
};

/** A background instead of a border; the bottom line, which changes colour with the focus, separates the field from the page. */
function flat(colorField: string): Tokens {
  return {
    colorField,
    colorFieldFocus: colorField,
    borderSides: "bottom",
    borderWidth: 2,
    radius: 6,
    shadowField: "none",
  };
}

function line(): Tokens {
  return { ...none(), borderSides: "bottom", borderWidth: 1 };
}

function none(): Tokens {
  return {
    colorField: "transparent",
    borderWidth: 0,
    radius: 0,
    fieldPadding: 0,
    shadowField: "none",
  };
}

/** The defaults of the tokens that themes leave alone; many refer to other tokens. */
const derived = {
  colorBackground: "transparent",
  colorTextDisabled: faded("--color-text", 60),
  colorBorderFocus: "var(--color-accent)",
  colorBorderInvalid: "var(--color-danger)",
  colorBorderDisabled: faded("--color-border", 50),
  colorFieldDisabled: faded("--color-field", 55),
  colorError: "var(--color-danger)",
  colorIcon: "var(--color-placeholder)",
  // Opaque: on an invalid field only the ring shows the focus, so it must contrast with the page (WCAG 1.4.11).
  colorRing: "var(--color-accent)",
  colorRingInvalid: "var(--color-danger)",
  fontFamily:
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'Liberation Sans', Arial, sans-serif",
  fontSize: 16,
  fontWeight: 400,
  letterSpacing: 0,
  labelWeight: 500,
  errorSize: 13,
  errorWeight: 400,
  errorGap: 4,
  borderSides: "all",
  borderWidth: 1,
  focusWidth: 2,
  iconSize: 32,
  shadowField: "0 1px 2px rgb(16 20 40 / .05)",
  shadowFocus: "none",
} as const;

/** A semi-transparent colour. */
function faded(property: string, percent: number): string {
  return `color-mix(in srgb, var(${property}) ${percent}%, transparent)`;
}

/** The resolved appearance: each value comes from the tokens, else from the theme, else from the defaults. */
export function styleOf({
  theme,
  scheme,
  labels,
  density,
  tokens,
}: Look & { readonly tokens: Tokens }): Style {
  return {
    ...derived,
    ...sizesOf({ labels, density }),
    ...palettes[scheme],
    ...themes[theme][scheme],
    ...tokens,
  };
}
