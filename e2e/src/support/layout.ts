/** The layout of a pane: misplaced parts, its height, and wider text spacing. */
import type { Frame } from "@playwright/test";
import { findMisplaced } from "./find-misplaced.ts";
import { expect } from "./fixtures.ts";

/** Describes parts that are cut, that cover another part, or that are not level with their neighbours. */
export function misplaced(frame: Frame): Promise<readonly string[]> {
  return frame.evaluate(findMisplaced);
}

/** The height of the form in its frame, in CSS pixels. */
export function formHeight(frame: Frame): Promise<number> {
  return frame.evaluate(() => document.querySelector("cardpane-form")?.getBoundingClientRect().height ?? 0);
}

/** Waits until the page has made the frame as high as its form. */
export async function expectFrameFits(frame: Frame): Promise<void> {
  await expect
    .poll(() =>
      frame.evaluate(
        () =>
          innerHeight -
          Math.ceil(document.querySelector("cardpane-form")?.getBoundingClientRect().height ?? 0),
      ),
    )
    .toBe(0);
}

/** Applies the text spacing of WCAG 1.4.12. */
export function spaceText(frame: Frame): Promise<void> {
  return frame.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      "* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }",
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
}
