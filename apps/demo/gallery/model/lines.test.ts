/** Tokens and texts as lines. */
import { expect, test } from "vitest";
import { readTexts, readTokens } from "./lines.ts";

test("tokens are read from lines, and from one line", () => {
  const tokens = {
    radius: 2,
    colorText: "rgb(1 2 3 / 50%)",
    fontWeight: 450,
    borderSides: "bottom",
  } as const;
  for (const separator of [";", "\n"]) {
    const lines = Object.entries(tokens).map(([name, value]) => `${name}: ${value}`);
    expect(readTokens(lines.join(separator))).toEqual(tokens);
  }
  expect(readTokens(" radius : 2 \n\n;fontWeight:450;")).toEqual({ radius: 2, fontWeight: 450 });
});

test.each([
  "",
  ";",
  "radius",
  "radius:",
  "radius:big",
  "radius:2px",
  "fontWeight:100.5",
  "colour:#fff",
  "x".repeat(16_001),
])("invalid tokens: %j", (text) => expect(readTokens(text)).toBeUndefined());

test("texts are read by their paths", () => {
  expect(readTexts("labels.cvv: a: b; c\nerrors.cvv.required:d\nretry: e")).toEqual({
    labels: { cvv: "a: b; c" },
    errors: { cvv: { required: "d" } },
    retry: "e",
  });
});

test.each([
  "",
  "labels: x",
  "labels.cvv.a: x",
  "errors.cvv: x",
  "a.b.c.d: x",
  "optional: \u202ex",
  "constructor.name: x",
])("invalid texts: %j", (text) => expect(readTexts(text)).toBeUndefined());
