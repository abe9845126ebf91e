/** Joined rows: number above, expiry and CVV below, in one frame with one line for errors. */
import type { Frame } from "@playwright/test";
import { locales } from "../../../packages/frame/src/locale/index.ts";
import { expectNoFindings, wcag } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { someOf } from "../support/lanes.ts";
import { expectFrameFits, formHeight } from "../support/layout.ts";
import { merchantPage, paneTag, splitTag } from "../support/pages.ts";
import { openPane, openSplitPane } from "../support/pane-object.ts";

/** The edges of an input, and its corners from the top left one clockwise. */
interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly corners: readonly number[];
}

/** The boxes of the inputs of a form, which has these at least. */
async function boxes(frame: Frame): Promise<Record<"number" | "expiry" | "cvv", Box>> {
  const all: Record<string, Box> = await frame.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>(".box > input, .box > select")].map((input) => {
        const { left, right, top, bottom } = input.getBoundingClientRect();
        const style = getComputedStyle(input);
        const corners = [
          style.borderTopLeftRadius,
          style.borderTopRightRadius,
          style.borderBottomRightRadius,
          style.borderBottomLeftRadius,
        ].map(Number.parseFloat);
        return [input.id, { left, right, top, bottom, corners }];
      }),
    ),
  );
  return all as Record<"number" | "expiry" | "cvv", Box>;
}

const looks = [
  ["1280 px", 1280, "", "light"],
  ["390 px", 390, "", "light"],
  ["320 px", 320, "", "light"],
  ["390 px, right to left", 390, 'locale="ar"', "light"],
  ["390 px, dark", 390, 'scheme="dark"', "dark"],
  ["390 px, forced colours", 390, "", "forced"],
  ["390 px, forced colours, flat", 390, 'theme="flat"', "forced"],
  ["390 px, flat", 390, 'theme="flat"', "light"],
  ["390 px, line", 390, 'theme="line"', "light"],
  ["390 px, none", 390, 'theme="none"', "light"],
  ["390 px, floating labels", 390, 'labels="floating"', "light"],
] as const;

for (const [what, width, attributes, colours] of looks) {
  test(`joined fields share their edges: ${what}`, async ({ page, stack }, info) => {
    await page.setViewportSize({ width, height: 700 });
    if (colours === "forced") await page.emulateMedia({ forcedColors: "active" });
    const style = colours === "dark" ? "background: #14161c; color: #f2f4f8" : "";
    const head = `<style>body { margin: 24px; max-width: 480px; ${style} }</style>`;
    const html = merchantPage(stack, paneTag(`rows="joined" ${attributes}`), { head });
    const rtl = attributes.includes("locale");
    const pane = await openPane(page, stack, html, {}, rtl ? "ar" : "en");
    const frame = pane.frame();
    const { number, expiry, cvv } = await boxes(frame);
    const isFloating = attributes.includes("floating");
    expect(await formHeight(frame)).toBe(isFloating ? 8 + 2 * 54 + 1 : 8 + 24 + 89);
    await expectFrameFits(frame);
    const [start, end] = rtl ? [cvv, expiry] : [expiry, cvv];
    const hasBox = !/flat|line|none/.test(attributes) || colours === "forced";
    const shared = hasBox ? 1 : 0;
    expect(start.top).toBe(number.bottom - shared);
    expect([start.left, end.right, end.top, end.bottom]).toEqual([
      number.left,
      number.right,
      start.top,
      start.bottom,
    ]);
    expect(end.left).toBeCloseTo(start.right - (hasBox ? 1 : -1), 5);
    const [top, bottom] = attributes.includes("flat")
      ? [6, 0]
      : /line|none/.test(attributes)
        ? [0, 0]
        : [8, 8];
    expect([number.corners, start.corners, end.corners]).toEqual([
      [top, top, 0, 0],
      [0, 0, 0, bottom],
      [0, 0, bottom, 0],
    ]);
    await page.evaluate(() => document.querySelector("card-pane")?.validate());
    const texts = locales[rtl ? "ar" : "en"].errors;
    const line = frame.locator("form > .error");
    await expect(line).toHaveText(texts.number.required);
    for (const [name, text] of [
      ["number", texts.number.required],
      ["expiry", texts.expiry.required],
      ["cvv", texts.cvv.required],
    ] as const)
      expect(await pane.error(name)).toBe(text);
    await pane.field("number").focus();
    await page.screenshot({ path: info.outputPath("joined.png") });
    await expectNoFindings(page, { tags: wcag, contrast: colours === "light" });
    await pane.type({ number: "4242424242424242" });
    await expect(line).toHaveText(texts.expiry.required);
    await pane.type({ expiry: "1239", cvv: "123" });
    await expect(line).toHaveText("");
    await expectFrameFits(frame);
  });
}

test("joined fields in a frame too narrow for pairs are all below one another", async ({ page, stack }) => {
  await page.setViewportSize({ width: 256, height: 700 });
  const pane = await openPane(page, stack, merchantPage(stack, paneTag('rows="joined"')));
  const { number, expiry, cvv } = await boxes(pane.frame());
  expect(await formHeight(pane.frame())).toBe(8 + 24 + 3 * 44 + 1);
  expect([expiry.top, cvv.top]).toEqual([number.bottom - 1, expiry.bottom - 1]);
  expect([number.corners, expiry.corners, cvv.corners]).toEqual([
    [8, 8, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 8, 8],
  ]);
});

for (const fields of someOf(["expiry cvv number", "number cardholder? expiry cvv postalCode?"], 0)) {
  test(`joined fields in another order: ${fields}`, async ({ page, stack }) => {
    const html = merchantPage(stack, paneTag(`rows="joined" fields="${fields}"`));
    const pane = await openPane(page, stack, html);
    const all = Object.values(await boxes(pane.frame()));
    const top = Math.min(...all.map((box) => box.top));
    const bottom = Math.max(...all.map((box) => box.bottom));
    const left = Math.min(...all.map((box) => box.left));
    const right = Math.max(...all.map((box) => box.right));
    for (const box of all) {
      const [isTop, isBottom] = [box.top === top, box.bottom === bottom];
      const [isLeft, isRight] = [box.left === left, box.right === right];
      const wanted = [isTop && isLeft, isTop && isRight, isBottom && isRight, isBottom && isLeft];
      expect(box.corners).toEqual(wanted.map((isOutside) => (isOutside ? 8 : 0)));
    }
  });
}

test("fields in frames of their own are not joined, and the console says so", async ({
  page,
  stack,
  watch,
}) => {
  const pane = await openSplitPane(
    page,
    stack,
    merchantPage(stack, splitTag("number expiry cvv", 'rows="joined"')),
  );
  expect(await formHeight(await pane.frameOf("number"))).toBe(8 + 24 + 44);
  expect(watch.consoleLines.filter((line) => line.includes("joined rows")).length).toBeGreaterThan(0);
});
