import {
  contrast,
  defaultLook,
  type FormColors,
  formHeightPx,
  layout,
  lowContrasts,
  over,
  type Rgba,
  readColor,
  type Style,
  styleOf,
  type Tokens,
  themes,
  tokenKinds,
} from "@cardpane/contract/appearance";
import { describe, expect, it } from "vitest";
import { propertiesOf } from "./apply-appearance.ts";

/** What a page's ground may be where it says nothing of its own. */
const grounds = { light: "#ffffff", dark: "#12141a" };
const transparent: Rgba = [0, 0, 0, 0];

/** A colour of a look, those that are made of others resolved. */
function colorOf(style: Style, name: keyof Style): Rgba {
  const text = String(style[name]);
  if (text === "transparent") return transparent;
  const [, property, percent = "100"] =
    /^(?:color-mix\(in srgb, )?var\(--([a-z-]+)\)(?: (\d+)%)?/.exec(text) ?? [];
  if (!property) return readColor(text);
  const token = property.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const [red, green, blue, alpha] = colorOf(style, token as keyof Style);
  return [red, green, blue, (alpha * Number(percent)) / 100];
}

function colorsOf(style: Style, ground: string): FormColors {
  return {
    ground: readColor(ground),
    field: colorOf(style, "colorField"),
    text: colorOf(style, "colorText"),
    placeholder: colorOf(style, "colorPlaceholder"),
    label: colorOf(style, "colorLabel"),
    error: colorOf(style, "colorError"),
    border: Number(style.borderWidth) > 0 ? colorOf(style, "colorBorder") : null,
    focusBorder: colorOf(style, "colorBorderFocus"),
    ring: colorOf(style, "colorRing"),
  };
}

const looks = themes.flatMap((theme) =>
  (["light", "dark"] as const)
    // There is no light night.
    .filter((scheme) => theme !== "night" || scheme === "dark")
    .map((scheme) => [theme, scheme] as const),
);

describe.each(looks)("the theme %s, %s", (theme, scheme) => {
  const style = styleOf({ ...defaultLook, theme, scheme, tokens: {} });
  const colors = colorsOf(style, grounds[scheme]);

  it("has enough contrast everywhere", () => {
    expect(lowContrasts(colors)).toEqual([]);
    expect(
      contrast(over(colors.text, over(colors.field, colors.ground)), over(colors.field, colors.ground)),
    ).toBeGreaterThanOrEqual(7);
    expect(contrast(colorOf(style, "colorDanger"), colors.ground)).toBeGreaterThanOrEqual(4.5);
  });

  it("has a value for every token that is no state's", () => {
    const missing = Object.keys(tokenKinds).filter((name) => style[name as keyof Style] === undefined);
    expect(
      missing.filter((name) => !/^color.+(Filled|Hover|Autofilled|Focus|Invalid|Disabled)$/.test(name)),
    ).toEqual([]);
  });

  it("shows where the focus is", () => {
    expect(Number(style.focusWidth)).toBeGreaterThan(0);
  });
});

describe("contrast", () => {
  it.each([
    ["#000000", "#ffffff", 21],
    ["#777777", "#ffffff", 4.48],
    ["rgb(255, 255, 255)", "color(srgb 1 1 1)", 1],
  ])("of %s on %s is %f", (one, other, ratio) => {
    expect(contrast(readColor(one), readColor(other))).toBeCloseTo(ratio, 2);
  });

  it("of what lets the ground through counts with the ground", () => {
    expect(over(readColor("rgba(0, 0, 0, 0.5)"), [255, 255, 255, 1])).toEqual([127.5, 127.5, 127.5, 1]);
    expect(over(readColor("color(srgb 1 0 0 / 0.5)"), [0, 0, 255, 1])).toEqual([127.5, 0, 127.5, 1]);
  });

  it("that is too low is told with its tokens and both numbers", () => {
    const style = styleOf({
      ...defaultLook,
      scheme: "light",
      tokens: { colorLabel: "#aaaaaa", colorBorder: "#eeeeee" },
    });
    expect(lowContrasts(colorsOf(style, "#ffffff"))).toEqual([
      {
        what: "label",
        tokens: "colorLabel, colorBackground",
        ratio: expect.closeTo(2.32, 2) as number,
        least: 4.5,
      },
      expect.objectContaining({ what: "edge of a field", least: 3 }),
    ]);
  });
});

describe("an appearance becomes custom properties", () => {
  const properties = (tokens: Tokens, dark: Tokens = {}, scheme: "light" | "dark" = "light") =>
    propertiesOf({ ...defaultLook, scheme, tokens, dark });

  it("of lengths that grow with the shopper's font", () => {
    expect(properties({ fieldHeight: 48 })["--field-height"]).toBe("3rem");
    expect(properties({})["--font-size"]).toBe("1rem");
  });

  it("with the page's tokens over ours, and those for dark over both", () => {
    const tokens = { colorText: "#111111" };
    expect(properties(tokens)["--color-text"]).toBe("#111111");
    expect(properties(tokens, { colorText: "#eeeeee" })["--color-text"]).toBe("#111111");
    expect(properties(tokens, { colorText: "#eeeeee" }, "dark")["--color-text"]).toBe("#eeeeee");
    expect(properties({}, {}, "dark")["--color-text"]).toBe("#f2f4f8");
  });

  it("of which those of states are there only where a look has them", () => {
    expect(properties({})["--color-text-focus"]).toBe("");
    expect(properties({ colorTextFocus: "#123456" })["--color-text-focus"]).toBe("#123456");
  });

  it("that join where one of several shadows is none", () => {
    expect(properties({ shadowField: "none" })["--shadow-field"]).toBe("0 0 #0000");
  });

  it("whose rows are as high as the page's skeleton counts them", () => {
    const tokens = { labelSize: 15, fieldHeight: 50 };
    const all = properties(tokens);
    const px = (name: string) => Number.parseFloat(all[name] ?? "") * 16;
    const row =
      px("--label-line") + px("--label-gap") + px("--field-height") + px("--error-gap") + px("--error-line");
    expect(row + 2 * layout.edge).toBe(formHeightPx(["number"], 400, { ...defaultLook, tokens }));
  });
});
