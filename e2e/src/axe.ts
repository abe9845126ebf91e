import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, type Frame, type Page } from "@playwright/test";
import type axe from "axe-core";

interface Options {
  /** False where the browser's own ground is not what axe takes it for: a dark page behind a transparent frame. */
  readonly contrast?: boolean;
  /** False leaves the page's iframes out. */
  readonly frames?: boolean;
  /** Sees only this part of the page. */
  readonly include?: string;
  readonly exclude?: string;
  /** Only the rules of these tags; all that axe has switched on, where none is named. */
  readonly tags?: readonly string[];
}

declare global {
  interface Window {
    readonly axe?: typeof axe;
  }
}

/** What the law asks for, without axe's best practices: for pages of a test that are no whole page. */
export const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] as const;

const source = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Ends every transition and animation of the page, and of its frames: what is half there has half the contrast. They are
 * ended, not awaited: in a frame below the window the browser draws nothing, and so no animation of it comes to its end.
 */
export async function settled(page: Page, { frames = true } = {}): Promise<void> {
  for (const frame of frames ? page.frames() : [page.mainFrame()]) {
    await frame.evaluate(() => {
      for (const animation of document.getAnimations()) {
        if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
      }
    });
  }
}

/**
 * axe over the page and, through its frames, the pane: nothing is found. A frame that axe cannot look into fails the test; axe's own
 * adapter for Playwright leaves it out silently after a second, and sends axe anew into every document each time.
 */
export async function expectNoFindings(
  page: Page,
  { contrast = true, frames = true, include, exclude, tags }: Options = {},
): Promise<void> {
  await settled(page, { frames });
  const context = {
    include: include ? [[include]] : [],
    exclude: [...(exclude ? [[exclude]] : []), ...(frames ? [] : [["iframe"]])],
  };
  const options: axe.RunOptions = {
    ...(tags && { runOnly: { type: "tag", values: [...tags] } }),
    ...(!contrast && { rules: { "color-contrast": { enabled: false } } }),
    resultTypes: ["violations"],
  };
  const found = await page.evaluate(
    async ({ partials, options }) => {
      const { violations } = (await window.axe?.finishRun(partials, options)) ?? {};
      return violations?.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
      );
    },
    { partials: await partialResults(page.mainFrame(), context, options), options },
  );
  expect(found).toEqual([]);
}

/** What axe finds in a frame and then in the frames inside it, in their order. */
async function partialResults(
  frame: Frame,
  context: axe.FrameContextObject,
  options: axe.RunOptions,
): Promise<axe.PartialResult[]> {
  if (!(await frame.evaluate(() => window.axe !== undefined))) await frame.evaluate(await source);
  const [selectors, own] = await frame.evaluate(
    async ({ context, options }) => {
      const { axe } = window;
      if (!axe) throw new Error("axe is not in this document.");
      const inner = axe.utils.getFrameContexts(context, options);
      return [inner, await axe.runPartial(context, options)] as const;
    },
    { context, options },
  );
  const results = [own];
  for (const { frameSelector, frameContext } of selectors) {
    const element = await frame.evaluateHandle(
      (selector) => window.axe?.utils.shadowSelect(selector),
      frameSelector,
    );
    const inner = await element.asElement()?.contentFrame();
    if (!inner) throw new Error(`axe cannot look into the frame ${JSON.stringify(frameSelector)}.`);
    results.push(...(await partialResults(inner, frameContext, options)));
  }
  return results;
}
