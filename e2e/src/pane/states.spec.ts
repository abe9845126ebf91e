/** The accessibility tree of each state of a pane, as screen readers receive it. */
import type { FrameLocator, Page } from "@playwright/test";
import { expect, type Stack, test } from "../support/fixtures.ts";
import { withResolver } from "../support/held-requests.ts";
import { challenge, challenged, dialog, pay } from "../support/next-action-object.ts";
import { merchantPage, paneTag, splitTag } from "../support/pages.ts";
import { openPane, openSplitPane, type PaneObject } from "../support/pane-object.ts";

const inside = (page: Page, index = 0): FrameLocator =>
  page.locator("card-pane iframe").nth(index).contentFrame();
const form = (page: Page) => inside(page).locator("form");
const open = (page: Page, stack: Stack, attributes = ""): Promise<PaneObject> =>
  openPane(page, stack, merchantPage(stack, paneTag(attributes)));

test("empty, with one field that may stay so", async ({ page, stack }) => {
  await open(page, stack, 'fields="number expiry cvv cardholder postalCode?"');
  await expect(form(page)).toMatchAriaSnapshot(`
    - text: Card number
    - textbox "Card number":
      - /placeholder: 1234 1234 1234 1234
    - text: Expiry date
    - textbox "Expiry date":
      - /placeholder: MM / YY
    - text: Security code
    - textbox "Security code":
      - /placeholder: CVV
    - text: Name on card
    - textbox "Name on card":
      - /placeholder: Full name
    - text: Postal code (optional)
    - textbox "Postal code (optional)":
      - /placeholder: "12345"
    - status
  `);
});

test("the focus: a ring in the frame, and its field's name", { tag: "@wcag-2.4.7" }, async ({
  page,
  stack,
}) => {
  const pane = await open(page, stack);
  await pane.field("number").focus();
  await expect(form(page).locator(":focus")).toMatchAriaSnapshot(`
    - textbox "Card number":
      - /placeholder: 1234 1234 1234 1234
  `);
});

test("errors: each is the description of its field, and ends before the hint begins", {
  tag: "@wcag-3.3.1",
}, async ({ page, stack }) => {
  const pane = await open(page, stack);
  await pane.tokenize();
  await expect(form(page)).toMatchAriaSnapshot(`
    - text: Card number
    - textbox "Card number" [invalid]:
      - /placeholder: 1234 1234 1234 1234
    - text: Enter your card number. Expiry date
    - textbox "Expiry date" [invalid]:
      - /placeholder: MM / YY
    - text: Enter the expiry date. Security code
    - textbox "Security code" [invalid]:
      - /placeholder: CVV
    - text: Enter the security code.
    - status: "Card number: Enter your card number. Expiry date: Enter the expiry date. Security code: Enter the security code"
  `);
  await expect(pane.field("cvv")).toHaveAccessibleDescription(/^\S.*\S\. 3 digits/);
});

test("networks to choose from", { tag: "@nightly" }, async ({ page, stack }) => {
  const pane = await open(page, stack);
  await pane.type({ number: "4000002500001001" });
  await expect(form(page)).toMatchAriaSnapshot(`
    - text: Card number
    - textbox "Card number":
      - /placeholder: 1234 1234 1234 1234
      - text: /\\d+ \\d+ \\d+ \\d+/
    - radiogroup "Choose Visa or Cartes Bancaires":
      - radio "Visa" [checked]
      - radio "Cartes Bancaires"
    - text: Expiry date
    - textbox "Expiry date":
      - /placeholder: MM / YY
    - text: Security code
    - textbox "Security code":
      - /placeholder: CVV
    - status: Choose Visa or Cartes Bancaires. Visa is selected
  `);
});

test("a saved card", { tag: "@nightly" }, async ({ page, stack }) => {
  const card = {
    paymentAccountId: "6f2d3a80-1c1f-4f6a-9d8e-0a4c3b2d1e0f",
    consumerId: "123456789",
    brand: "visa",
    lastFour: "4242",
  };
  await open(page, stack, `saved-card='${JSON.stringify(card)}'`);
  await expect(form(page)).toMatchAriaSnapshot(`
    - text: /Visa ending in \\d+ Security code/
    - textbox "Security code":
      - /placeholder: CVV
    - status
  `);
});

test("lists, disabled", { tag: "@nightly" }, async ({ page, stack }) => {
  await open(page, stack, 'expiry="select" disabled');
  await expect(form(page)).toMatchAriaSnapshot(`
    - text: Card number
    - textbox "Card number" [disabled]:
      - /placeholder: 1234 1234 1234 1234
    - text: Expiry month
    - combobox "Expiry month" [disabled]:
      - option "MM" [selected]
      - option /\\d+/
    - text: Expiry year
    - combobox "Expiry year" [disabled]:
      - option "YY" [selected]
      - option /\\d+/
    - text: Security code
    - textbox "Security code" [disabled]:
      - /placeholder: CVV
    - status
  `);
});

test("fields in frames of their own", async ({ page, stack }) => {
  await openSplitPane(page, stack, merchantPage(stack, splitTag()));
  await expect(page.locator("card-pane")).toMatchAriaSnapshot(`
    - alert
    - iframe
    - alert
    - iframe
    - alert
    - iframe
  `);
  for (const index of [0, 1, 2]) await expect(inside(page, index).locator("form")).toBeVisible();
  await expect(inside(page, 1).locator("form")).toMatchAriaSnapshot(`
    - text: Expiry date
    - textbox "Expiry date":
      - /placeholder: MM / YY
    - status
  `);
});

test("a frame that is on its way, and one that did not come", { tag: "@nightly" }, async ({
  page,
  stack,
  watch,
}) => {
  watch.expectedErrors.push(/^CardpaneError: .*\(load_\w+\)$/, /Failed to load|ERR_FAILED/);
  const { promise: isSeen, resolve: fail } = withResolver();
  await page.route(/\/frame\?/, async (route) => {
    await isSeen;
    await route.abort();
  });
  await page.goto(stack.site.serve(merchantPage(stack, `${paneTag()}<button>Pay</button>`)), {
    waitUntil: "commit",
  });
  // Nobody can reach inert content, but Playwright's tree contains it.
  await expect(page.locator("card-pane iframe")).toHaveJSProperty("inert", true);
  await expect(page.locator("main")).toMatchAriaSnapshot(`
    - main:
      - alert
      - iframe
      - button "Pay"
  `);
  fail();
  await expect(page.getByRole("alert")).toContainText("could not");
  await expect(page.locator("main")).toMatchAriaSnapshot(`
    - main:
      - alert:
        - text: The card form could not be loaded. You haven’t been charged.
        - button "Try again"
      - button "Pay"
  `);
});

test("the dialog of a next action", { tag: "@nightly" }, async ({ page, stack }) => {
  await pay(page, stack, { payment: await challenged(stack) });
  await expect(challenge(page).getByRole("heading")).toBeVisible();
  await expect(dialog(page)).toMatchAriaSnapshot(`
    - dialog "Confirm your payment":
      - heading "Confirm your payment" [level=2]
      - button "Cancel payment"
      - status
      - iframe
  `);
});
