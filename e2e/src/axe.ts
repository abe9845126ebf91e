import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/**
 * Waits until nothing in the page and its frames is on its way from one look to another: what is half there has half the
 * contrast.
 */
export async function settled(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    await frame.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
          .map(({ finished }) => finished),
      ),
    );
  }
}

/** axe over the page and, through its frames unless they are left out, the pane: WCAG 2.2 AA and best practices, and nothing found. */
export async function expectNoFindings(page: Page, { contrast = true, frames = true } = {}): Promise<void> {
  await settled(page);
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
