import {
  type ContrastPair,
  contrast,
  contrastPairs,
  defaultLook,
  formHeightPx,
  layout,
  lowContrasts,
  over,
  readColor,
  type Style,
  styleOf,
  type Tokens,
  themes,
  tokenKinds,
} from "@cardpane/contract/appearance";
import { formColorsOf } from "@cardpane/contract/testing";
import { describe, expect, it } from "vitest";
import { propertiesOf } from "./apply-appearance.ts";

/** The assumed backgrounds of a page if the appearance sets none. */
const grounds = { light: "#ffffff", dark: "#12141a" };
const looks = themes.flatMap((theme) =>
  (["light", "dark"] as const).map((scheme) => [theme, scheme] as const),
);

describe.each(looks)("the theme %s, %s", (theme, scheme) => {
  const style = styleOf({ ...defaultLook, theme, scheme, tokens: {} });
  const colors = formColorsOf(style, grounds[scheme]);

  it("has enough contrast everywhere", () => {
    expect(lowContrasts(colors)).toEqual([]);
    expect(
      contrast(over(colors.text, over(colors.field, colors.ground)), over(colors.field, colors.ground)),
    ).toBeGreaterThanOrEqual(7);
    expect(contrast(colors.error, colors.ground)).toBeGreaterThanOrEqual(4.5);
  });

  it("has a value for every token except those of states", () => {
    const missing = Object.keys(tokenKinds).filter((name) => style[name as keyof Style] === undefined);
    expect(
      missing.filter((name) => !/^color.+(Filled|Hover|Autofilled|Focus|Invalid|Disabled)$/.test(name)),
    ).toEqual([]);
  });

  it("shows the focus by a ring of at least 2 px, also on an invalid field", () => {
    expect(Number(style.focusWidth)).toBeGreaterThanOrEqual(2);
    for (const ring of [colors.ring, colors.invalidRing]) {
      expect(contrast(over(ring, colors.ground), colors.ground)).toBeGreaterThanOrEqual(3);
    }
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

  it("of a translucent colour is computed over its background", () => {
    expect(over(readColor("rgba(0, 0, 0, 0.5)"), [255, 255, 255, 1])).toEqual([127.5, 127.5, 127.5, 1]);
    expect(over(readColor("color(srgb 1 0 0 / 0.5)"), [0, 0, 255, 1])).toEqual([127.5, 0, 127.5, 1]);
  });

  it("that is too low is reported with its tokens, its ratio and the required ratio", () => {
    const style = styleOf({
      ...defaultLook,
      scheme: "light",
      tokens: { colorLabel: "#aaaaaa", colorBorder: "#eeeeee" },
    });
    expect(lowContrasts(formColorsOf(style, "#ffffff"))).toEqual([
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

describe("the contrast of the focus", () => {
  const ratio = (tokens: Tokens, what: ContrastPair["what"]) => {
    const style = styleOf({ ...defaultLook, scheme: "light", tokens });
    return contrastPairs(formColorsOf(style, "#ffffff")).find((pair) => pair.what === what)?.ratio ?? 0;
  };

  it("compares only what changes: an invalid field has a red border without focus, so only its ring counts", () => {
    const faint = { colorRing: "#d1d8fe", colorRingInvalid: "#f1c9cd" };
    expect(ratio(faint, "focus on a wrong field")).toBeLessThan(1.6);
    // The border changes from grey to blue, whose contrast to each other is lower than that of either to white.
    expect(ratio(faint, "focus")).toBeLessThan(3);
    expect(ratio({}, "focus on a wrong field")).toBeGreaterThan(5);
  });

  it.each([
    ["0 0 0 3px rgb(0, 0, 0)", 21],
    ["inset 0 0 0 2px rgb(0, 0, 0)", 21],
    ["0 2px 0 0 rgb(0, 0, 0)", 21],
    ["rgb(0, 0, 0) 0px 0px 0px 3px", 21],
    ["0 0 2px 0 rgb(255, 0, 0), 0 0 0 2px rgba(0, 0, 0, 0.5)", 3.95],
    ["0 0 8px 0 rgb(0, 0, 0)", 1],
    ["0 0 2px 2px rgb(0, 0, 0)", 1],
    ["none", 1],
  ])("of an appearance whose ring is the shadow %s is %f", (shadowFocus, wanted) => {
    const look = { colorRing: "transparent", colorRingInvalid: "transparent", colorBorderFocus: "#888fa1" };
    for (const what of ["focus", "focus on a wrong field"] as const)
      expect(ratio({ ...look, shadowFocus }, what)).toBeCloseTo(wanted, 1);
  });

  it("is 1 if an input has no border and no ring", () => {
    const tokens = { borderWidth: 0, colorRing: "transparent", colorRingInvalid: "transparent" };
    expect(ratio(tokens, "focus")).toBe(1);
  });
});

describe("the contrasts of states", () => {
  const pairs = (tokens: Tokens) =>
    contrastPairs(formColorsOf(styleOf({ ...defaultLook, scheme: "light", tokens }), "#ffffff"));
  const ratio = (tokens: Tokens, what: ContrastPair["what"]) =>
    pairs(tokens).find((pair) => pair.what === what)?.ratio;

  it("use the colours of autofilled fields, or those of the field if none are set", () => {
    expect(ratio({}, "autofill")).toBe(ratio({}, "text"));
    const tokens = { colorTextAutofilled: "#777777", colorFieldAutofilled: "#ffffff" };
    expect(ratio(tokens, "autofill")).toBeCloseTo(4.48, 2);
    expect(
      lowContrasts(formColorsOf(styleOf({ ...defaultLook, scheme: "light", tokens }), "#ffffff")),
    ).toMatchObject([{ what: "autofill" }]);
  });

  it("report a disabled field, which WCAG exempts, without a required ratio", () => {
    const faint = pairs({ colorTextDisabled: "#eeeeee" }).filter(({ what }) => what === "disabled");
    expect(faint).toMatchObject([{ least: 0, ratio: expect.closeTo(1.16, 1) as number }]);
    expect(ratio({}, "disabled")).toBeGreaterThan(3);
  });

  it("use the border colour of an invalid field", () => {
    expect(ratio({ colorBorderInvalid: "#eeeeee" }, "edge of a wrong field")).toBeLessThan(1.3);
  });
});

describe("an appearance becomes custom properties", () => {
  const properties = (tokens: Tokens, dark: Tokens = {}, scheme: "light" | "dark" = "light") =>
    propertiesOf({ ...defaultLook, scheme, tokens, dark });

  it("with lengths that scale with the shopper's font size", () => {
    expect(properties({ fieldHeight: 48 })["--field-height"]).toBe("3rem");
    expect(properties({})["--font-size"]).toBe("1rem");
  });

  it("in which the page's tokens override ours, and dark tokens override both", () => {
    const tokens = { colorText: "#111111" };
    expect(properties(tokens)["--color-text"]).toBe("#111111");
    expect(properties(tokens, { colorText: "#eeeeee" })["--color-text"]).toBe("#111111");
    expect(properties(tokens, { colorText: "#eeeeee" }, "dark")["--color-text"]).toBe("#eeeeee");
    expect(properties({}, {}, "dark")["--color-text"]).toBe("#f2f4f8");
  });

  it("in which those of states exist only if the appearance sets them", () => {
    expect(properties({})["--color-text-focus"]).toBe("");
    expect(properties({ colorTextFocus: "#123456" })["--color-text-focus"]).toBe("#123456");
  });

  it("that form a valid list if one of several shadows is none", () => {
    expect(properties({ shadowField: "none" })["--shadow-field"]).toBe("0 0 #0000");
  });

  it("whose rows have the height of the page's skeleton", () => {
    const tokens = { labelSize: 15, fieldHeight: 50 };
    const all = properties(tokens);
    const px = (name: string) => Number.parseFloat(all[name] ?? "") * 16;
    const row =
      px("--label-line") + px("--label-gap") + px("--field-height") + px("--error-gap") + px("--error-line");
    expect(row + 2 * layout.edge).toBe(formHeightPx(["number"], 400, { ...defaultLook, tokens }));
  });
});
