/** The shop's wallet in a browser, one journey: from the authenticator's picture to money that was paid and taken back. */
import { ar } from "../../../apps/demo/server/texts/ar.ts";
import { en } from "../../../apps/demo/server/texts/en.ts";
import { expectNoFindings } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { expectNotified, heading, pressButton, putMugIntoBasket } from "../support/shop-object.ts";
import { createAccount, logIn, openWallet, refill } from "./object.ts";

const { wallet } = en;

test("opened, logged in, refilled, spent, taken back", async ({ page, stack }) => {
  await putMugIntoBasket(page, stack);
  const customer = await openWallet(page, stack);
  await logIn(page, stack, customer);
  await expect(page.getByRole("img", { name: wallet.scanTitle })).toHaveCount(0);
  await createAccount(page, stack, { name: "Everyday" });
  await refill(page, stack, "60", "4242424242424242");
  await page.waitForURL(`${stack.shop}/wallet`);
  await expect(page.getByRole("heading", { name: wallet.refills.succeeded.title })).toBeVisible();
  await expect(page.getByText("€60.00").first()).toBeVisible();

  await page.goto(`${stack.shop}/checkout`);
  await page.getByRole("radio", { name: wallet.title, exact: true }).check();
  await expect(page.getByText("€60.00").first()).toBeVisible();
  await expect(page.getByRole("radio", { name: /Everyday/ })).toBeChecked();
  await expectNoFindings(page);
  await page.getByRole("button", { name: en.pay("€18.50") }).click();
  await expect(heading(page, en.paidTitle)).toBeVisible();
  await expectNotified(page, stack);
  const order = page.url();

  // The customer cannot void the payment. The operator can, and this also takes the order back, even on a page that is open.
  const operator = await page.context().newPage();
  await operator.goto(order.replace("/orders/", "/operator/orders/"));
  await operator.getByRole("button", { name: "Void payment" }).click();
  await expect(operator.getByText("voided", { exact: true })).toBeVisible();
  await expect(operator.getByRole("button", { name: "Void payment" })).toHaveCount(0);
  await operator.close();
  await expect(heading(page, en.voidedTitle)).toBeVisible();
  await page.goto(`${stack.shop}/wallet`);
  await expect(page.getByText("€60.00").first()).toBeVisible();

  await page.setViewportSize({ width: 320, height: 700 });
  await pressButton(page, ar.language);
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expectNoFindings(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
