import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

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

/** axe over the page and, through its frames unless they are left out, the pane: WCAG 2.2 AA and best practices, and nothing found. */
export async function expectNoFindings(page: Page, { contrast = true, frames = true } = {}): Promise<void> {
  await settled(page, { frames });
  const axe = new AxeBuilder({ page });
  if (!frames) axe.exclude("iframe");
  const { violations } = await axe
    .disableRules(contrast ? [] : ["color-contrast"])
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`),
  ).toEqual([]);
}
