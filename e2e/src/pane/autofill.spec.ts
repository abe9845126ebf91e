/** Chromium's own autofill, by its debugging protocol: the page receives one event for each act, with the names of the fields. */
import { autofill, listenToAutofill } from "../support/autofill-object.ts";
import { exchange } from "../support/exchange.ts";
import { expect, test, wholeChromium } from "../support/fixtures.ts";
import { someOf } from "../support/lanes.ts";
import { merchantPage, paneTag, splitTag } from "../support/pages.ts";
import { openPane, openSplitPane } from "../support/pane-object.ts";

const names = ["number", "expiry", "cvv", "cardholder"] as const;

test.use(wholeChromium);

test.describe("Chromium's own", () => {
  for (const from of someOf(names, 0)) {
    test(`from the ${from} fills the form, and is reported once`, { tag: "@wcag-1.3.5" }, async ({
      page,
      stack,
    }) => {
      const pane = await openPane(
        page,
        stack,
        merchantPage(stack, paneTag(`fields="${names.join(" ")}" auto-advance`)),
      );
      const recorded = await listenToAutofill(page);
      await pane.field(from).click();
      await autofill(page, pane.frame(), `#${from}`);
      await expect(pane.field("number")).toHaveValue("4242 4242 4242 4242");
      await expect(pane.field("expiry")).toHaveValue("12 / 39");
      await expect(pane.field("cvv")).toHaveValue("123");
      await expect(pane.field("cardholder")).toHaveValue("Ada Example");
      await expect.poll(recorded).toEqual([names.join(" ")]);
      await expect.poll(async () => (await pane.snapshot()).valid).toBe(true);
      await expect(pane.field(from)).toBeFocused();
    });
  }

  for (const from of someOf(["number", "cvv"] as const, 1)) {
    test(`across frames, from the ${from}: every one is filled, and it is reported once`, async ({
      page,
      stack,
    }) => {
      const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag(names.join(" "))));
      const recorded = await listenToAutofill(page);
      await pane.field(from).click();
      await autofill(page, await pane.frameOf(from), "input");
      await expect(pane.field("number")).toHaveValue("4242 4242 4242 4242");
      await expect(pane.field("expiry")).toHaveValue("12 / 39");
      await expect(pane.field("cvv")).toHaveValue("123");
      await expect(pane.field("cardholder")).toHaveValue("Ada Example");
      await expect.poll(recorded).toEqual([names.join(" ")]);
      await expect.poll(async () => (await pane.snapshot()).valid).toBe(true);
      expect((await pane.tokenize()).token).toBeTruthy();
    });
  }

  test("chooses month and year from lists", async ({ page, stack }) => {
    await page.clock.install();
    const pane = await openPane(page, stack, merchantPage(stack, paneTag('expiry="select"')));
    const recorded = await listenToAutofill(page);
    await pane.field("number").click();
    await autofill(page, pane.frame(), "#number");
    await expect(pane.field("expiryMonth")).toHaveValue("12");
    await expect(pane.field("expiryYear")).toHaveValue("2039");
    await expect.poll(recorded).toEqual(["number expiryMonth expiryYear cvv"]);
    await pane.field("expiryMonth").selectOption("11");
    await page.clock.runFor(250);
    await exchange(page);
    // The pane reports a choice by Playwright, which is made by script, as autofill, but not a shopper's choice.
    await pane.field("expiryMonth").focus();
    await page.keyboard.press("ArrowUp");
    await expect(pane.field("expiryMonth")).toHaveValue("10");
    await page.clock.runFor(250);
    await exchange(page);
    expect((await recorded()).filter((fields) => fields === "expiryMonth").length).toBeLessThanOrEqual(1);
  });
});
