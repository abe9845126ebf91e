import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, type Frame, type Page } from "@playwright/test";
import type axe from "axe-core";

interface Options {
  /** False if axe cannot know the background: it takes the dark page behind a transparent frame for white. */
  readonly contrast?: boolean;
  /** False leaves the page's iframes out. */
  readonly frames?: boolean;
  /** Selector of the only part of the page that is checked. */
  readonly include?: string;
  /** Selector of a part of the page that is not checked. */
  readonly exclude?: string;
  /** Checks only the rules with these tags. @default every rule that axe runs by default */
  readonly tags?: readonly string[];
}

declare global {
  interface Window {
    readonly axe?: typeof axe;
  }
}

/** The rules of WCAG 2.2 A and AA without axe's best practices, which a test's page without headings and landmarks breaks. */
export const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] as const;

const source = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Finishes every transition and animation of the page and of its frames, also in open shadow roots: a half-faded element has half
 * the contrast. They are finished, not awaited: the browser does not draw a frame below the window, so its animations never end.
 */
export async function settled(page: Page, { frames = true } = {}): Promise<void> {
  for (const frame of frames ? page.frames() : [page.mainFrame()]) {
    await frame.evaluate(() => {
      // The animations of a document do not include those of its shadow roots. The loop also reaches the roots that it adds.
      const roots: (Document | ShadowRoot)[] = [document];
      for (const root of roots) {
        for (const { shadowRoot } of root.querySelectorAll("*")) if (shadowRoot) roots.push(shadowRoot);
        for (const animation of root.getAnimations()) {
          if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
        }
      }
    });
  }
}

/**
 * Runs axe in the page and in its frames, and expects no violation. A frame in which axe cannot run fails the test. Axe's own
 * adapter for Playwright silently omits a frame that takes more than a second, and loads axe into each document for each run.
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
      const results = partials.map((partial) => JSON.parse(partial) as axe.PartialResult);
      const { violations } = (await window.axe?.finishRun(results, options)) ?? {};
      return violations?.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
      );
    },
    { partials: await partialResults(page.mainFrame(), context, options), options },
  );
  expect(found).toEqual([]);
}

/**
 * The partial results of a frame, then those of the frames inside it, in document order, which `axe.finishRun` requires. They are
 * JSON: of an object this large, Playwright copies each property by itself, which takes longer than axe.
 */
async function partialResults(
  frame: Frame,
  context: axe.FrameContextObject,
  options: axe.RunOptions,
): Promise<string[]> {
  if (!(await frame.evaluate(() => window.axe !== undefined))) await frame.evaluate(await source);
  const [selectors, own] = await frame.evaluate(
    async ({ context, options }) => {
      const { axe } = window;
      if (!axe) throw new Error("axe is not in this document.");
      const inner = axe.utils.getFrameContexts(context, options);
      return [inner, JSON.stringify(await axe.runPartial(context, options))] as const;
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
    if (!inner) throw new Error(`axe cannot run in the frame ${JSON.stringify(frameSelector)}.`);
    results.push(...(await partialResults(inner, frameContext, options)));
  }
  return results;
}
