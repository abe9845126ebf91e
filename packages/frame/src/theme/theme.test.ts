import {
  defaultLook,
  formHeightPx,
  layout,
  type Style,
  styleOf,
  type Tokens,
  themes,
  tokenKinds,
} from "@cardpane/contract/appearance";
import { lowContrasts } from "@cardpane/contract/testing";
import { describe, expect, it } from "vitest";
import { propertiesOf } from "./apply-appearance.ts";

/** The assumed backgrounds of a page if the appearance sets none. */
const grounds = { light: "#ffffff", dark: "#12141a" };
const looks = themes.flatMap((theme) =>
  (["light", "dark"] as const).map((scheme) => [theme, scheme] as const),
);

describe.each(looks)("the theme %s, %s", (theme, scheme) => {
  const style = styleOf({ ...defaultLook, theme, scheme, tokens: {} });

  it("has enough contrast everywhere", () => {
    expect(lowContrasts(style, grounds[scheme])).toEqual([]);
  });

  it("has a value for every token except those of states", () => {
    const missing = Object.keys(tokenKinds).filter((name) => style[name as keyof Style] === undefined);
    expect(
      missing.filter((name) => !/^color.+(Filled|Hover|Autofilled|Focus|Invalid|Disabled)$/.test(name)),
    ).toEqual([]);
  });

  it("shows the focus by a ring of at least 2 px", () => {
    expect(Number(style.focusWidth)).toBeGreaterThanOrEqual(2);
  });
});

describe("low contrast", () => {
  const low = (tokens: Tokens) =>
    lowContrasts(styleOf({ ...defaultLook, scheme: "light", tokens }), "#ffffff").map(({ what, ratio }) => [
      what,
      Number(ratio.toFixed(2)),
    ]);

  it.each<[Tokens, unknown]>([
    [{ colorText: "#777777" }, [["text", 4.48]]],
    [{ colorField: "transparent", colorText: "rgb(119, 119, 119)" }, [["text", 4.48]]],
    [
      { colorLabel: "#aaaaaa", colorBorder: "#eeeeee" },
      [
        ["label", 2.32],
        ["edge of a field", 1.16],
      ],
    ],
    [{ colorBorderInvalid: "#eeeeee" }, [["edge of an invalid field", 1.16]]],
    [
      { colorRing: "rgb(0 0 0 / .4)", colorRingInvalid: "transparent" },
      [
        ["focus", 2.85],
        ["focus on an invalid field", 1],
      ],
    ],
    [{ borderWidth: 0, colorBorder: "#ffffff" }, []],
  ])("of %j is reported: %j", (tokens, pairs) => {
    expect(low(tokens)).toEqual(pairs);
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
    const tokens = { labelSize: 15, fieldHeight: 50, errorSpace: 23 };
    const all = properties(tokens);
    const px = (name: string) => Number.parseFloat(all[name] ?? "") * 16;
    const row = px("--label-line") + px("--label-gap") + px("--field-height") + px("--error-space");
    expect(row + 2 * layout.edge).toBe(formHeightPx(["number"], 400, { ...defaultLook, tokens }));
  });
});
