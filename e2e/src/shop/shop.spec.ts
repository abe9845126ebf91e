/** The demo shop as a customer and as QA use it: pay, be declined and try again, saved card, plain HTML. */

import { cardForCode } from "@cardpane/gateway/testing";
import type { Page } from "@playwright/test";
import { ar } from "../../../apps/demo/server/texts/ar.ts";
import { en } from "../../../apps/demo/server/texts/en.ts";
import { expectNoFindings } from "../support/axe.ts";
import { expect, type Stack, test } from "../support/fixtures.ts";
import { holdRequests } from "../support/held-requests.ts";
import { someOf } from "../support/lanes.ts";
import { PaneObject } from "../support/pane-object.ts";
import {
  addMug,
  card,
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

test("a card pays", { tag: "@nightly" }, async ({ page, stack }) => {
  await addMug(page, stack);
  const pane = await openCheckout(page, stack);
  await pane.paste(card(cards.good));
  await pressPay(page);
  await expect(paid(page)).toBeVisible();
  await expect(page.getByText("Visa ending in 4242")).toBeVisible();
});

test("a declined card is explained, corrected, and tried again in the same form", async ({ page, stack }) => {
  const pane = await checkout(page, stack);
  // At 400 % zoom, too, the reason is in sight when the form has the focus.
  await page.setViewportSize({ width: 320, height: 256 });
  await pane.paste(card(cards.declined));
  await pressPay(page);
  await expect(pane.field("cvv")).toBeFocused();
  await expect(page.getByText(en.declinedTitle)).toBeInViewport();
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(page.getByText(/Insufficient funds/)).toBeHidden();
  await page.getByText(en.support).click();
  await expect(page.getByText(/5051: Insufficient funds/)).toBeVisible();
  await pane.replace(card(cards.good));
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
  await pane.paste(card(cards.good));
  await page.getByRole("button", { name: /^Pay / }).evaluate((button) => {
    (button as HTMLButtonElement).click();
    (button as HTMLButtonElement).click();
  });
  await expect(paid(page)).toBeVisible();
  expect(payments).toHaveLength(1);
});

test("the saved card pays with its CVV alone", async ({ page, stack }) => {
  const first = await checkout(page, stack);
  await first.paste(card(cards.good));
  await page.getByRole("checkbox", { name: en.saveCard }).check();
  await pressPay(page);
  await expect(paid(page)).toBeVisible();

  await putMugIntoBasket(page, stack);
  await page.goto(`${stack.shop}/checkout/saved`);
  const pane = await new PaneObject(page).ready();
  const request = page.waitForRequest(
    (candidate) => candidate.url().endsWith("/tokenizeWithPaymentAccountId") && candidate.method() === "POST",
  );
  await pane.paste({ cvv: "123" });
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
  await pane.paste(card(cards.good));
  await pressPay(page);
  await expect(paid(page)).toBeVisible();
});

test("QA: the panel shows the pane's events and the notifications, without card data", async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.shop}/?qa=1`);
  const pane = await checkout(page, stack);
  // A card that the panel does not offer.
  const number = cardForCode("0");
  await pane.paste(card(number));
  await expect(page.getByText("brandchange").first()).toBeAttached();
  await pressPay(page);
  await expect(paid(page)).toBeVisible();
  await expect(page.locator("#qa-notification-list")).toContainText("success, 18.5 EUR");
  // The events of the page before, newest first; consecutive changes are one line.
  const names = await page.locator("#qa-event-list b").allTextContents();
  expect(names.slice(names.indexOf("change"), names.indexOf("/checkout"))).toContain("brandchange");
  expect(names.filter((name, index) => name === "change" && names[index + 1] === name)).toEqual([]);
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
  await pane.paste(card(cards.good));
  await pressPay(page);
  await expect(page.getByText(/been charged/).first()).toBeVisible();
  await expect(pane.field("number")).toHaveValue("4242 4242 4242 4242");
  await page.unroute(`${stack.gateway}/tokenize`);
  await pressPay(page);
  await expect(paid(page)).toBeVisible();
});

test("Pay is in the first window, nothing moves while the page loads, and the longest words fit", async ({
  page,
  stack,
}) => {
  await putMugIntoBasket(page, stack);
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const moved = Number(Reflect.get(entry, "value"));
        Object.assign(window, { shift: Number(Reflect.get(window, "shift") ?? 0) + moved });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  const windows = [
    [1280, 900, 760, "en"],
    [390, 844, 860, "en"],
    [390, 844, 860, "de"],
    [320, 640, 960, "de"],
  ] as const;
  for (const [width, height, max, locale] of someOf(windows, 0, 3)) {
    await test.step(`${width}x${height} ${locale}`, async () => {
      await page.setViewportSize({ width, height });
      const headers = { Origin: stack.shop };
      await page.request.post(`${stack.shop}/preferences`, { form: { locale }, headers, maxRedirects: 0 });
      await page.goto(`${stack.shop}/checkout`);
      await new PaneObject(page, page.locator("card-pane"), locale).ready();
      const pay = await page.getByRole("button", { name: /18[.,]50/ }).boundingBox();
      expect(pay?.y).toBeLessThanOrEqual(max);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await page.evaluate(() => Number(Reflect.get(window, "shift") ?? 0))).toBe(0);
    });
  }
});

test("the ways to pay are radio buttons, and the others are out of reach while one pays", async ({
  page,
  stack,
}) => {
  const pane = await checkout(page, stack);
  const ways = page.getByRole("radiogroup", { name: en.paymentTitle });
  await ways.getByRole("radio", { name: en.card, exact: true }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(ways.getByRole("radio", { name: en.wallet.title })).toBeChecked();
  await expect(ways.getByRole("button", { name: en.wallet.logIn })).toBeVisible();
  await expect(page.locator("card-pane")).toBeHidden();
  await page.keyboard.press("ArrowUp");
  await pane.paste(card(cards.good));
  const answer = await holdRequests(page, /\/pay$/);
  await pressPay(page);
  await expect(page.getByRole("button", { name: en.paying })).toBeVisible();
  // Neither a pointer, a keyboard nor a screen reader gets there.
  for (const way of ["#way-wallet", "#way-more"])
    expect(await page.locator(way).evaluate((radio) => radio.matches("[inert] *"))).toBe(true);
  answer();
  await expect(paid(page)).toBeVisible();
});

test("axe finds nothing at the checkout, light and dark, wide and narrow, in English and Arabic", async ({
  page,
  stack,
}) => {
  await checkout(page, stack);
  const looks = [
    [1280, "light", "en"],
    [320, "light", "en"],
    [1280, "dark", "en"],
    [320, "dark", "ar"],
  ] as const;
  for (const [width, scheme, language] of someOf(looks, 3)) {
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

test("another language loads the page again with the typed contact, and the card pays", async ({
  page,
  stack,
}) => {
  await checkout(page, stack);
  await pressButton(page, ar.language);
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.getByLabel(ar.contact.email)).toHaveValue("mira@shop.example");
  await expect(page.getByLabel(ar.contact.country)).toHaveValue("DEU");
  const pane = await new PaneObject(page, page.locator("card-pane"), "ar").ready();
  await pane.paste(card(cards.good));
  await page.getByRole("button", { name: /€/ }).press("Enter");
  await expect(heading(page, ar.paidTitle)).toBeVisible();
});

test("another way to pay keeps the typed contact, and shows the country's own ways first", async ({
  page,
  stack,
}) => {
  const pane = await checkout(page, stack);
  await pane.paste({ number: cards.good });
  await page.getByRole("radio", { name: en.wayMore }).check();
  await expect(page.getByLabel(en.contact.email)).toHaveValue("mira@shop.example");
  const list = page.getByRole("group", { name: en.popularIn("Germany") });
  await expect(list.getByRole("radio")).toHaveCount(2);
  await page.getByLabel(en.contact.country).selectOption("NLD");
  await expect(page.getByRole("group", { name: en.popularIn("Netherlands") }).getByRole("radio")).toHaveCount(
    2,
  );
  // The pane keeps what was typed.
  await page.getByRole("radio", { name: en.card, exact: true }).check();
  await expect(pane.field("number")).toHaveValue("4242 4242 4242 4242");
});

test("a lost session says so, with the focus, and that nothing was charged", async ({ page, stack }) => {
  const pane = await checkout(page, stack);
  await pane.paste(card(cards.good));
  await page.context().clearCookies();
  await pressPay(page);
  const alert = page.getByRole("alert").filter({ hasText: en.sessionEnded.title });
  await expect(alert).toContainText(en.sessionEnded.text);
  await expect(alert).toBeFocused();
  await expectNoFindings(page);
});

test("QA: the gateway fails by a switch, and works again by another: nothing is lost", {
  tag: "@nightly",
}, async ({ page, stack, watch }) => {
  watch.expectedErrors.push(/status of 500/);
  await page.goto(`${stack.shop}/?qa=1`);
  const pane = await checkout(page, stack);
  await pane.paste(card(cards.good));
  await page.getByRole("button", { name: "no tokens (500)" }).press("Enter");
  await expect(page.getByText("The gateway is now: no tokens (500).")).toBeVisible();
  await expect(page.getByText("Now: /tokenize: error")).toBeVisible();
  await pressPay(page);
  await expect(page.getByText(/been charged/).first()).toBeVisible();
  await page.getByRole("button", { name: "normal", exact: true }).press("Enter");
  await expect(page.getByText("The gateway is now: normal.")).toBeVisible();
  await pressPay(page);
  await expect(paid(page)).toBeVisible();
});

test("the page's wrong fields and the pane's are marked alike, even without colours, and the first has the focus", async ({
  page,
  stack,
}) => {
  const pane = await checkout(page, stack);
  const email = page.getByLabel(en.contact.email);
  await email.fill("");
  await pressPay(page);
  await expect(pane.field("number")).toHaveAttribute("aria-invalid", "true");
  // The wrong field has the focus, and shows both its error and its focus.
  await expect(email).toBeFocused();
  await expect(email).toHaveCSS("outline-style", "solid");
  const danger = await email.evaluate((input) => getComputedStyle(input).borderTopColor);
  await expect(email).toHaveCSS("outline-color", danger);
  await expect(page.getByLabel(en.contact.firstName)).not.toHaveCSS("border-top-color", danger);
  await page.emulateMedia({ forcedColors: "active" });
  for (const field of [email, pane.field("number")]) await expect(field).toHaveCSS("border-top-width", "2px");
  await expect(page.getByLabel(en.contact.firstName)).toHaveCSS("border-top-width", "1px");
  // A card that is not filled in is reported once: at its field.
  await email.fill("mira@shop.example");
  await pressPay(page);
  await expect(pane.field("number")).toBeFocused();
  await expect(page.locator("#outcome")).toBeEmpty();
});

test("QA: the panel has the sandbox's time, keeps an error in sight, and stays open on a narrow screen above Pay", {
  tag: "@nightly",
}, async ({ page, stack }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(`${stack.shop}/?qa=1`);
  const clock = page.locator("#qa-clock");
  await expect(clock).toHaveText(/^Sandbox: \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
  const panel = page.locator("#qa > details");
  await expect(panel).not.toHaveAttribute("open");
  await page.getByText("QA panel").click();
  await page.getByRole("button", { name: "Unload the frame" }).click();
  await expect(panel.getByRole("status")).toHaveText("No card form on this page.");
  const pane = await checkout(page, stack);
  await expect(panel).toHaveAttribute("open");
  await page.getByRole("button", { name: /^Pay / }).scrollIntoViewIfNeeded();
  const pay = await page.getByRole("button", { name: /^Pay / }).boundingBox();
  const drawer = await panel.boundingBox();
  expect((pay?.y ?? 0) + (pay?.height ?? 0)).toBeLessThanOrEqual(drawer?.y ?? 0);
  await pane.paste(card(cards.good));
  await expect(page.locator("#qa-event-list")).toContainText(/\d\d:\d\d:\d\d\.\d{3} UTC change/);
  // The footer's button closes the panel, also on a page whose address opened it.
  for (const path of ["/checkout", "/"]) {
    await page.goto(`${stack.shop}${path}?qa=1`);
    await page.getByRole("button", { name: "QA", exact: true }).click();
    await expect(page.locator("#qa")).toHaveCount(0);
  }
});
