import { type Appearance, defaultLook, formHeightPx, layout } from "@cardpane/contract/appearance";
import type { FieldName } from "@cardpane/contract/messages";
import { describe, expect, it } from "vitest";
import page from "../../../../apps/docs/pages/start/html.md?raw";
import { drawSkeleton, savedCardBoxes } from "./skeleton.ts";

const px = (text: string) => Number.parseFloat(text);

/** The height that a browser computes, because happy-dom has no layout. */
function heightOf(skeleton: HTMLElement): number {
  const rows = [...skeleton.children] as HTMLElement[];
  const heights = rows.map((row) => {
    const { height, marginTop, marginBottom } = (row.firstElementChild as HTMLElement).style;
    return px(height) + px(marginTop) + px(marginBottom);
  });
  const gaps = (rows.length - 1) * px(skeleton.style.gap);
  return 2 * px(skeleton.style.padding) + gaps + heights.reduce((sum, height) => sum + height, 0);
}

const plain: Appearance = { ...defaultLook, scheme: "light", tokens: {}, dark: {} };

describe("the skeleton", () => {
  it.each<[FieldName[], number, Partial<Appearance>]>([
    [["cvv"], 320, {}],
    [["number", "expiry", "cvv"], 320, {}],
    [["number", "expiry", "cvv"], layout.narrowBelow - 1, {}],
    [
      ["number", "expiry", "cvv", "cardholder", "postalCode"],
      500,
      { tokens: { fieldHeight: 60, gap: 20, labelSize: 11 } },
    ],
    [["number", "expiry", "cvv"], 600, { rows: "inline", density: "spacious" }],
    [["number", "expiry", "cvv"], 600, { rows: "stacked", density: "compact" }],
    [["number", "expiry", "cvv"], 320, { rows: "joined" }],
    [["number", "expiry", "cvv"], layout.narrowBelow - 1, { rows: "joined", labels: "floating" }],
    [["number", "expiry", "cvv", "cardholder"], 320, { rows: "joined", density: "compact" }],
    [["number", "expiry", "cvv"], 320, { labels: "floating" }],
    [["number", "expiry", "cvv"], 320, { labels: "hidden" }],
  ])("of %j at %i px with %j is as high as the form will be", (fields, widthPx, choice) => {
    const look = { ...plain, ...choice };
    expect(heightOf(drawSkeleton(fields, widthPx, look))).toBe(formHeightPx(fields, widthPx, look));
  });

  it("has the height that the CSS of the documentation reserves before the script has run", () => {
    const [, heightPx] =
      /card-pane:not\(:defined\) \{\s+display: block;\s+min-height: (\d+)px;/.exec(page) ?? [];
    expect(Number(heightPx)).toBe(formHeightPx(["number", "expiry", "cvv"], 320, plain));
    expect(heightOf(drawSkeleton(["number", "expiry", "cvv"], 320, plain))).toBe(Number(heightPx));
    expect(formHeightPx(["cvv"], 320, plain)).toBe(76);
    expect(formHeightPx(["number", "expiry", "cvv", "cardholder"], 320, plain)).toBe(236);
  });

  it("has a box at the place of each input, and is hidden from assistive technology", () => {
    const skeleton = drawSkeleton(["number", "expiry", "cvv"], 320, { ...plain, tokens: { radius: 12 } });
    expect([...skeleton.children].map((row) => row.children.length)).toEqual([1, 2]);
    expect((skeleton.querySelector("div > div > div") as HTMLElement).style.borderRadius).toBe("12px");
    expect(skeleton.ariaHidden).toBe("true");
    expect(skeleton.textContent).toBe("");
  });

  it("gives the number two columns of an inline row, as the form does", () => {
    const skeleton = drawSkeleton(["number", "expiry", "cvv"], 600, { ...plain, rows: "inline" });
    const [row] = [...skeleton.children] as HTMLElement[];
    expect(skeleton.children).toHaveLength(1);
    expect(row?.style.cssText).toContain("auto-flow");
    const spans = [...(row?.children ?? [])].map((box) => /span 2/.test((box as HTMLElement).style.cssText));
    expect(spans).toEqual([true, false, false]);
  });

  it("has a box for the saved card next to the box of its CVV, or above it in a narrow form", () => {
    const boxes = (widthPx: number) =>
      [...drawSkeleton(savedCardBoxes, widthPx, plain).children].map((row) => row.children.length);
    expect(boxes(320)).toEqual([2]);
    expect(boxes(layout.narrowBelow - 1)).toEqual([1, 1]);
  });
});
