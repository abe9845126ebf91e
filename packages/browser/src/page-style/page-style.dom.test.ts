import { afterEach, describe, expect, it, vi } from "vitest";
import { readPageStyle } from "./page-style.ts";
import { declarationsFor } from "./state-rules.ts";

afterEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

/** A page with a style sheet and an input; returns the input. */
function page(css: string, html = '<div class="box"><input id="email" class="text"></div>'): HTMLElement {
  document.head.innerHTML = `<style>${css}</style>`;
  document.body.innerHTML = `${html}<p id="card"></p>`;
  return document.querySelector("input") as HTMLElement;
}

const focus = () => /:focus(-visible)?(?![\w-])/g;

describe("the rules of a state", () => {
  it.each<[string, string, string]>([
    ["the later of two equal ones", "input:focus { color: red } input:focus { color: blue }", "blue"],
    ["the more specific one", "#email:focus { color: red } input.text:focus { color: blue }", "red"],
    ["a class before an element", ".text:focus { color: red } div input:focus { color: blue }", "red"],
    ["one of a list", "a:focus, .box input:focus { color: red }", "red"],
    ["one with :focus-visible", "input:focus-visible { color: red }", "red"],
    ["none that excludes the state", "input:focus { color: red } input:not(:focus) { color: blue }", "red"],
    ["none of another element", "input:focus { color: red } textarea:focus { color: blue }", "red"],
    ["none of another state", "input:focus { color: red } input:hover { color: blue }", "red"],
    ["none with :focus-within", "input:focus { color: red } input:focus-within { color: blue }", "red"],
  ])("are read in the order of the cascade: %s", (_, css, color) => {
    expect(declarationsFor(page(css), focus()).get("color")?.[1]).toBe(color);
  });

  it("have only the properties that a token can have, and custom properties", () => {
    const input = page("input:focus { color: red; display: none; --ring: blue; transform: none }");
    expect([...declarationsFor(input, focus()).keys()].sort()).toEqual(["--ring", "color"]);
  });

  it("skip a style sheet that cannot be read, because it has another origin", () => {
    const input = page("input:focus { color: red }");
    const unreadable = {
      get cssRules(): never {
        throw new DOMException("", "SecurityError");
      },
    };
    const sheets = [unreadable, ...document.styleSheets];
    vi.spyOn(Document.prototype, "styleSheets", "get").mockReturnValue(sheets as unknown as StyleSheetList);
    expect(declarationsFor(input, focus()).get("color")?.[1]).toBe("red");
  });
});

describe("the look of a page", () => {
  const host = () => document.querySelector("#card") as HTMLElement;

  it("is that of the input which `match` selects, overridden by custom properties of the element", () => {
    page("input { font-size: 20px; font-weight: 700 }");
    host().style.setProperty("--cardpane-font-size", "1rem");
    const style = readPageStyle({ match: () => "#email", onChange: () => {} });
    expect(style.tokensOf(host())).toMatchObject({ fontSize: 16, fontWeight: 700 });
    style.stop();
  });

  it("is read when the input is added, and an absent one is named once in the console", async () => {
    page("", "");
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const onChange = vi.fn();
    const style = readPageStyle({ match: () => "#email", onChange });
    expect([style.tokensOf(host()), style.tokensOf(host())]).toEqual([{}, {}]);
    expect(error).toHaveBeenCalledOnce();
    document.body.insertAdjacentHTML("beforeend", '<input id="email" style="font-size: 21px">');
    await expect.poll(() => onChange.mock.calls.length).toBeGreaterThan(0);
    expect(style.tokensOf(host())).toMatchObject({ fontSize: 21 });
    style.stop();
  });

  it("never is that of a form, whose controls may shadow its members", () => {
    page("", '<form id="email"><input name="matches"></form>');
    vi.spyOn(console, "error").mockImplementation(() => {});
    const style = readPageStyle({ match: () => "#email", onChange: () => {} });
    expect(style.tokensOf(host())).toEqual({});
    style.stop();
  });

  it("ignores an invalid custom property, and names it once", () => {
    page("");
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    host().style.setProperty("--cardpane-radius", "wide");
    host().style.setProperty("--cardpane-gap", "4px");
    const style = readPageStyle({ match: () => null, onChange: () => {} });
    expect([style.tokensOf(host()), style.tokensOf(host())]).toEqual([{ gap: 4 }, { gap: 4 }]);
    expect(error.mock.calls).toEqual([[expect.stringContaining("--cardpane-radius")]]);
    style.stop();
  });
});
