/** The accessibility check that the other tests use. */
import { expectNoFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { merchantPage, paneTag } from "./pages.ts";
import { openPane } from "./pane-object.ts";

test("the accessibility check reports what is wrong in the page, and in an iframe of another site", async ({
  page,
  stack,
}) => {
  const pane = await openPane(page, stack, merchantPage(stack, `<h1>Pay</h1>${paneTag()}`));
  await expectNoFindings(page);
  await pane.frame().evaluate(() => document.body.append(document.createElement("img")));
  await expect(expectNoFindings(page)).rejects.toThrow(/image-alt: .*iframe.* img/);
  await expectNoFindings(page, { frames: false });
  await page.evaluate(() => document.documentElement.removeAttribute("lang"));
  await expect(expectNoFindings(page, { frames: false })).rejects.toThrow(/html-has-lang: html/);
});
