/**
 * Autofill: Chromium's own by its debugging protocol, and that of password managers, which set values by script. The page
 * receives one event for each act, with the names of the fields.
 */

import type { FieldName } from "@cardpane/contract/messages";
import { autofill, listenToAutofill, setValue } from "../support/autofill-object.ts";
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

test.describe("a password manager", () => {
  const cases: readonly [string, FieldName, string, string][] = [
    ["a number with spaces", "number", "4242 4242 4242 4242", "4242 4242 4242 4242"],
    ["a number with dashes", "number", "4242-4242-4242-4242", "4242 4242 4242 4242"],
    ["a four-digit year", "expiry", "12/2039", "12 / 39"],
    ["the year first", "expiry", "2039-12", "12 / 39"],
    ["the name of a month", "expiry", "December 2039", "12 / 39"],
    ["the short name of a month", "expiry", "Dec/39", "12 / 39"],
    ["a name", "cardholder", "Ada Example", "Ada Example"],
  ];
  const dispatched = [["input"], ["change"], ["input", "change"], ["keydown", "input", "keyup", "change"]];
  for (const events of someOf(dispatched, 1)) {
    test(`that dispatches ${events.join(", ")} is recognised, and reported once per field`, async ({
      page,
      stack,
    }) => {
      const pane = await openPane(
        page,
        stack,
        merchantPage(stack, paneTag(`fields="${names.join(" ")}" auto-advance`)),
      );
      const recorded = await listenToAutofill(page);
      await pane.field("cvv").focus();
      const expected: string[] = [];
      for (const [what, name, value, shown] of cases) {
        await setValue(pane.field(name), "", ...events);
        await setValue(pane.field(name), value, ...events);
        await expect(pane.field(name), what).toHaveValue(shown);
        expected.push(name);
        await expect.poll(recorded, what).toEqual(expected);
        await expect.poll(async () => (await pane.snapshot()).fields[name]?.valid, what).toBe(true);
      }
      await expect(pane.field("cvv")).toBeFocused();
    });
  }

  test("that dispatches change on an unchanged masked number changes nothing", async ({ page, stack }) => {
    const pane = await openPane(page, stack, merchantPage(stack, paneTag("mask-number")));
    await pane.type({ number: "4242424242424242", cvv: "1" });
    await expect(pane.field("number")).toHaveValue("•••• 4242");
    await pane.field("number").dispatchEvent("change");
    await exchange(page);
    await expect(pane.field("number")).toHaveValue("•••• 4242");
    expect((await pane.snapshot()).fields.number?.valid).toBe(true);
    // A different number replaces the masked one.
    await setValue(pane.field("number"), "5555555555554444", "change");
    await expect.poll(async () => (await pane.snapshot()).brand).toBe("mastercard");
  });

  test("that fills a form with pauses is one act; typing and paste are none", async ({ page, stack }) => {
    await page.clock.install();
    const pane = await openPane(page, stack, merchantPage(stack, paneTag('expiry="split"')));
    const recorded = await listenToAutofill(page);
    await pane.type({ number: "4242" });
    await page.keyboard.press("Backspace");
    await pane.field("cvv").evaluate((input) => {
      input.focus();
      document.execCommand("insertText", false, "123");
    });
    await page.clock.runFor(250);
    await exchange(page);
    expect(await recorded()).toEqual([]);
    // The clock stands still, so each pause takes exactly 10 ms on any machine.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
    const values = { number: "4242424242424242", expiryMonth: "December", expiryYear: "2039" };
    for (const [name, value] of Object.entries(values)) {
      await setValue(pane.field(name as FieldName), value, "input");
      await page.clock.runFor(10);
    }
    expect(await recorded()).toEqual([]);
    await page.clock.resume();
    await expect.poll(recorded).toEqual(["number expiryMonth expiryYear"]);
    await expect(pane.field("expiryMonth")).toHaveValue("12");
    await expect.poll(async () => (await pane.snapshot()).valid).toBe(true);
  });
});
