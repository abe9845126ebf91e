/** The demo shop as a customer and as QA use it: pay, be declined and try again, saved card, plain HTML. */

import { cardForCode } from "@cardpane/gateway/testing";
import type { Locator, Page } from "@playwright/test";
import { ar } from "../../../apps/demo/server/texts/ar.ts";
import { de } from "../../../apps/demo/server/texts/de.ts";
import { en } from "../../../apps/demo/server/texts/en.ts";
import { expectNoFindings } from "../support/axe.ts";
import { expect, type Stack, test } from "../support/fixtures.ts";
import { holdRequests } from "../support/held-requests.ts";
import { PaneObject } from "../support/pane-object.ts";
import {
  addMug,
  card,
  fillContact,
  heading,
  openCheckout,
  pressButton,
  pressPay,
  putMugIntoBasket,
} from "../support/shop-object.ts";

const cards = {
  good: "4242424242424242",
  declined: "4000000000009995",
} as const;

/** Puts a mug into the basket and opens a checkout with the contact filled in. */
async function checkout(page: Page, stack: Stack, path = "/checkout"): Promise<PaneObject> {
  await putMugIntoBasket(page, stack);
  return openCheckout(page, stack, path);
}

const paid = (page: Page) => heading(page, en.paidTitle);

test("a card pays", async ({ page, stack }) => {
  await addMug(page, stack);
  const pane = await openCheckout(page, stack);
  await pane.type(card(cards.good));
  await pressPay(page);
  await expect(paid(page)).toBeVisible();
  await expect(page.getByText("Visa ending in 4242")).toBeVisible();
});

test("a declined card is explained, corrected, and tried again in the same form", async ({ page, stack }) => {
  const pane = await checkout(page, stack);
  // At 400 % zoom, too, the reason is in sight when the emptied form has the focus.
  await page.setViewportSize({ width: 320, height: 256 });
  await pane.type(card(cards.declined));
  await pressPay(page);
  await expect(pane.field("number")).toBeFocused();
  await expect(page.getByText(en.declinedTitle)).toBeInViewport();
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(page.getByText(/Insufficient funds/)).toBeHidden();
  await page.getByText(en.support).click();
  await expect(page.getByText(/5051: Insufficient funds/)).toBeVisible();
  await expect(pane.field("cardholder")).toHaveValue("Mira Sample");
  await pane.type({ number: cards.good, expiry: "1239", cvv: "123" });
  await pressPay(page);
  await expect(paid(page)).toBeVisible();
});

test("two presses of Pay make one payment", async ({ page, stack }) => {
  const payments: string[] = [];
  page.on(
    "request",
    (request) => /\/pay$/.test(request.url()) && request.method() === "POST" && payments.push(request.url()),
  );
  const pane = await checkout(page, stack);
  await pane.type(card(cards.good));
  await page.getByRole("button", { name: /^Pay / }).evaluate((button) => {
    (button as HTMLButtonElement).click();
    (button as HTMLButtonElement).click();
  });
  await expect(paid(page)).toBeVisible();
  expect(payments).toHaveLength(1);
});

test("the saved card pays with its CVV alone", async ({ page, stack }) => {
  const first = await checkout(page, stack);
  await first.type(card(cards.good));
  await pressPay(page);
  await expect(paid(page)).toBeVisible();

  await putMugIntoBasket(page, stack);
  await page.goto(`${stack.shop}/checkout/saved`);
  const pane = await new PaneObject(page).ready();
  const request = page.waitForRequest(
    (candidate) => candidate.url().endsWith("/tokenizeWithPaymentAccountId") && candidate.method() === "POST",
  );
  await pane.type({ cvv: "123" });
  await pressPay(page);
  expect(Object.keys((await request).postDataJSON()).sort()).toEqual([
    "consumerId",
    "cvv",
    "paymentAccountId",
  ]);
  await expect(paid(page)).toBeVisible();
});

test("the HTML-only checkout pays without a script of the shop's", async ({ page, stack, watch }) => {
  watch.expectedErrors.push(/ERR_FAILED/);
  let blocked = 0;
  await page.route(`${stack.shop}/**/*.js`, async (route) => {
    blocked += 1;
    await route.abort();
  });
  const pane = await checkout(page, stack, "/checkout/html");
  expect(blocked).toBeGreaterThan(0);
  await pane.type(card(cards.good));
  await pressPay(page);
  await expect(paid(page)).toBeVisible();
});

test("the amount is the server's, whatever the page sends", async ({ page, stack }) => {
  const pane = await checkout(page, stack);
  await page.route(/\/pay$/, async (route) => {
    const body = route.request().postDataJSON() as object;
    await route.continue({ postData: JSON.stringify({ ...body, amount: 0.01, totalMinor: 1 }) });
  });
  await pane.type(card(cards.good));
  await pressPay(page);
  await expect(paid(page).or(page.getByText(/Pay €18\.50/))).toBeVisible();
  await expect(page.getByText("€0.01")).toHaveCount(0);
});

test("QA: the panel shows the pane's events and the server's requests, without card data", async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.shop}/?qa=1`);
  const pane = await checkout(page, stack);
  // A card that the panel does not offer.
  const number = cardForCode("0");
  await pane.type(card(number));
  await expect(page.getByText("brandchange").first()).toBeAttached();
  await pressPay(page);
  await expect(paid(page)).toBeVisible();
  await expect(page.getByText("/payment").first()).toBeAttached();
  expect(await page.content()).not.toContain(number);
  expect(await page.content()).not.toContain(number.replaceAll(/(.{4})(?=.)/g, "$1 "));
});

test("the gateway is down: the shop shows what is known, and nothing is lost", async ({
  page,
  stack,
  watch,
}) => {
  watch.expectedErrors.push(/Failed to load|ERR_|status of 5/);
  const pane = await checkout(page, stack);
  await page.route(`${stack.gateway}/tokenize`, (route) => route.abort("connectionrefused"));
  await pane.type(card(cards.good));
  await pressPay(page);
  await expect(page.getByText(/not been charged/).first()).toBeVisible();
  await expect(pane.field("number")).toHaveValue("4242 4242 4242 4242");
  await page.unroute(`${stack.gateway}/tokenize`);
  await pressPay(page);
  await expect(paid(page)).toBeVisible();
});

test("axe finds nothing at the checkout, light and dark, wide and narrow, in English and Arabic", async ({
  page,
  stack,
}) => {
  await checkout(page, stack);
  for (const [width, scheme, language] of [
    [1280, "light", "en"],
    [320, "light", "en"],
    [1280, "dark", "en"],
    [320, "dark", "ar"],
  ] as const) {
    await test.step(`${width} px, ${scheme}, ${language}`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      if (language !== "en") {
        await pressButton(page, ar.language);
        await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
        await new PaneObject(page, page.locator("card-pane"), language).ready();
      }
      await expectNoFindings(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
  }
});

test("appearance and language change in place: card, contact and their marks stay, and the card pays", async ({
  page,
  stack,
}) => {
  const pane = await checkout(page, stack);
  await pane.type(card(cards.good));
  await pressButton(page, en.schemes.dark);
  await expect(page.locator("html")).toHaveAttribute("data-scheme", "dark");
  await expect(page.getByRole("button", { name: en.schemes.dark })).toHaveAttribute("aria-pressed", "true");
  await expect(pane.field("cardholder")).toHaveValue("Mira Sample");
  await expect(page.getByLabel(en.contact.email)).toHaveValue("mira@shop.example");
  await page.getByLabel(en.contact.firstName).fill("");
  await pressPay(page);
  await expect(page.getByText(en.contactMissing.firstName)).toBeVisible();
  const element = await page.locator("card-pane").elementHandle();
  await pressButton(page, de.language);
  await expect(page).toHaveTitle(new RegExp(`^${de.checkout} `));
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("button", { name: de.language })).toBeFocused();
  await expect(page.getByText(de.contactMissing.firstName)).toBeVisible();
  await expect(page.getByLabel(de.contact.email)).toHaveValue("mira@shop.example");
  await expect(page.getByLabel(de.contact.country)).toHaveValue("DEU");
  await expect(pane.frame().getByLabel("Kartennummer")).toHaveValue(/4242$/);
  // Right to left and back.
  await pressButton(page, ar.language);
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await pressButton(page, de.language);
  await expect(page.locator("html")).toHaveAttribute("dir", "ltr");
  await expect(page.getByText(ar.paymentTitle, { exact: true })).toHaveCount(0);
  expect(await element?.evaluate((pane) => pane.isConnected)).toBe(true);
  await page.getByLabel(de.contact.firstName).fill("Mira");
  await page.getByRole("button", { name: /bezahlen$/ }).press("Enter");
  await expect(heading(page, de.paidTitle)).toBeVisible();
  // The server received the appearance, too.
  await expect(page.locator("html")).toHaveAttribute("data-scheme", "dark");
});

test("of two languages in a row the last one stays, although a payment begins before the shop knows of either", async ({
  page,
  stack,
}) => {
  const pane = await checkout(page, stack);
  await pane.type(card(cards.good));
  const release = await holdRequests(page, "**/preferences");
  await pressButton(page, ar.language);
  await pressButton(page, de.language);
  const paid = page.waitForResponse((response) => response.url().endsWith("/pay"));
  await pressPay(page);
  await paid;
  release();
  await expect(heading(page, de.paidTitle)).toBeVisible();
});

test("a decline is shown in the language that the page changes to, and its form pays", async ({
  page,
  stack,
}) => {
  const pane = await checkout(page, stack);
  await pane.type(card(cards.declined));
  await pressPay(page);
  await expect(page.getByText(en.declines.funds)).toBeVisible();
  // With the response, the announcement that the payment is in progress is removed.
  await expect(pane.frame().locator("[role=status]").first()).toBeEmpty();
  await pressButton(page, de.language);
  await expect(page.getByText(de.declines.funds)).toBeVisible();
  await expect(page.locator("#outcome .message")).toHaveCount(1);
  const german = new PaneObject(page, page.locator("card-pane"), "de");
  await german.type({ number: cards.good, expiry: "1239", cvv: "123" });
  await page.getByRole("button", { name: /bezahlen$/ }).press("Enter");
  await expect(heading(page, de.paidTitle)).toBeVisible();
});

test("the language changes in place at the HTML-only checkout: card and contact stay, and the card pays", async ({
  page,
  stack,
}) => {
  const pane = await checkout(page, stack, "/checkout/html");
  await pane.type(card(cards.good));
  await pressButton(page, de.language);
  await expect(page.getByRole("heading", { level: 1, name: de.plainTitle })).toBeVisible();
  await expect(page.getByLabel(de.contact.email)).toHaveValue("mira@shop.example");
  await expect(pane.frame().getByLabel("Kartennummer")).toHaveValue(/4242$/);
  await page.getByRole("button", { name: /bezahlen$/ }).press("Enter");
  await expect(heading(page, de.paidTitle)).toBeVisible();
});

test("the language changes in place among other payment methods: the choice, its fields and their marks stay", async ({
  page,
  stack,
  watch,
}) => {
  // The response to an invalid form.
  watch.expectedErrors.push(/status of 422/);
  await putMugIntoBasket(page, stack);
  await page.goto(`${stack.shop}/checkout/other`);
  await fillContact(page);
  await page.getByRole("radio", { name: en.sourceNames.sepa }).check();
  await page.getByLabel(en.sourceFields.iban).fill("DE00");
  await pressPay(page);
  await expect(page.getByText(en.sourceProblems.iban.invalid)).toBeVisible();
  // Until its script has loaded, the page reloads in the other language.
  await page.waitForLoadState();
  await page.getByLabel(en.contact.firstName).fill("Miriam");
  await pressButton(page, de.language);
  await expect(page.getByRole("heading", { level: 1, name: de.otherTitle })).toBeVisible();
  await expect(page.getByRole("radio", { name: de.sourceNames.sepa })).toBeChecked();
  await expect(page.getByLabel(de.sourceFields.iban)).toHaveValue("DE00");
  await expect(page.getByText(de.sourceProblems.iban.invalid)).toBeVisible();
  await expect(page.getByLabel(de.contact.firstName)).toHaveValue("Miriam");
  // Sends the form of the page in the other language, which has a new form token.
  await page.getByLabel(de.sourceFields.iban).fill("");
  await page.getByRole("button", { name: /bezahlen$/ }).press("Enter");
  await expect(page.getByText(de.sourceProblems.iban.missing)).toBeVisible();
});

test("the page's fields and the pane's have equal spacing, and wrong ones are marked alike, even without colours", async ({
  page,
  stack,
}) => {
  const pane = await checkout(page, stack);
  const email = page.getByLabel(en.contact.email);
  /** The distance from a field to the one below it. */
  const step = async (upper: Locator, lower: Locator) => {
    const [from, to] = [await upper.boundingBox(), await lower.boundingBox()];
    return (to?.y ?? 0) - (from?.y ?? 0);
  };
  const expectOneRhythm = async () => {
    const ofPage = await step(email, page.getByLabel(en.contact.country));
    const ofPane = await step(pane.field("number"), pane.field("expiry"));
    expect(Math.abs(ofPage - ofPane), `${ofPage} and ${ofPane}`).toBeLessThanOrEqual(2);
  };
  await expectOneRhythm();
  await email.fill("");
  await pressPay(page);
  await expect(pane.field("number")).toHaveAttribute("aria-invalid", "true");
  await expectOneRhythm();
  // The wrong field has the focus, and shows both its error and its focus.
  await expect(email).toBeFocused();
  await expect(email).toHaveCSS("outline-style", "solid");
  const danger = await email.evaluate((input) => getComputedStyle(input).borderTopColor);
  await expect(email).toHaveCSS("outline-color", danger);
  await expect(page.getByLabel(en.contact.firstName)).not.toHaveCSS("border-top-color", danger);
  await page.emulateMedia({ forcedColors: "active" });
  for (const field of [email, pane.field("number")]) await expect(field).toHaveCSS("border-top-width", "2px");
  await expect(page.getByLabel(en.contact.firstName)).toHaveCSS("border-top-width", "1px");
});

test("a card that is not filled in is reported once: at its field, which takes the focus", async ({
  page,
  stack,
}) => {
  const pane = await checkout(page, stack);
  await pressPay(page);
  await expect(pane.field("number")).toBeFocused();
  await expect(pane.field("number")).toHaveAttribute("aria-invalid", "true");
  await expect(page.locator("#outcome")).toBeEmpty();
});

test("QA: the panel has the sandbox's time, keeps an error in sight, and stays open on a narrow screen above Pay", async ({
  page,
  stack,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(`${stack.shop}/?qa=1`);
  const clock = page.locator("#qa-clock");
  await expect(clock).toHaveText(/^Sandbox: \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
  const panel = page.locator("#qa > details");
  await expect(panel).not.toHaveAttribute("open");
  await page.getByText("QA panel").click();
  await page.getByText("Pane methods").click();
  await page.getByRole("button", { name: "validate" }).click();
  const toast = page.locator("#qa-toast");
  await expect(toast).toContainText("No card form on this page.");
  await toast.getByRole("button", { name: "Dismiss" }).click();
  await expect(toast).toBeHidden();
  const pane = await checkout(page, stack);
  await expect(panel).toHaveAttribute("open");
  await page.getByRole("button", { name: /^Pay / }).scrollIntoViewIfNeeded();
  const pay = await page.getByRole("button", { name: /^Pay / }).boundingBox();
  const drawer = await panel.boundingBox();
  expect((pay?.y ?? 0) + (pay?.height ?? 0)).toBeLessThanOrEqual(drawer?.y ?? 0);
  await pane.type(card(cards.good));
  await expect(page.locator("#qa-event-list")).toContainText(/\d\d:\d\d:\d\d\.\d{3} UTC change × \d+/);
  // The footer's button closes the panel, also on a page whose address opened it.
  for (const path of ["/checkout", "/"]) {
    await page.goto(`${stack.shop}${path}?qa=1`);
    await page.getByRole("button", { name: "QA", exact: true }).click();
    await expect(page.locator("#qa")).toHaveCount(0);
  }
});
