import { describe, expect, it } from "vitest";
import { unfit } from "./minimum.ts";

describe("a script for the oldest browsers", () => {
  it.each([
    ["class A { static { A.x = 1 } }", "static block"],
    ["class A{static{A.x=1}}", "static block"],
    ["x = /(?<![0-9])1/", "lookbehind"],
    ["x = RegExp(`(?<=a)b`)", "lookbehind"],
    ["Object.hasOwn(a, 'b')", "hasOwn"],
    ["Array.from(bytes, f)", "Array.from"],
    ["list.reduce(f, 0)", "lists"],
    ["for (const [a, b] of list.entries()) x()", "lists"],
    ["performance.now()", "variable of the page"],
    ["list.findLast(f)", "lists"],
    ["list.toSorted()", "lists"],
    ["structuredClone(a)", "function"],
    ["URL.canParse(a)", "function"],
    ["AbortSignal.timeout(5)", "signal"],
    ["element.checkVisibility()", "elements"],
    ["internals.setFormValue(a)", "formdata"],
    ['input.matches(":focus, :autofill")', ":is(:autofill)"],
    ["new CSSStyleSheet", "constructed style sheets"],
    ['link.rel = "modulepreload"', "modulepreload"],
    ["x = `.a{height:100dvh}`", "dvh"],
    ["x = `.a { width: 1px; max-height: calc(100dvh - 2px) }`", "dvh"],
    ["x = /[\\p{L}--a]/v", "syntax"],
    ["using x = y()", "syntax"],
    ["import a from 'b' with { type: 'json' }", "syntax"],
  ])("may not hold %s", (code, why) => {
    expect(unfit(code, { sourceType: "module", isInPage: true }).join("; ")).toContain(why);
  });

  it.each([
    "class A { static x = 1; #y = 2; static z() { return #y in this } get [Symbol.iterator]() { return a ??= b } }",
    "x = /(?=a)(?!b)(?<name>c)/; [1].at(-1); a?.checkVisibility?.()",
    'input.matches(":is(:autofill)"); input.matches(":is(:focus, :hover, :autofill)")',
    'if ("replaceSync" in CSSStyleSheet.prototype) new CSSStyleSheet()',
    'x = link.relList.supports("modulepreload") ? "modulepreload" : 0',
    "x = `.a{height:100vh;height:100dvh}.b { max-height: calc(100vh - 2px); max-height: calc(100dvh - 2px); }`",
    "await import('./a.js')",
  ])("may hold %s", (code) => {
    expect(unfit(code, { sourceType: "module", isInPage: true })).toEqual([]);
  });

  it("of the frame, where no script of a page runs, may use what pages replace", () => {
    const code = "Array.from(list); list.reduce(f); performance.now()";
    expect(unfit(code, { sourceType: "script", isInPage: false })).toEqual([]);
  });
});
