import { readFileSync } from "node:fs";
import { defaultLook, formHeightPx, lowContrasts, styleOf } from "@cardpane/contract/appearance";
import { formColorsOf } from "@cardpane/contract/testing";
import { expect, it } from "vitest";
import { darkTokens, onTile, tokens } from "./look.ts";

it.each([
  ["light", tokens],
  ["light, on a tile", onTile(tokens)],
  ["dark", { ...tokens, ...darkTokens }],
  ["dark, on a tile", { ...tokens, ...onTile(darkTokens) }],
] as const)(
  "the shop's own colours have enough contrast in the pane, focus and errors too: %s",
  (name, all) => {
    const style = styleOf({
      ...defaultLook,
      scheme: name.startsWith("dark") ? "dark" : "light",
      tokens: all,
    });
    expect(lowContrasts(formColorsOf(style, all.colorBackground))).toEqual([]);
  },
);

it("the pane's background is the page's, or that of its tile, in light and dark", () => {
  const css = readFileSync(new URL("base.css", import.meta.url), "utf8");
  const pair = (name: "colorBackground" | "colorField") =>
    `light-dark(${tokens[name]}, ${darkTokens[name]});`;
  expect(css).toContain(`--paper: ${pair("colorBackground")}`);
  expect(css).toContain(`--card: ${pair("colorField")}`);
});

it.each([
  [["number", "expiry", "cvv"], ""],
  [["number", "expiry", "cvv", "cardholder"], ':is([fields*="cardholder"], [fields*="postalCode"])'],
  [["number", "expiry", "cvv", "cardholder", "postalCode"], '[fields*="cardholder"][fields*="postalCode"]'],
  // The saved card is beside it.
  [["cvv"], "[data-saved-card]"],
] as const)(
  "the style sheet keeps the height of a pane with %j before its script has run",
  (fields, more) => {
    const css = readFileSync(new URL("checkout.css", import.meta.url), "utf8");
    const heightPx = formHeightPx(fields, 320, { ...defaultLook, tokens });
    expect(css).toContain(`card-pane:not(:defined)${more} {\n  min-height: ${heightPx}px;\n}`);
  },
);
