import { readFileSync } from "node:fs";
import { defaultLook, formHeightPx, styleOf } from "@cardpane/contract/appearance";
import { lowContrasts } from "@cardpane/contract/testing";
import { expect, it } from "vitest";
import { darkTokens, tokens } from "./look.ts";

it.each([
  ["light", tokens],
  ["dark", { ...tokens, ...darkTokens }],
] as const)(
  "the shop's own colours have enough contrast in the pane, focus and errors too: %s",
  (name, all) => {
    const style = styleOf({
      ...defaultLook,
      scheme: name.startsWith("dark") ? "dark" : "light",
      tokens: all,
    });
    expect(lowContrasts(style, all.colorBackground)).toEqual([]);
  },
);

it("the pane's background is the page's, in light and dark", () => {
  const css = readFileSync(new URL("../static/shop.css", import.meta.url), "utf8");
  expect(css).toContain(`--paper: light-dark(${tokens.colorBackground}, ${darkTokens.colorBackground});`);
});

it.each([
  [["number", "expiry", "cvv"], ""],
  [["number", "expiry", "cvv", "cardholder"], ':is([fields*="cardholder"], [fields*="postalCode"])'],
  [["number", "expiry", "cvv", "cardholder", "postalCode"], '[fields*="cardholder"][fields*="postalCode"]'],
  [["cvv"], "[data-saved-card]"],
] as const)(
  "the style sheet keeps the height of a pane with %j before its script has run",
  (fields, more) => {
    const css = readFileSync(new URL("../static/shop.css", import.meta.url), "utf8");
    const heightPx = formHeightPx(fields, 320, { ...defaultLook, tokens });
    expect(css).toContain(`card-pane:not(:defined)${more} {\n  min-height: ${heightPx}px;\n}`);
  },
);
