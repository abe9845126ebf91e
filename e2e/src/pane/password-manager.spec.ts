/** Password managers, which set values by script: the page receives one event for each act, with the names of the fields. */
import type { FieldName } from "@cardpane/contract/messages";
import { listenToAutofill, setValue } from "../support/autofill-object.ts";
import { exchange } from "../support/exchange.ts";
import { expect, test } from "../support/fixtures.ts";
import { someOf } from "../support/lanes.ts";
import { merchantPage, paneTag } from "../support/pages.ts";
import { openPane } from "../support/pane-object.ts";

const names = ["number", "expiry", "cvv", "cardholder"] as const;

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

test("a password manager that dispatches nothing is taken at its word by the next submit", async ({
  page,
  stack,
}) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  await setValue(pane.field("number"), "4242424242424242");
  await setValue(pane.field("expiry"), "12/2039");
  await setValue(pane.field("cvv"), "123");
  expect((await pane.tokenize()).token).toBeTruthy();
});
