/** The shop's colours and sizes as the pane's tokens, with the same values as in static/shop.css. */
import type { CardPaneOptions } from "@cardpane/browser";

type Tokens = NonNullable<CardPaneOptions["tokens"]>;

export const tokens = {
  // The page's background: contrast tools treat a frame without one as white, even in the dark scheme.
  colorBackground: "#faf7f1",
  colorText: "#1d2a2c",
  colorLabel: "#3d4c4e",
  colorPlaceholder: "#667476",
  colorField: "#ffffff",
  colorBorder: "#84918f",
  colorBorderHover: "#4d5c5b",
  colorAccent: "#1f5c57",
  colorDanger: "#a8321f",
  radius: 10,
  // An error is nearer to its field than to the next one.
  gap: 12,
} satisfies Tokens;

export const darkTokens = {
  colorBackground: "#101816",
  colorText: "#eef2ef",
  colorLabel: "#c3ceca",
  colorPlaceholder: "#93a19d",
  colorField: "#17211f",
  colorBorder: "#6d7c78",
  colorBorderHover: "#a4b3ae",
  colorAccent: "#8fd3c4",
  colorDanger: "#ff9d8a",
} satisfies Tokens;
