/** Typing into the fields: accepted text and paste, the position of the caret, and when an error shows. */

import type { FieldName } from "@cardpane/contract/messages";
import { exchange } from "../support/exchange.ts";
import { expect, test } from "../support/fixtures.ts";
import { someOf } from "../support/lanes.ts";
import { merchantPage, paneTag } from "../support/pages.ts";
import { openPane, type PaneObject } from "../support/pane-object.ts";

const all = paneTag('fields="number expiry cvv cardholder postalCode"');

/** The value with the caret drawn in as `|`, after a selection in brackets. */
function withCaret(pane: PaneObject, name: FieldName): Promise<string> {
  return pane.field(name).evaluate((input) => {
    const { value, selectionStart, selectionEnd } = input as HTMLInputElement;
    const [start, end] = [selectionStart ?? value.length, selectionEnd ?? value.length];
    const selected = value.slice(start, end);
    return `${value.slice(0, start)}${selected && `[${selected}]`}|${value.slice(end)}`;
  });
}

async function paste(pane: PaneObject, name: FieldName, text: string): Promise<void> {
  await pane.field(name).focus();
  await pane.field(name).evaluate((input, given) => {
    const field = input as HTMLInputElement;
    const data = new DataTransfer();
    data.setData("text/plain", given);
    // A page may not read or write the clipboard here; a paste is a `paste` event and then an insertion.
    if (
      field.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
      )
    ) {
      document.execCommand("insertText", false, given);
    }
  }, text);
}

test("the number is set in groups as it is typed", { tag: "@engines" }, async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  const seen: string[] = [];
  await pane.field("number").focus();
  for (const digit of "42424242") {
    await page.keyboard.press(digit);
    seen.push(await pane.field("number").inputValue());
  }
  expect(seen.at(-1)).toBe("4242 4242");
  await pane.field("number").fill("");
  await pane.type({ number: "378282246310005" });
  await expect(pane.field("number")).toHaveValue("3782 822463 10005");
});

test.describe("the caret stays where the person works", () => {
  test("inserting in the middle", { tag: "@engines" }, async ({ page, stack }) => {
    const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
    await pane.type({ number: "42424242" });
    await page.keyboard.press("Home");
    for (let step = 0; step < 2; step++) await page.keyboard.press("ArrowRight");
    await page.keyboard.type("99");
    expect(await withCaret(pane, "number")).toBe("4299| 4242 42");
    await page.keyboard.type("1");
    expect(await withCaret(pane, "number")).toBe("4299 1|424 242");
  });

  test("deleting over a gap, backwards and forwards", { tag: "@engines" }, async ({ page, stack }) => {
    const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
    await pane.type({ number: "42421234" });
    await page.keyboard.press("Home");
    for (let step = 0; step < 5; step++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Backspace");
    expect((await withCaret(pane, "number")).replaceAll(" ", "")).toBe("424|1234");
    await page.keyboard.press("Home");
    for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowRight");
    const before = (await pane.field("number").inputValue()).replaceAll(" ", "");
    await page.keyboard.press("Delete");
    const after = (await pane.field("number").inputValue()).replaceAll(" ", "");
    expect(after).toHaveLength(before.length - 1);
  });
});

// The tests of formatting try each spelling without a browser.
test("a number pasted in digits of another script, with words around, is read right [T-A4]", {
  tag: ["@wcag-3.3.8", "@engines"],
}, async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  await paste(pane, "number", "Card: ٤٢٤٢-٤٢٤٢-٤٢٤٢-٤٢٤٢ (Visa)");
  await expect(pane.field("number")).toHaveValue("4242 4242 4242 4242");
  await expect.poll(async () => (await pane.snapshot()).fields.number?.valid).toBe(true);
});

test("19 digits with spaces fit [T-A5]", { tag: "@nightly" }, async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  await paste(pane, "number", "6759 6498 2643 8453 012");
  expect((await pane.field("number").inputValue()).replaceAll(" ", "")).toBe("6759649826438453012");
});

test("an expiry pasted with another separator and the whole year is read right", { tag: "@engines" }, async ({
  page,
  stack,
}) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  await paste(pane, "expiry", "12.2039");
  expect((await pane.field("expiry").inputValue()).replaceAll(" ", "")).toBe("12/39");
  await expect.poll(async () => (await pane.snapshot()).fields.expiry?.valid).toBe(true);
});

test.describe("undo goes back through what was seen, and leaves the caret at the edit", () => {
  const cases: readonly [string, FieldName, string, readonly string[], string][] = [
    ["a digit after a gap", "number", "42424", [], "4242|"],
    ["a digit in the middle", "number", "42421234", ["Home", "ArrowRight", "9"], "4|242 1234"],
    ["a deletion across a gap", "number", "424212", ["ArrowLeft", "ArrowLeft", "Backspace"], "4242| 12"],
    ["a whole number", "number", "4242424242", ["ControlOrMeta+a", "5"], "4242 4242 42|"],
    ["a year", "expiry", "1231", ["Backspace", "Backspace", "Backspace"], "12 / |"],
    ["a group that a key deletes as a word", "number", "42424242", ["Control+Backspace"], "4242 4242|"],
    ["a month that a key deletes as a word", "expiry", "12", ["Control+Backspace"], "12 / |"],
  ];
  for (const [what, name, typed, keys, undone] of someOf(cases, 0, 5)) {
    test(what, { tag: "@engines" }, async ({ page, stack }) => {
      const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
      await pane.field(name).focus();
      const shown = [""];
      for (const key of [...typed, ...keys]) {
        await page.keyboard.press(key);
        shown.push(await pane.field(name).inputValue());
      }
      const seen: string[] = [];
      for (let step = 0; step < shown.length && seen.at(-1) !== "|"; step++) {
        await page.keyboard.press("ControlOrMeta+z");
        seen.push(await withCaret(pane, name));
      }
      expect([seen[0], seen.at(-1)]).toEqual([undone, "|"]);
      // No undo step shows a text without its format, or selects any of it.
      for (const state of seen) expect(shown).toContain(state.replace("|", ""));
      for (const _ of seen) await page.keyboard.press("ControlOrMeta+Shift+z");
      expect(await pane.field(name).inputValue()).toBe(shown.at(-1));
    });
  }
});

test("undo and redo do not mix a text that nobody typed with earlier edits", { tag: "@engines" }, async ({
  page,
  stack,
}) => {
  const tag = paneTag('fields="number expiry cvv cardholder" mask-number');
  const pane = await openPane(page, stack, merchantPage(stack, tag));
  const expectNoHistory = async (name: FieldName, text: string) => {
    await pane.field(name).focus();
    for (const key of ["ControlOrMeta+z", "ControlOrMeta+z", "ControlOrMeta+Shift+z"]) {
      await page.keyboard.press(key);
      await expect(pane.field(name), key).toHaveValue(text);
    }
  };
  await test.step("a number that was masked", async () => {
    await pane.type({ number: "4242424242424242" });
    await pane.field("expiry").focus();
    await expect(pane.field("number")).toHaveValue("•••• 4242");
    await expectNoHistory("number", "4242 4242 4242 4242");
  });
  await test.step("a date that was completed", async () => {
    await pane.type({ expiry: "1231" });
    for (const key of ["Home", "ArrowRight", "Delete"]) await page.keyboard.press(key);
    await expect(pane.field("expiry")).toHaveValue("1 / 31");
    await pane.field("cvv").focus();
    await expectNoHistory("expiry", "01 / 31");
  });
  await test.step("a name of the page", async () => {
    await pane.type({ cardholder: "Ada" });
    for (const key of ["ControlOrMeta+a", "Delete"]) await page.keyboard.press(key);
    await page
      .locator("card-pane")
      .evaluate((element) => Object.assign(element, { values: { cardholder: "Ed Example" } }));
    await expectNoHistory("cardholder", "Ed Example");
  });
  for (const [name, typed, filled, shown] of [
    ["number", "5454", "4242424242424242", "4242 4242 4242 4242"],
    ["cardholder", "Ada", "Eve Example", "Eve Example"],
  ] as const)
    await test.step(`a ${name} that a script filled in`, async () => {
      await pane.field(name).fill("");
      await pane.type({ [name]: typed });
      for (const key of ["ControlOrMeta+a", "Delete"]) await page.keyboard.press(key);
      await pane.field(name).evaluate((input, text) => {
        (input as HTMLInputElement).value = text;
        for (const type of ["input", "change"]) input.dispatchEvent(new Event(type, { bubbles: true }));
      }, filled);
      await expectNoHistory(name, shown);
    });
});

test("an error shows when a field is left, not while it is typed, and disappears when it is corrected", {
  tag: ["@wcag-3.2.2", "@engines"],
}, async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  await pane.type({ number: "424242424242424" });
  expect(await pane.error("number")).toBe("");
  await page.keyboard.press("Tab");
  await expect.poll(() => pane.error("number")).not.toBe("");
  await expect(pane.field("number")).toHaveAttribute("aria-invalid", "true");
  await pane.type({ number: "2" });
  await expect.poll(() => pane.error("number")).toBe("");
  await expect(pane.field("number")).not.toHaveAttribute("aria-invalid", "true");
});

test("a wrong check digit is shown when the field is left, although 19 digits would be possible [T-A6]", async ({
  page,
  stack,
}) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  await pane.type({ number: "4242424242424241" });
  await page.keyboard.press("Tab");
  await expect.poll(async () => (await pane.snapshot()).fields.number?.error).toBe("check_digit");
});

test("keyboard only: Tab through every field and out, Enter submits, Escape is reported to the page", {
  tag: ["@wcag-2.1.1", "@wcag-2.1.2", "@engines"],
}, async ({ page, stack }) => {
  const html = merchantPage(
    stack,
    `<form id="form"><button type="button" id="before">Before</button>${all}<button id="after">Pay</button></form>`,
  );
  const pane = await openPane(page, stack, html);
  await page.evaluate(() => {
    const recorded: string[] = [];
    Object.assign(window, { recorded });
    for (const type of ["enter", "escape"])
      document.querySelector("card-pane")?.addEventListener(type, () => recorded.push(type));
    document.querySelector("form")?.addEventListener("submit", (event) => event.preventDefault());
  });
  await page.locator("#before").focus();
  for (const name of ["number", "expiry", "cvv", "cardholder", "postalCode"] as const) {
    await page.keyboard.press("Tab");
    await expect(pane.field(name)).toBeFocused();
  }
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => window.recorded)).toEqual(["escape", "enter"]);
  await pane.field("postalCode").focus();
  await page.keyboard.press("Tab");
  await expect(page.locator("#after")).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(pane.field("postalCode")).toBeFocused();
});

test("one change a user action, with the field's state", async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  await page.evaluate(() => {
    const recorded: unknown[] = [];
    Object.assign(window, { recorded });
    document
      .querySelector("card-pane")
      ?.addEventListener("change", (event) => recorded.push((event as CustomEvent).detail));
  });
  await pane.field("number").focus();
  const count = () => page.evaluate(() => window.recorded.length);
  await expect.poll(count, "the focus").toBe(1);
  await page.keyboard.press("4");
  await expect.poll(count).toBe(2);
  await exchange(page);
  expect(await count()).toBe(2);
});

test("the browser's 3DS fields come with the token", async ({ browser, stack }) => {
  const context = await browser.newContext({
    locale: "de-AT",
    timezoneId: "America/New_York",
  });
  const page = await context.newPage();
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  await pane.type({ number: "4242424242424242", expiry: "1239", cvv: "123" });
  const { device, card } = await pane.tokenize();
  expect(device).toMatchObject({
    browserLanguage: "de-AT",
    browserColorDepth: 24,
    browserJavaEnabled: false,
  });
  const screen = await pane.frame().evaluate(() => [window.screen.width, window.screen.height]);
  expect([device?.["browserScreenWidth"], device?.["browserScreenHeight"]]).toEqual(screen);
  expect(["240", "300"]).toContain(device?.["browserTimezone"]);
  expect(card).toEqual({ brand: "visa", lastFour: "4242", hasName: false });
  await context.close();
});
