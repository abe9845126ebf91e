import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fieldNames } from "../messages/types.ts";
import { formHeightPx, layout, rowHeightPx, rowsOf } from "./layout.ts";
import { parseAppearance } from "./parse.ts";
import { parseTokens } from "./parse-tokens.ts";
import { type TokenName, tokenKinds } from "./tokens.ts";

const namesOf = (kind: string) =>
  (Object.keys(tokenKinds) as TokenName[]).filter((name) => tokenKinds[name].kind === kind);

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
  ])("take %s", (value) => {
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
    "take %s",
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
  it("take their bounds and nothing beyond", () => {
    for (const name of namesOf("px")) {
      const kind = tokenKinds[name];
      if (kind.kind !== "px") throw new Error("not a length");
      for (const fit of [kind.min, kind.max, (kind.min + kind.max) / 2]) {
        expect(parseTokens({ [name]: fit })).toEqual({ [name]: fit });
      }
      for (const unfit of [
        kind.min - 0.1,
        kind.max + 0.1,
        Number.NaN,
        Number.POSITIVE_INFINITY,
        "16",
        null,
      ]) {
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
  const plain = { scheme: "light", tokens: {}, dark: {} };

  it("takes known tokens only, and says which is not", () => {
    expect(parseAppearance(plain)).toEqual(plain);
    for (const name of ["background", "__proto__", "constructor", "color text", ""]) {
      const path: string[] = [];
      const tokens = JSON.parse(`{${JSON.stringify(name)}:"#fff"}`) as object;
      expect(parseAppearance({ ...plain, tokens }, path), name).toBeUndefined();
      expect(path).toEqual(["tokens", name]);
    }
  });

  it("takes plain objects only", () => {
    class Tokens {}
    for (const tokens of [null, [], "x", new Map(), new Tokens(), Object.create({ fontSize: 16 })]) {
      expect(parseAppearance({ ...plain, tokens })).toBeUndefined();
    }
  });

  it("lets no text through that could leave its property", () => {
    const near = fc.constantFrom(..."#09afrgbhsl(),. %/-\"';{}\\:@*uv");
    const text = fc.oneof(
      fc.string({ unit: near, maxLength: 12 }),
      fc.string({ unit: near, maxLength: 4 }).map((part) => `rgb(1, 2, 3${part})`),
      fc.string({ unit: near, maxLength: 4 }).map((part) => `Inter, ${part}`),
    );
    let passed = 0;
    fc.assert(
      fc.property(fc.constantFrom("colorText", "fontFamily"), text, (name, value) => {
        if (!parseTokens({ [name]: value })) return;
        passed += 1;
        expect(value).not.toMatch(/[;{}\\:@*]/);
        expect(value.replace(/^(rgb|hsl)a?\(/, "")).not.toContain("(");
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

  it("hold every field once, in order, two at most in a row", () => {
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

describe("heights", () => {
  it("of a row count label, input and the line kept for an error", () => {
    expect(rowHeightPx({})).toBe(20 + 4 + 44 + 4 + 19);
    expect(rowHeightPx({ fieldHeight: 60, labelSize: 10 })).toBe(14 + 4 + 60 + 4 + 19);
  });

  it("of a form count rows, gaps and the edge for the focus ring", () => {
    const row = rowHeightPx({});
    expect(formHeightPx(["cvv"], 320, {})).toBe(8 + row);
    expect(formHeightPx(["number", "expiry", "cvv"], 320, {})).toBe(8 + 2 * row + 4);
    expect(formHeightPx(["number", "expiry", "cvv"], 200, {})).toBe(8 + 3 * row + 8);
    expect(formHeightPx(["number", "expiry", "cvv"], 320, { gap: 20 })).toBe(8 + 2 * row + 20);
  });
});
