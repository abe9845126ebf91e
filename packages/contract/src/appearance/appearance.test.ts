import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fieldNames } from "../fields/index.ts";
import { formHeightPx, layout, marginsOf, rowsOf, sizesOf } from "./layout.ts";
import { defaultLook, densities, type GivenTokens, labelPlaces, rowKinds, themes } from "./look.ts";
import { parseAppearance } from "./parse.ts";
import { fittingTokens } from "./parse-tokens.ts";
import { propertyName, type TokenName, tokenKinds } from "./tokens.ts";

/** The tokens, or `undefined` if one of them is invalid. */
function parseTokens(given: object) {
  const refused: string[] = [];
  const tokens = fittingTokens(given as GivenTokens, (name) => refused.push(name));
  return refused.length > 0 ? undefined : tokens;
}

const namesOf = (kind: string) =>
  (Object.keys(tokenKinds) as TokenName[]).filter((name) => tokenKinds[name] === kind);

describe("colours", () => {
  it.each([
    "#fff",
    "#FFFa",
    "#123456",
    "#12345678",
    "transparent",
    "rgb(1, 2, 3)",
    "rgba(1,2,3,.5)",
    "rgb(1 2 3 / 50%)",
    "hsl(120deg 50% 50%)",
    "hsla(-1.5, 10%, 20%, 0.1)",
  ])("accept %s", (value) => {
    for (const name of namesOf("color")) expect(parseTokens({ [name]: value })).toEqual({ [name]: value });
  });

  it.each([
    "",
    "red",
    "currentColor",
    "#ff",
    "#ggg",
    "#123456789",
    "url(https://evil.example/)",
    "rgb(1,2,3);color:red",
    "rgb(url(x))",
    "rgb(var(--x))",
    "var(--secret)",
    "expression(alert(1))",
    "rgb(calc(1 + 1) 2 3)",
    "env(x)",
    "color-mix(in srgb, red, blue)",
    "image-set(x)",
    "#fff}",
    "#fff{",
    "#fff;",
    "\\75rl(x)",
    "#fff/**/",
    "#fff\n",
    "rgb(1,2,3)\u0000",
    `rgb(${"1,".repeat(100)}1)`,
  ])("refuse %j", (value) => {
    for (const name of namesOf("color")) expect(parseTokens({ [name]: value })).toBeUndefined();
  });
});

describe("names of fonts", () => {
  it.each(["Inter", "'Source Sans 3', system-ui, sans-serif", '"Times New Roman", serif', "x".repeat(200)])(
    "accept %s",
    (value) => expect(parseTokens({ fontFamily: value })).toEqual({ fontFamily: value }),
  );

  it.each([
    "",
    "x".repeat(201),
    "a;b",
    "a{b}",
    "a\\b",
    "url(x)",
    "var(--x)",
    "a:b",
    "a/b",
    "a\nb",
    "<x>",
    "@import",
    1,
  ])("refuse %j", (value) => expect(parseTokens({ fontFamily: value })).toBeUndefined());
});

describe("lengths and weights", () => {
  it("accept values within their bounds only", () => {
    const pairs = Object.entries(tokenKinds).filter(([, kind]) => typeof kind !== "string");
    expect(pairs.length).toBe(16);
    for (const [name, [min, max]] of pairs as unknown as [string, readonly [number, number]][]) {
      for (const fit of [min, max, (min + max) / 2]) {
        expect(parseTokens({ [name]: fit })).toEqual({ [name]: fit });
      }
      for (const unfit of [min - 0.1, max + 0.1, Number.NaN, Number.POSITIVE_INFINITY, "16", null]) {
        expect(parseTokens({ [name]: unfit }), `${name} ${unfit}`).toBeUndefined();
      }
    }
    for (const weight of [100, 450, 900]) expect(parseTokens({ labelWeight: weight })).toBeDefined();
    for (const weight of [99, 901, 400.5, "400", "bold"]) {
      expect(parseTokens({ labelWeight: weight })).toBeUndefined();
    }
  });
});

describe("an appearance", () => {
  const plain = { ...defaultLook, scheme: "light", tokens: {}, dark: {} };

  it("accepts names of letters as tokens, and reports the invalid ones", () => {
    expect(parseAppearance(plain)).toEqual(plain);
    for (const name of ["__proto__", "color text", "color-text", "", "x".repeat(41)]) {
      const path: string[] = [];
      const tokens = JSON.parse(`{${JSON.stringify(name)}:"#fff"}`) as object;
      expect(parseAppearance({ ...plain, tokens }, path), name).toBeUndefined();
      expect([...path]).toEqual(["tokens", name]);
    }
    for (const value of [null, {}, [], true, Number.NaN, Number.POSITIVE_INFINITY, "x".repeat(501)]) {
      expect(parseAppearance({ ...plain, dark: { radius: value } })).toBeUndefined();
    }
  });

  it("leaves out unknown tokens and keeps the others", () => {
    const refused: string[] = [];
    const given = { constructor: "#fff", toString: 1, background: "#fff", radius: 4, colorText: "url(x)" };
    expect(fittingTokens(given as unknown as GivenTokens, (name) => refused.push(name))).toEqual({
      radius: 4,
    });
    expect(refused).toEqual(["constructor", "toString", "background", "colorText"]);
  });

  it("accepts only known themes, label places, rows and densities", () => {
    const choices = { theme: themes, labels: labelPlaces, rows: rowKinds, density: densities };
    for (const [name, values] of Object.entries(choices)) {
      for (const value of values) expect(parseAppearance({ ...plain, [name]: value })).toBeDefined();
      for (const value of ["", "toString", "dark;", null, 0, undefined]) {
        const path: string[] = [];
        expect(parseAppearance({ ...plain, [name]: value }, path)).toBeUndefined();
        expect([...path]).toEqual([name]);
      }
    }
  });

  it("accepts plain objects only", () => {
    class Tokens {}
    for (const tokens of [null, [], "x", new Map(), new Tokens(), Object.create({ fontSize: 16 })]) {
      expect(parseAppearance({ ...plain, tokens })).toBeUndefined();
    }
  });

  it("refuses every text that could end its CSS property [T-M26]", () => {
    const near = fc.constantFrom(..."#09afrgbhsl(),. %/-\"';{}\\:@*uv");
    const text = fc.oneof(
      fc.string({ unit: near, maxLength: 12 }),
      fc.string({ unit: near, maxLength: 4 }).map((part) => `rgb(1, 2, 3${part})`),
      fc.string({ unit: near, maxLength: 4 }).map((part) => `Inter, ${part}`),
      fc.string({ unit: near, maxLength: 4 }).map((part) => `0 1px 2px #fff${part}`),
    );
    let passed = 0;
    fc.assert(
      fc.property(fc.constantFrom("colorText", "fontFamily", "shadowField"), text, (name, value) => {
        if (!parseTokens({ [name]: value })) return;
        passed += 1;
        expect(value).not.toMatch(/[;{}\\:@*]/);
        expect(value.replace(/(^|[ ,])(rgb|hsl)a?\(/gi, "")).not.toContain("(");
      }),
      { numRuns: 20_000 },
    );
    expect(passed).toBeGreaterThan(1_000);
  });
});

describe("rows", () => {
  it.each([
    [["number", "expiry", "cvv"], 320, [["number"], ["expiry", "cvv"]]],
    [["number", "expiry", "cvv"], layout.narrowBelow - 1, [["number"], ["expiry"], ["cvv"]]],
    [["number", "expiry", "cvv"], layout.narrowBelow, [["number"], ["expiry", "cvv"]]],
    [["expiry", "cvv", "postalCode"], 320, [["expiry", "cvv"], ["postalCode"]]],
    [["expiry", "cardholder", "cvv"], 320, [["expiry"], ["cardholder"], ["cvv"]]],
    [["cvv"], 320, [["cvv"]]],
    [[], 320, []],
  ] as const)("of %j at %i px are %j", (fields, widthPx, rows) => {
    expect(rowsOf(fields, widthPx)).toEqual(rows);
  });

  it("contain every field once, in order, at most two per row", () => {
    const someFields = fc.shuffledSubarray([...fieldNames]);
    fc.assert(
      fc.property(someFields, fc.integer({ min: 0, max: 1_000 }), (fields, widthPx) => {
        const rows = rowsOf(fields, widthPx);
        expect(rows.flat()).toEqual(fields);
        for (const row of rows) expect([1, 2]).toContain(row.length);
      }),
    );
  });
});

describe("rows that are chosen", () => {
  it.each([
    ["stacked", 1_000, [["number"], ["expiry"], ["cvv"]]],
    ["inline", layout.inlineFrom, [["number", "expiry", "cvv"]]],
    ["inline", layout.inlineFrom - 1, [["number"], ["expiry", "cvv"]]],
  ] as const)("%s at %i px are %j", (kind, widthPx, rows) => {
    expect(rowsOf(["number", "expiry", "cvv"], widthPx, kind)).toEqual(rows);
  });

  it("hold three fields at most", () => {
    const fields = ["number", "expiry", "cvv", "postalCode"] as const;
    expect(rowsOf(fields, 1_000, "inline")).toEqual(rowsOf(fields, 1_000, "paired"));
  });

  it("are an empty list without fields", () => {
    expect(rowsOf([], 1_000, "inline")).toEqual([]);
  });
});

describe("heights", () => {
  const look = { ...defaultLook, tokens: {} };
  const row = 24 + 44;

  it("of a row include the label, the input and what is reserved for an error", () => {
    expect(marginsOf(look)).toEqual([20 + 4, 0]);
    expect(
      marginsOf({ ...look, tokens: { labelSize: 10, labelGap: 0, errorSpace: 24, lineHeight: 2 } }),
    ).toEqual([20, 24]);
    for (const labels of ["floating", "hidden"] as const) expect(marginsOf({ ...look, labels })[0]).toBe(0);
  });

  it("of an input depend on the density and the label, unless a token sets them", () => {
    expect(densities.map((density) => sizesOf({ ...look, density }).fieldHeight)).toEqual([36, 44, 52]);
    expect(sizesOf({ ...look, labels: "floating" }).fieldHeight).toBe(44 + layout.floating);
    expect(sizesOf({ ...look, labels: "floating", tokens: { fieldHeight: 40 } }).fieldHeight).toBe(40);
  });

  it("of a form include rows, gaps and the edge for the focus ring", () => {
    const fields = ["number", "expiry", "cvv"] as const;
    expect(formHeightPx(["cvv"], 320, look)).toBe(8 + row);
    expect(formHeightPx(fields, 320, look)).toBe(8 + 2 * row + 12);
    expect(formHeightPx(fields, 200, look)).toBe(8 + 3 * row + 24);
    expect(formHeightPx(fields, 320, { ...look, tokens: { gap: 20 } })).toBe(8 + 2 * row + 20);
    expect(formHeightPx(fields, 600, { ...look, rows: "inline" })).toBe(8 + row);
    expect(formHeightPx(fields, 320, { ...look, rows: "joined" })).toBe(8 + 24 + 89);
    expect(formHeightPx(fields, 200, { ...look, rows: "joined" })).toBe(8 + 24 + 3 * 44 + 1);
    expect(formHeightPx(fields, 600, { ...look, rows: "stacked", density: "compact" })).toBe(
      8 + 3 * (row - 8) + 2 * 8,
    );
  });
});

describe("shadows", () => {
  it.each([
    "none",
    "0 1px 2px rgb(16 20 40 / .05)",
    "inset 0 0 0 1px #888",
    "rgba(0, 0, 0, 0.1) 0px 1px 3px 0px, rgba(0, 0, 0, 0.06) 0px 1px 2px -1px",
    "rgb(1, 2, 3) 0px 0px 0px 3px inset",
    "0 0 0 2px #fff, 0 0 0 4px #00f",
  ])("accept %s", (value) => {
    for (const name of namesOf("shadow")) expect(parseTokens({ [name]: value })).toEqual({ [name]: value });
  });

  it.each([
    "",
    "0",
    "0 1px 2px red",
    "0 100px 2px #000",
    "0 1em 2px #000",
    "0 1px 2px url(x)",
    "0 1px 2px #000;",
    "0 1px 2px var(--x)",
    "0 1px calc(1px) #000",
    Array(7).fill("0 0 1px #000").join(", "),
    "0 1px 2px #000\n",
    2,
  ])("refuse %j", (value) => {
    for (const name of namesOf("shadow")) expect(parseTokens({ [name]: value })).toBeUndefined();
  });
});

describe("the table of tokens", () => {
  it("has a colour for each part of a field in each state, and a unique property name for each token", () => {
    const names = Object.keys(tokenKinds);
    expect(namesOf("color")).toContain("colorBorderAutofilled");
    expect(namesOf("color")).toContain("colorLabelInvalid");
    expect(names.length).toBeGreaterThanOrEqual(50);
    expect(new Set(names.map((name) => propertyName(name))).size).toBe(names.length);
    expect(propertyName("colorTextFocus", "--cardpane-")).toBe("--cardpane-color-text-focus");
  });

  it("accepts borders around a field or below it", () => {
    for (const borderSides of ["all", "bottom"])
      expect(parseTokens({ borderSides })).toEqual({ borderSides });
    for (const borderSides of ["top", "", 1]) expect(parseTokens({ borderSides })).toBeUndefined();
  });
});
