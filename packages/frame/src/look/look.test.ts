import { formHeightPx, layout, tokenKinds } from "@cardpane/contract/appearance";
import { describe, expect, it } from "vitest";
import { propertiesOf } from "./apply.ts";
import { palettes } from "./palette.ts";

/** Relative luminance and contrast of WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** What a page's ground may be where it says nothing of its own. */
const grounds = { light: "#ffffff", dark: "#12141a" };

describe.each(["light", "dark"] as const)("the %s palette", (scheme) => {
  const palette = palettes[scheme];
  const ground = grounds[scheme];

  it.each([
    ["typed text", palette.colorText, palette.colorField, 7],
    ["placeholders", palette.colorPlaceholder, palette.colorField, 4.5],
    ["labels", palette.colorLabel, ground, 4.5],
    ["errors", palette.colorDanger, ground, 4.5],
    ["the border, inside", palette.colorBorder, palette.colorField, 3],
    ["the border, outside", palette.colorBorder, ground, 3],
    ["the focused border", palette.colorAccent, ground, 3],
    ["the wrong border", palette.colorDanger, palette.colorField, 3],
  ])("has enough contrast for %s", (_, color, on, least) => {
    expect(contrast(color, on)).toBeGreaterThanOrEqual(least);
  });

  it("has a value for every token", () => {
    expect(Object.keys(palette).sort()).toEqual(Object.keys(tokenKinds).sort());
  });
});

describe("an appearance becomes custom properties", () => {
  const properties = (tokens: object, dark: object = {}, scheme: "light" | "dark" = "light") =>
    propertiesOf({ scheme, tokens, dark });

  it("of lengths that grow with the shopper's font", () => {
    expect(properties({ fieldHeight: 48 })["--field-height"]).toBe("3rem");
    expect(properties({})["--font-size"]).toBe("1rem");
  });

  it("with the page's tokens over ours, and those for dark over both", () => {
    const tokens = { colorText: "#111111" };
    expect(properties(tokens)["--color-text"]).toBe("#111111");
    expect(properties(tokens, { colorText: "#eeeeee" })["--color-text"]).toBe("#111111");
    expect(properties(tokens, { colorText: "#eeeeee" }, "dark")["--color-text"]).toBe("#eeeeee");
    expect(properties({}, {}, "dark")["--color-text"]).toBe(palettes.dark.colorText);
  });

  it("whose rows are as high as the page's skeleton counts them", () => {
    const tokens = { labelSize: 15, fieldHeight: 50 };
    const all = properties(tokens);
    const px = (name: string) => Number.parseFloat(all[name] ?? "") * 16;
    const row = px("--label-line") + layout.inner + px("--field-height") + layout.inner + px("--error-line");
    expect(row + 2 * layout.edge).toBe(formHeightPx(["number"], 400, tokens));
  });
});
