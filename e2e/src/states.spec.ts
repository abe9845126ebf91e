/** The accessibility tree of each state of a pane, as a screen reader has it: a change of it is a change for somebody. */
import type { FrameLocator, Page } from "@playwright/test";
import { expect, type Stack, test } from "./fixtures.ts";
import { challenge, challenged, dialog, pay } from "./next-action-object.ts";
import { merchantPage, paneTag, splitTag } from "./pages.ts";
import { openPane, openSplitPane, type PaneObject } from "./pane-object.ts";

const inside = (page: Page, index = 0): FrameLocator =>
  page.locator("card-pane iframe").nth(index).contentFrame();
const form = (page: Page) => inside(page).locator("form");
const open = (page: Page, stack: Stack, attributes = ""): Promise<PaneObject> =>
  openPane(page, stack, merchantPage(stack, paneTag(attributes)));

test("empty, then the focus in its first field", async ({ page, stack }) => {
  const pane = await open(page, stack, 'fields="number expiry cvv cardholder postalCode?"');
  await expect(form(page)).toMatchAriaSnapshot(``);
  await pane.field("number").focus();
  await expect(form(page)).toMatchAriaSnapshot(``);
});

test("errors: each is the description of its field, and ends before the hint begins", async ({
  page,
  stack,
}) => {
  const pane = await open(page, stack);
  await pane.tokenize();
  await expect(form(page)).toMatchAriaSnapshot(``);
  await expect(pane.field("cvv")).toHaveAccessibleDescription(/^Enter .*code\. 3 digits/);
});

test("networks to choose from", async ({ page, stack }) => {
  const pane = await open(page, stack);
  await pane.type({ number: "4000002500001001" });
  await expect(form(page)).toMatchAriaSnapshot(``);
});

test("a saved card", async ({ page, stack }) => {
  const card = {
    paymentAccountId: "6f2d3a80-1c1f-4f6a-9d8e-0a4c3b2d1e0f",
    consumerId: "123456789",
    brand: "visa",
    lastFour: "4242",
  };
  await open(page, stack, `saved-card='${JSON.stringify(card)}'`);
  await expect(form(page)).toMatchAriaSnapshot(``);
});

test("lists, disabled", async ({ page, stack }) => {
  await open(page, stack, 'expiry="select" disabled');
  await expect(form(page)).toMatchAriaSnapshot(``);
});

test("fields in frames of their own", async ({ page, stack }) => {
  await openSplitPane(page, stack, merchantPage(stack, splitTag()));
  await expect(page.locator("card-pane")).toMatchAriaSnapshot(``);
  for (const index of [0, 1, 2]) await expect(inside(page, index).locator("form")).toBeVisible();
  await expect(inside(page, 1).locator("form")).toMatchAriaSnapshot(``);
});

test("a frame that is on its way, and one that did not come", async ({ page, stack, watch }) => {
  watch.expectedErrors.push(/^CardpaneError: .*\(load_\w+\)$/, /Failed to load|ERR_FAILED/);
  let fail = () => {};
  const isSeen = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route(/\/frame\?/, async (route) => {
    await isSeen;
    await route.abort();
  });
  await page.goto(stack.site.serve(merchantPage(stack, `${paneTag()}<button>Pay</button>`)), {
    waitUntil: "commit",
  });
  // What is inert is not there for anybody.
  await expect(page.locator("card-pane iframe")).toBeAttached();
  await expect(page.locator("main")).toMatchAriaSnapshot(``);
  fail();
  await expect(page.getByRole("alert")).toContainText("could not");
  await expect(page.locator("main")).toMatchAriaSnapshot(``);
});

test("the dialog of a next action", async ({ page, stack }) => {
  await pay(page, stack, { payment: await challenged(stack) });
  await expect(challenge(page).getByRole("heading")).toBeVisible();
  await expect(dialog(page)).toMatchAriaSnapshot(``);
});
