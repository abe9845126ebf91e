/**
 * The back-forward cache, in the whole Chromium, which alone has one: a pane comes back alive, and without a digit of what was
 * typed.
 */
import type { CardPaneElement } from "@cardpane/browser";
import type { Page } from "@playwright/test";
import { expect, test, wholeChromium } from "../support/fixtures.ts";
import { someOf } from "../support/lanes.ts";
import { merchantPage, paneTag, splitTag } from "../support/pages.ts";
import { goodCard, openPane, openSplitPane } from "../support/pane-object.ts";
import { undoKeys } from "../support/undo-keys.ts";

test.use(wholeChromium);

declare global {
  interface Window {
    /** Fields that a snapshot reported as filled in. */
    filled: string[];
  }
}

const names = ["number", "expiry", "cvv"] as const;

const forms = [
  ["one frame", paneTag(), openPane],
  ["one frame per field", splitTag(), openSplitPane],
] as const;

const elsewhere = "<!doctype html><title>Elsewhere</title>";

/** Goes to another page and back, as a person does, and returns whether the page came from the back-forward cache. */
async function awayAndBack(page: Page, url: string): Promise<boolean | undefined> {
  await page.evaluate(() =>
    addEventListener("pageshow", ({ persisted }) => Object.assign(window, { persisted })),
  );
  await page.evaluate((there) => location.assign(there), url);
  await expect(page).toHaveTitle("Elsewhere");
  // Not by `page.goBack()`, which waits for a load event that never comes.
  await page.evaluate(() => history.back());
  await expect(page).toHaveTitle("Merchant");
  return page.evaluate(() => window.persisted);
}

const shown = (page: Page) => page.evaluate(() => document.querySelector("card-pane")?.snapshot);

for (const [form, tag, open] of someOf(forms, 1)) {
  test(`the cache brings the pane back alive, empty, and good for a token (${form})`, async ({
    page,
    stack,
  }) => {
    const pane = await open(page, stack, merchantPage(stack, tag));
    await pane.paste(goodCard);
    await expect.poll(async () => (await shown(page))?.valid).toBe(true);
    expect(await awayAndBack(page, stack.site.serve(elsewhere)), "from the cache").toBe(true);
    await expect.poll(async () => (await shown(page))?.empty).toBe(true);
    // Playwright has lost the restored frame, so the test uses the keyboard. The frame loses a key pressed before it resumes.
    await expect(async () => {
      await page.evaluate(() => {
        const pane = document.querySelector("card-pane") as CardPaneElement;
        pane.clear();
        pane.focus("number");
      });
      for (const name of names) {
        await expect.poll(async () => (await shown(page))?.fields[name]?.focused, name).toBe(true);
        await page.keyboard.type(goodCard[name] ?? "");
        await page.keyboard.press("Tab");
      }
      await expect.poll(async () => (await shown(page))?.valid, { timeout: 1_000 }).toBe(true);
    }).toPass();
    expect((await pane.tokenize()).token).toBeTruthy();
  });
}

for (const [form, , open] of someOf(forms, 0)) {
  test(`the cache brings back the page's values (${form})`, async ({ page, stack }) => {
    const fields = "number expiry cvv cardholder";
    const values = `values='{"cardholder":"Ada Example"}'`;
    const tag = open === openPane ? paneTag(`fields="${fields}" ${values}`) : splitTag(fields, values);
    const pane = await open(page, stack, merchantPage(stack, tag));
    await pane.paste(goodCard);
    await expect.poll(async () => (await shown(page))?.valid).toBe(true);
    expect(await awayAndBack(page, stack.site.serve(elsewhere)), "from the cache").toBe(true);
    await expect.poll(async () => (await shown(page))?.fields.number?.empty).toBe(true);
    await expect.poll(async () => (await shown(page))?.fields.cardholder?.valid).toBe(true);
  });
}

for (const [form, tag, open] of someOf(forms, 0)) {
  test(`nothing comes back out of the back-forward cache (${form}) [T-C8]`, async ({ page, stack }) => {
    const pane = await open(page, stack, merchantPage(stack, tag));
    await pane.type(goodCard);
    // A pending change would be reported only after the page is back.
    await expect.poll(async () => (await pane.snapshot()).valid).toBe(true);
    await page.evaluate(() => {
      const filled: string[] = [];
      Object.assign(window, { filled });
      addEventListener("pageshow", () => {
        document.querySelector("card-pane")?.addEventListener("change", () => {
          const { snapshot } = document.querySelector("card-pane") as CardPaneElement;
          for (const [name, { empty }] of Object.entries(snapshot?.fields ?? {}))
            if (!empty) filled.push(name);
        });
      });
    });
    expect(await awayAndBack(page, stack.site.serve(elsewhere)), "from the cache").toBe(true);
    await expect.poll(async () => (await shown(page))?.empty).toBe(true);
    // Playwright has lost the restored frames, so the test uses the keyboard.
    for (const name of names) {
      await expect(async () => {
        await page.evaluate((field) => document.querySelector("card-pane")?.focus(field), name);
        await expect
          .poll(async () => (await shown(page))?.fields[name]?.focused, { timeout: 1_000 })
          .toBe(true);
      }).toPass();
      for (const key of undoKeys) await page.keyboard.press(key);
    }
    // When this key has been handled, the earlier ones have been handled, too.
    await page.keyboard.type("1");
    await expect.poll(async () => (await shown(page))?.fields.cvv?.empty).toBe(false);
    expect([...new Set(await page.evaluate(() => window.filled))]).toEqual(["cvv"]);
    await page.keyboard.press("Backspace");
    await expect.poll(async () => (await shown(page))?.empty).toBe(true);
  });
}
