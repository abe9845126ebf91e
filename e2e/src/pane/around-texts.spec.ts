/** The texts around the frame, in the shopper's language: the iframe's name, the dialog, a failed load and its button. */
import type { CardPaneElement } from "@cardpane/browser";
import { pageTexts } from "@cardpane/contract/page-texts";
import type { Page } from "@playwright/test";
import { locales } from "../../../packages/frame/src/locale/index.ts";
import { expect, test } from "../support/fixtures.ts";
import { someOf } from "../support/lanes.ts";
import { challenged } from "../support/next-action-object.ts";
import { merchantPage, paneTag, splitTag } from "../support/pages.ts";
import { openPane, openSplitPane, PaneObject } from "../support/pane-object.ts";

/** Opens the dialog of a next action through the pane, without waiting for its end. */
const openDialog = (page: Page, payment: object) =>
  page.evaluate((given) => {
    const pane = document.querySelector("card-pane") as CardPaneElement;
    void pane.handleNextAction(given, { mode: "dialog" });
  }, payment);

for (const language of someOf(["de", "ar"] as const, 1)) {
  const { title, failed, retry, dialog } = pageTexts[language];

  test(`a page in ${language}: name, dialog, failure and button are in its language, without another request`, async ({
    page,
    stack,
    watch,
  }) => {
    watch.expectedErrors.push(/^CardpaneError: .*\(load_\w+\)$/, /ERR_BLOCKED_BY_CLIENT|Failed to load/);
    const dir = language === "ar" ? "rtl" : "ltr";
    const html = (tag: string) =>
      merchantPage(stack, tag).replace('<html lang="en">', `<html lang="${language}" dir="${dir}">`);
    const loaded: string[] = [];
    page.on("request", (request) => {
      if (/page-texts/.test(request.url())) loaded.push(request.url());
    });

    await test.step("the iframe has its name", async () => {
      await openPane(page, stack, html(paneTag()), {}, language);
      await expect(page.locator("card-pane iframe")).toHaveAttribute("title", title);
      await expect(page.locator("card-pane iframe")).toHaveAttribute("lang", language);
    });

    await test.step("the dialog uses the texts that the frame has sent", async () => {
      await openDialog(page, await challenged(stack));
      const opened = page.getByRole("dialog", { name: dialog.title });
      await expect(opened.locator("iframe")).toHaveAttribute("title", dialog.title);
      expect(await opened.evaluate((element) => getComputedStyle(element).direction)).toBe(dir);
      const close = opened.getByRole("button", { name: dialog.close });
      const [at, heading] = [await close.boundingBox(), await opened.getByRole("heading").boundingBox()];
      expect(Math.sign((at?.x ?? 0) - (heading?.x ?? 0))).toBe(dir === "rtl" ? -1 : 1);
      await close.click();
      await expect(opened).toHaveCount(0);
    });

    await test.step("another language renames it", async () => {
      const other = language === "de" ? "ar" : "de";
      await page.evaluate((tag) => document.querySelector("card-pane")?.setAttribute("locale", tag), other);
      await expect(page.locator("card-pane iframe")).toHaveAttribute("title", pageTexts[other].title);
    });

    await test.step("each field's own frame has its name", async () => {
      await openSplitPane(page, stack, html(splitTag("number cvv")));
      for (const name of ["number", "cvv"] as const)
        await expect(page.locator(`card-pane-field[name=${name}] iframe`)).toHaveAttribute(
          "title",
          `${title}: ${locales[language].labels[name]}`,
        );
    });

    expect(loaded).toEqual([]);

    await test.step("no frame answers: the message and its button come when they are needed", async () => {
      await page.route(/\/frame\?/, (route) => route.abort("blockedbyclient"));
      await page.goto(stack.site.serve(html(paneTag())));
      const alert = page.getByRole("alert").filter({ hasText: failed });
      await expect(alert).toBeVisible();
      await expect(alert).toHaveAttribute("lang", language);
      expect(await alert.evaluate((element) => getComputedStyle(element).direction)).toBe(dir);
      expect(loaded).toHaveLength(1);
      await page.unroute(/\/frame\?/);
      await alert.getByRole("button", { name: retry }).click();
      const pane = await new PaneObject(page, page.locator("card-pane"), language).ready();
      await expect(pane.field("number")).toBeVisible();
      await expect(page.locator("card-pane iframe")).toHaveAttribute("title", title);
    });
  });
}
