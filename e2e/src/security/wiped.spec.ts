/**
 * Wiped text stays wiped: no key, menu or history of the browser restores a digit after a token or after `clear()`, nor from the
 * back-forward cache (back-forward-cache.spec.ts).
 */
import type { FieldName } from "@cardpane/contract/messages";
import type { Frame, Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";
import { someOf } from "../support/lanes.ts";
import { merchantPage, paneTag, splitTag } from "../support/pages.ts";
import { goodCard, openPane, openSplitPane, type PaneObject, type Typed } from "../support/pane-object.ts";
import { undoKeys } from "../support/undo-keys.ts";

const card: Typed = { number: "5555555555554444", expiry: "1231", cvv: "987" };
const all: Typed = { ...card, cardholder: "Ada Example", postalCode: "12345" };
const names = Object.keys(card) as FieldName[];

const forms = [
  ["one frame", paneTag(), openPane],
  ["one frame per field", splitTag(), openSplitPane],
  ["a masked number", paneTag("mask-number"), openPane],
] as const;

const paneFrames = (page: Page) => page.frames().filter((frame) => frame.url().includes("/frame?"));

/** Records every text that appears in an input of the frames from now on, however briefly. */
async function watchInputs(frames: readonly Frame[]): Promise<() => Promise<string[]>> {
  for (const frame of frames) {
    await frame.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      const look = () => {
        for (const { id, value } of document.querySelectorAll("input"))
          if (value !== "") seen.push(`${id}: ${value}`);
      };
      for (const type of ["input", "change", "selectionchange", "focusin", "keyup"])
        document.addEventListener(type, look, true);
    });
  }
  return async () => {
    const seen = frames.map((frame) => frame.evaluate(() => window.seen));
    return (await Promise.all(seen)).flat();
  };
}

/** Undoes and redoes every edit that the browser remembers, by keys and by the commands of its menu, in every field. */
async function undoEverything(pane: PaneObject, page: Page, fields: readonly FieldName[]): Promise<void> {
  for (const name of fields) {
    await pane.field(name).focus();
    for (const key of undoKeys) await page.keyboard.press(key);
    await pane.field(name).evaluate(() => {
      for (const command of ["undo", "redo", "undo"])
        for (let step = 0; step < 30; step++) document.execCommand(command);
    });
  }
}

for (const [form, tag, open] of someOf(forms, 1)) {
  test(`nothing comes back after a token (${form}) [T-C7]`, { tag: "@engines" }, async ({ page, stack }) => {
    const pane = await open(page, stack, merchantPage(stack, tag));
    await pane.type(card);
    // Each kind of edit leaves its own undo step.
    await page.keyboard.press("Backspace");
    await page.keyboard.type("6");
    expect((await pane.tokenize()).token).toBeTruthy();
    for (const name of names) await expect(pane.field(name)).toHaveValue("");
    const seen = await watchInputs(paneFrames(page));
    await undoEverything(pane, page, names);
    expect(await seen()).toEqual([]);
    expect((await pane.snapshot()).empty).toBe(true);
    // The form works as before.
    await pane.type(goodCard);
    expect((await pane.tokenize()).token).toBeTruthy();
  });
}

for (const [form, tag, open] of someOf(forms, 0)) {
  test(`nothing comes back after clear() (${form}) [T-C10]`, { tag: "@engines" }, async ({ page, stack }) => {
    const pane = await open(page, stack, merchantPage(stack, tag));
    await pane.type(card);
    await page.evaluate(() => document.querySelector("card-pane")?.clear());
    for (const name of names) await expect(pane.field(name)).toHaveValue("");
    const seen = await watchInputs(paneFrames(page));
    await undoEverything(pane, page, names);
    expect(await seen()).toEqual([]);
    await expect.poll(async () => (await pane.snapshot()).empty).toBe(true);
  });
}

test("name, postal code, and lists of months and years do not come back after clear() either", {
  tag: "@nightly",
}, async ({ page, stack }) => {
  const fields = ["number", "cvv", "cardholder", "postalCode"] as const;
  const tag = paneTag('fields="number expiry cvv cardholder postalCode" expiry="select"');
  const pane = await openPane(page, stack, merchantPage(stack, tag));
  const { expiry: _, ...typed } = all;
  await pane.type(typed);
  const lists = pane.frame().locator("select");
  await lists.first().selectOption("12");
  await lists.last().selectOption({ index: 3 });
  await page.evaluate(() => document.querySelector("card-pane")?.clear());
  for (const name of fields) await expect(pane.field(name)).toHaveValue("");
  const seen = await watchInputs(paneFrames(page));
  await undoEverything(pane, page, fields);
  expect(await seen()).toEqual([]);
  for (const list of await lists.all()) await expect(list).toHaveValue("");
  expect((await pane.snapshot()).empty).toBe(true);
});

test("the CVV of a saved card does not come back after a token", async ({ page, stack }) => {
  await page.route(`${stack.gateway}/**`, (route) =>
    route.request().method() === "POST"
      ? route.fulfill({
          status: 201,
          headers: { "Access-Control-Allow-Origin": "*" },
          json: { token: "7d3f7f9e-0c35-4a67-9d2b-0f2b8a1c9e11", expireAt: 1_900_000_000 },
        })
      : route.continue(),
  );
  const savedCard = {
    paymentAccountId: "6f2d3a80-1c1f-4f6a-9d8e-0a4c3b2d1e0f",
    consumerId: "123456789",
    brand: "visa",
    lastFour: "4242",
  };
  const pane = await openPane(
    page,
    stack,
    merchantPage(stack, paneTag(`saved-card='${JSON.stringify(savedCard)}'`)),
  );
  await pane.type({ cvv: "987" });
  expect((await pane.tokenize()).token).toBeTruthy();
  const seen = await watchInputs(paneFrames(page));
  await undoEverything(pane, page, ["cvv"]);
  expect(await seen()).toEqual([]);
  expect((await pane.snapshot()).empty).toBe(true);
});

for (const [form, tag, open] of someOf(forms.slice(0, 2), 0)) {
  test(`what was typed is gone when its document is hidden, not only when it comes back (${form}) [T-C11]`, {
    tag: "@engines",
  }, async ({ page, stack }) => {
    const pane = await open(page, stack, merchantPage(stack, tag));
    await pane.type(card);
    for (const frame of paneFrames(page)) {
      // The browser dispatches its own event when the document can no longer be examined, so the test dispatches one.
      await frame.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
    }
    for (const name of names) await expect(pane.field(name)).toHaveValue("");
  });
}

test("a wipe in the middle of a composition ends it", async ({ page, stack }) => {
  const pane = await openPane(
    page,
    stack,
    merchantPage(stack, paneTag('fields="number expiry cvv cardholder"')),
  );
  await pane.type({ cardholder: "Ada " });
  const session = await page.context().newCDPSession(pane.frame());
  await session.send("Input.imeSetComposition", { text: "えぐざ", selectionStart: 3, selectionEnd: 3 });
  await expect(pane.field("cardholder")).toHaveValue("Ada えぐざ");
  await page.evaluate(() => document.querySelector("card-pane")?.clear());
  await expect(pane.field("cardholder")).toHaveValue("");
  await page.keyboard.type("Eve");
  await expect(pane.field("cardholder")).toHaveValue("Eve");
  await expect.poll(async () => (await pane.snapshot()).fields.cardholder?.valid).toBe(true);
});

test("no text is dragged out of a field, which a wipe would not reach [T-C9]", async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  await pane.type(card);
  const number = pane.field("number");
  await number.focus();
  await page.keyboard.press("ControlOrMeta+a");
  const drags = await pane.frame().evaluateHandle(() => {
    const drags: boolean[] = [];
    addEventListener("dragstart", (event) => drags.push(event.defaultPrevented));
    return drags;
  });
  const box = await number.boundingBox();
  if (!box) throw new Error("The number is not in sight.");
  const [x, y] = [box.x + 40, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 10; step++) await page.mouse.move(x + 5 * step, y);
  await expect.poll(() => drags.jsonValue()).toEqual([true]);
  await page.mouse.up();
  await expect(number).toHaveValue("5555 5555 5555 4444");
});

test("a field that is wiped keeps focus and caret, announces nothing, and takes the next key", {
  tag: "@engines",
}, async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  await pane.type({ expiry: "1231", cvv: "987", number: "5555555555554444" });
  const recorded = await page.evaluateHandle(() => {
    const types: string[] = [];
    for (const type of ["fieldfocus", "fieldblur"])
      document.querySelector("card-pane")?.addEventListener(type, () => types.push(type));
    return types;
  });
  await page.evaluate(() => document.querySelector("card-pane")?.clear());
  await expect(pane.field("number")).toHaveValue("");
  await expect(pane.field("number")).toBeFocused();
  await page.keyboard.type("4242");
  await expect(pane.field("number")).toHaveValue("4242");
  await expect.poll(async () => (await pane.snapshot()).fields.number?.focused).toBe(true);
  expect(await recorded.jsonValue()).toEqual([]);
  // Undo removes the text typed after the wipe, and goes back no further.
  for (let step = 0; step < 8; step++) await page.keyboard.press("ControlOrMeta+z");
  await expect(pane.field("number")).toHaveValue("");
});

test("a wipe does not move the focus from the page's own button", async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, `${paneTag()}<button id="pay">Pay</button>`));
  await pane.type(card);
  await page.locator("#pay").click();
  expect((await pane.tokenize()).token).toBeTruthy();
  for (const name of names) await expect(pane.field(name)).toHaveValue("");
  await expect(page.locator("#pay")).toBeFocused();
  expect((await pane.snapshot()).fields.cvv?.focused).toBe(false);
});
