/**
 * The look that a pane has when the page says nothing, light and dark. Every pair meets WCAG 2.2 AA on the field and on
 * the page's own ground: text and placeholder 4.5:1, borders and focus 3:1. A test measures them.
 */
import { layout, type TokenName, type Tokens } from "@cardpane/contract/appearance";

type Complete = Required<Tokens>;
type ColorName = Extract<TokenName, `color${string}`>;

const light: Pick<Complete, ColorName> = {
  colorText: "#1a1d26",
  colorLabel: "#3d4354",
  colorPlaceholder: "#6c7386",
  colorField: "#ffffff",
  colorBorder: "#888fa1",
  colorBorderHover: "#5b6274",
  colorAccent: "#3d5afe",
  colorDanger: "#c62639",
};

const dark: Pick<Complete, ColorName> = {
  colorText: "#f2f4f8",
  colorLabel: "#c6cbd8",
  colorPlaceholder: "#969db0",
  colorField: "#1c1f28",
  colorBorder: "#70778a",
  colorBorderHover: "#a0a7b8",
  colorAccent: "#8c9eff",
  colorDanger: "#ff8b94",
};

const shape: Omit<Complete, ColorName> = {
  fontFamily:
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'Liberation Sans', Arial, sans-serif",
  fontSize: layout.fontSize,
  labelSize: layout.labelSize,
  labelWeight: 500,
  gap: layout.gap,
  columnGap: layout.columnGap,
  fieldHeight: layout.fieldHeight,
  fieldPadding: 12,
  borderWidth: 1,
  focusWidth: 3,
  radius: 8,
};

/** Every token with its default. */
export const palettes: Readonly<Record<"light" | "dark", Complete>> = {
  light: { ...light, ...shape },
  dark: { ...dark, ...shape },
};
