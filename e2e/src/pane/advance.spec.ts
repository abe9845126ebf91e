/** Automatic advance to the next field: only after typing, in one frame and across frames, and never backwards. */

import type { FieldName } from "@cardpane/contract/messages";
import type { Page } from "@playwright/test";
import { exchange } from "../support/exchange.ts";
import { expect, type Stack, test } from "../support/fixtures.ts";
import { someOf } from "../support/lanes.ts";
import { merchantPage, paneTag, splitTag } from "../support/pages.ts";
import { openPane, openSplitPane, type PaneObject } from "../support/pane-object.ts";

const fields = "number expiry cvv cardholder";
const amex = "378282246310005";
const mastercard = "5555555555554444";

const forms: readonly [string, (page: Page, stack: Stack) => Promise<PaneObject>][] = [
  [
    "in one frame",
    (page, stack) => openPane(page, stack, merchantPage(stack, paneTag(`fields="${fields}" auto-advance`))),
  ],
  [
    "across frames",
    (page, stack) => openSplitPane(page, stack, merchantPage(stack, splitTag(fields, "auto-advance"))),
  ],
];

/** Waits for messages between frames, because one of them could move the focus, and expects the focus to stay. */
const stays = async (page: Page, pane: PaneObject, field: FieldName) => {
  await exchange(page);
  await expect(pane.field(field)).toBeFocused();
};

for (const [where, open] of someOf(forms, 1)) {
  test.describe(where, () => {
    test("one card is typed without a Tab", async ({ page, stack }) => {
      const pane = await open(page, stack);
      await pane.field("number").focus();
      await page.keyboard.type(mastercard);
      await expect(pane.field("expiry")).toBeFocused();
      await page.keyboard.type("1239");
      await expect(pane.field("cvv")).toBeFocused();
      await page.keyboard.type("123");
      await expect(pane.field("cardholder")).toBeFocused();
      await expect(pane.field("number")).toHaveValue("5555 5555 5555 4444");
      await expect(pane.field("expiry")).toHaveValue("12 / 39");
      await expect(pane.field("cvv")).toHaveValue("123");
    });

    test("not while 19 digits are possible, nor at a wrong check digit", { tag: "@nightly" }, async ({
      page,
      stack,
    }) => {
      const pane = await open(page, stack);
      await pane.type({ number: "4242424242424242" });
      await stays(page, pane, "number");
      await pane.field("number").press("Control+A");
      await page.keyboard.type("5555555555554443");
      await stays(page, pane, "number");
      await pane.field("number").press("Control+A");
      await page.keyboard.type(amex);
      await expect(pane.field("expiry")).toBeFocused();
    });

    test("not by an edit in the middle, by deleting, nor by paste", async ({ page, stack }) => {
      const pane = await open(page, stack);
      const number = pane.field("number");
      // The corrected number is valid and complete, and the caret is in the middle of it.
      await pane.type({ number: "37828246310005" });
      await number.press("Home");
      for (let step = 0; step < "3782 82".length; step += 1) await number.press("ArrowRight");
      await page.keyboard.type("2");
      await expect(number).toHaveValue("3782 822463 10005");
      await stays(page, pane, "number");
      await number.press("Control+A");
      await number.evaluate((input, text) => {
        document.execCommand("insertText", false, text);
        return input.isConnected;
      }, mastercard);
      await expect(number).toHaveValue("5555 5555 5555 4444");
      await stays(page, pane, "number");
    });

    test("not back: Shift+Tab into a full field, and typing there", async ({ page, stack }) => {
      const pane = await open(page, stack);
      await pane.type({ number: mastercard, expiry: "1239" });
      await expect(pane.field("cvv")).toBeFocused();
      await page.keyboard.press("Shift+Tab");
      await expect(pane.field("expiry")).toBeFocused();
      await page.keyboard.press("Shift+Tab");
      await expect(pane.field("number")).toBeFocused();
      // A surplus digit changes nothing; a digit that replaces another is a correction.
      await page.keyboard.press("End");
      await page.keyboard.type("4");
      await stays(page, pane, "number");
      await page.keyboard.press("Backspace");
      await page.keyboard.type("4");
      await expect(pane.field("number")).toHaveValue("5555 5555 5555 4444");
      await stays(page, pane, "number");
    });

    test("not while an input method composes", async ({ page, stack }) => {
      const pane = await open(page, stack);
      await pane.type({ number: "37828224631000" });
      const session = await page.context().newCDPSession(page);
      await session.send("Input.imeSetComposition", { text: "5", selectionStart: 1, selectionEnd: 1 });
      await session.send("Input.insertText", { text: "5" });
      await expect(pane.field("number")).toHaveValue("3782 822463 10005");
      await stays(page, pane, "number");
    });

    test("not unless the option is on, and at once when it is switched on", { tag: "@nightly" }, async ({
      page,
      stack,
    }) => {
      const pane = await open(page, stack);
      const set = (isOn: boolean) =>
        page.evaluate((on) => document.querySelector("card-pane")?.toggleAttribute("auto-advance", on), isOn);
      await set(false);
      await pane.type({ number: amex });
      await stays(page, pane, "number");
      await set(true);
      await page.keyboard.press("Backspace");
      await page.keyboard.type("5");
      await expect(pane.field("expiry")).toBeFocused();
    });
  });
}

test("across frames, a shopper who went elsewhere meanwhile stays there", async ({ page, stack }) => {
  // The page's own input receives the focus right before the page receives the key's message.
  await page.addInitScript(() => {
    const { set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage") ?? {};
    Object.defineProperty(MessagePort.prototype, "onmessage", {
      set(this: MessagePort, listener: (event: MessageEvent) => void) {
        set?.call(this, (event: MessageEvent) => {
          if (event.data.type === "advanced") {
            document.querySelector<HTMLElement>("#mail")?.focus();
            document.title = "advanced";
          }
          listener.call(this, event);
        });
      },
    });
  });
  const html = `<input id="mail" aria-label="Mail">${splitTag(fields, "auto-advance")}`;
  const pane = await openSplitPane(page, stack, merchantPage(stack, html));
  await pane.type({ number: amex });
  await expect(page).toHaveTitle("advanced");
  await exchange(page);
  await expect(page.locator("#mail")).toBeFocused();
});
