/** The demo's checkout without a script or a frame that it needs: it shows the true state, and never suggests a payment. */
import type { Page } from "@playwright/test";
import { en } from "../../../apps/demo/server/texts/en.ts";
import { expect, type Stack, test } from "../support/fixtures.ts";
import { holdRequests } from "../support/held-requests.ts";
import { PaneObject } from "../support/pane-object.ts";
import { card, fillContact, openCheckout, pressPay, putMugIntoBasket } from "../support/shop-object.ts";

/** The card's button: before the style sheet is there, those of the other ways are shown as well. */
const button = (page: Page) => page.getByRole("button", { name: /^Pay/ }).first();
const message = (page: Page) => page.locator("#outcome");

/** Records the payments that the page requests from its shop. */
function payments(page: Page): readonly string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && /\/orders\/.*\/pay$/.test(request.url())) requests.push(request.url());
  });
  return requests;
}

async function openWithoutPane(page: Page, stack: Stack): Promise<void> {
  await putMugIntoBasket(page, stack);
  await page.goto(`${stack.shop}/checkout`, { waitUntil: "commit" });
  // The shop's own script runs: before it does, Pay sends the form as without a script.
  await expect(button(page)).toHaveAttribute("aria-disabled", /./);
  await fillContact(page);
}

test("without the pane's script Pay explains, offers a way out and sends nothing", async ({
  page,
  stack,
  watch,
}) => {
  watch.expectedErrors.push(/ERR_FAILED/);
  const requests = payments(page);
  await page.route(/\/cardpane\.js$/, (route) => route.abort());
  await openWithoutPane(page, stack);
  await expect(message(page)).toContainText(en.notMade.no_card);
  // No empty space between the message and Pay.
  await expect(page.locator("card-pane")).toBeHidden();
  // Pressing Pay shows the message again.
  await message(page).evaluate((slot) => slot.replaceChildren());
  await pressPay(page);
  await expect(message(page)).toContainText(en.notMade.no_card);
  await expect(message(page).getByRole("link", { name: en.wayMore })).toHaveAttribute(
    "href",
    "/checkout/other",
  );
  await expect(button(page)).toHaveText(en.pay("€18.50"));
  await expect(button(page)).not.toHaveClass(/busy/);
  expect(requests).toEqual([]);
});

test("while the pane's script hangs Pay shows that it loads, and after ten seconds that it has not come", async ({
  page,
  stack,
}) => {
  const requests = payments(page);
  const release = await holdRequests(page, /\/cardpane\.js$/);
  await page.clock.install();
  await openWithoutPane(page, stack);
  await pressPay(page);
  await expect(message(page)).toContainText(en.paneLoading);
  await page.clock.fastForward(10_000);
  await expect(message(page)).toContainText(en.notMade.no_card);
  expect(requests).toEqual([]);
  // The script arrives late: the message is removed, and the card pays.
  release();
  const pane = await new PaneObject(page).ready();
  await expect(message(page)).toBeEmpty();
  await expect(page.locator("card-pane")).toBeVisible();
  await pane.paste(card("4242424242424242"));
  await pressPay(page);
  await expect(page.getByRole("heading", { level: 1, name: en.paidTitle })).toBeVisible();
});

test("a frame that cannot load is no wrong field: Pay leads to the message of the card form, once", async ({
  page,
  stack,
  watch,
}) => {
  watch.expectedErrors.push(/ERR_FAILED/, /load_/, /Content Security Policy/);
  const requests = payments(page);
  await page.route(/\/frame\?/, (route) => route.abort());
  await openWithoutPane(page, stack);
  await expect.poll(() => page.evaluate(() => document.querySelector("card-pane")?.status)).toBe("failed");
  await pressPay(page);
  const alert = page.locator("card-pane").getByRole("alert");
  await expect(alert).toBeFocused();
  await expect(alert.getByRole("button")).toBeVisible();
  await expect(message(page)).toBeEmpty();
  await expect(button(page)).not.toHaveClass(/busy/);
  expect(requests).toEqual([]);
});

test("without JavaScript the page says that the card form needs it, and Pay reports that no card was sent", async ({
  browser,
  stack,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await putMugIntoBasket(page, stack);
  for (const path of ["/checkout", "/checkout/html"]) {
    await page.goto(`${stack.shop}${path}`);
    // Playwright's text locators do not search `noscript`.
    await expect(page.locator("noscript p")).toBeVisible();
    expect(await page.locator("noscript p").textContent()).toContain(en.noScript);
    await expect(page.locator("card-pane")).toBeHidden();
    await fillContact(page);
    await button(page).click();
    await expect(page.getByText(en.notMade.no_card)).toBeVisible();
  }
  await context.close();
});

test("a payment in progress is announced to shoppers who cannot see the button", async ({ page, stack }) => {
  await putMugIntoBasket(page, stack);
  const pane = await openCheckout(page, stack);
  await pane.paste(card("4242424242424242"));
  const answer = await holdRequests(page, /\/pay$/);
  await pressPay(page);
  await expect(pane.frame().getByText(en.paying)).toBeAttached();
  answer();
  await expect(page.getByRole("heading", { level: 1, name: en.paidTitle })).toBeVisible();
});

test("after Pay with a wrong card the status holds the errors and never “Paying…”", async ({
  page,
  stack,
}) => {
  await putMugIntoBasket(page, stack);
  const pane = await openCheckout(page, stack);
  const status = pane.frame().getByRole("status");
  const said = await status.evaluateHandle((line) => {
    const texts: string[] = [];
    new MutationObserver(() => texts.push(line.textContent ?? "")).observe(line, { childList: true });
    return texts;
  });
  await pane.paste(card("4242424242424241"));
  await pressPay(page);
  await expect(pane.frame().getByLabel("Card number")).toBeFocused();
  await expect(button(page)).not.toHaveClass(/busy/);
  await expect(status).toHaveText(/^Card number: Check your card number/);
  expect((await said.jsonValue()).filter((text) => text.includes(en.paying))).toEqual([]);
});

test("the network that the shopper chose is sent and printed on the receipt", async ({ page, stack }) => {
  await putMugIntoBasket(page, stack);
  const pane = await openCheckout(page, stack);
  await pane.paste(card("4000002500001001"));
  await pane.frame().getByRole("radio", { name: "Cartes Bancaires" }).check();
  await pressPay(page);
  await expect(page.getByText("Cartes Bancaires ending in 1001")).toBeVisible();
});
