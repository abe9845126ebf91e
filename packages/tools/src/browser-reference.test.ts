import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { errorCodes } from "../../contract/src/errors/index.ts";
import { browserReference, referencePath } from "./browser-reference.ts";

const reference = browserReference();

describe("the reference of @cardpane/browser", () => {
  it("is current: after a change run packages/tools/src/browser-reference.ts", () => {
    expect(readFileSync(referencePath, "utf8")).toBe(reference);
  });

  it.each([
    ...Object.keys(errorCodes),
    "loadTimeoutMs",
    "debug",
    "saved-card",
    "tokenize",
    "binchange",
    "focused",
    "radius",
  ])("has a row for %s, with a description", (name) => {
    const row = reference.split("\n").find((line) => line.startsWith(`| \`${name}\` |`));
    expect(row?.split("|").at(-2)?.trim().length).toBeGreaterThan(4);
  });
});
