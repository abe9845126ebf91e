/** The refill page: the sandbox's own page that accepts a card, in the pane, as any shop's page does. */
import { exampleShopper } from "@cardpane/gateway/testing";
import type { Page } from "@playwright/test";
import { expectNoFindings } from "../support/axe.ts";
import { expect, type Stack, test } from "../support/fixtures.ts";
import { PaneObject } from "../support/pane-object.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
type Json = any;

const { externalId: _, email: __, ...consumer } = exampleShopper;
const card = (number: string) => ({ number, expiry: "1239", cvv: "123" });

let users = 0;

/** A user with an account of EUR, and the merchant's operations on them. */
async function makeWallet(stack: Stack) {
  users += 1;
  const back = stack.site.serve(backPage);
  const send = async (method: string, path: string, body?: object): Promise<Json> => {
    const response = await fetch(stack.gateway + path, {
      method,
      headers: { Authorization: stack.merchant.apiKey, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answered: Json = await response.json();
    expect(response.ok, JSON.stringify(answered)).toBe(true);
    return answered;
  };
  const name = `refill-${users}`;
  const user = { email: `${name}@shop.example`, externalUserId: name, isActivated: true };
  const { userId: clientId } = await send("POST", "/api/v1/user", user);
  const account = { clientId, method: "card", system: "sandbox", currency: "EUR", name: "Everyday" };
  const { id } = await send("POST", "/api/v1/payment-account", account);
  return {
    /** Begins a refill of 25 EUR and returns the address of its page. */
    refill: async (fields: object = {}): Promise<string> => {
      const body = { clientId, name: "Refill", amount: 25, consumer, redirectUrl: back };
      const path = `/api/v1/payment-account/${id}/refill`;
      return (await send("POST", path, { ...body, webhookUrl: stack.site.ipnUrl, ...fields })).url;
    },
    balance: async (): Promise<number> =>
      (await send("GET", `/api/v1/payment-account/${id}?clientId=${clientId}`)).balance,
    transactions: async (): Promise<Json[]> =>
      (await send("GET", `/api/v1/transaction?clientId=${clientId}`)).data,
  };
}

const payButton = (page: Page) => page.getByRole("button", { name: /^Pay / });

/** The page's own alert; the pane has another, empty one. */
const declined = (page: Page) => page.getByRole("alert").filter({ hasText: "Your card was declined" });

async function payBy(page: Page, number: string): Promise<void> {
  const pane = await new PaneObject(page).ready();
  await pane.paste(card(number));
  await payButton(page).press("Enter");
}

const backPage = "<!doctype html><title>Back</title><h1>Back in the shop</h1>";
const isBack = (page: Page, approved: "0" | "1") =>
  page.waitForURL((url) => url.searchParams.get("is_approved") === approved);

test.describe("the page of a refill", { tag: "@nightly" }, () => {
  test("a card refills the account, and the shopper is back in the shop", async ({ page, stack }) => {
    const wallet = await makeWallet(stack);
    await page.goto(await wallet.refill({ payment: { domain: "shop.example" } }));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Add money");
    await expect(page.getByText("shop.example")).toBeVisible();
    await payBy(page, "4242424242424242");
    await isBack(page, "1");
    expect(await wallet.balance()).toBe(25);
    expect(await wallet.transactions()).toMatchObject([
      { subtype: "refill", accountNumber: "424242******4242" },
    ]);
    await page.goBack();
    await isBack(page, "1");
  });

  test("a decline is shown, and another card pays", async ({ page, stack }) => {
    const wallet = await makeWallet(stack);
    await page.goto(await wallet.refill());
    await payBy(page, "4000000000009995");
    await expect(declined(page)).toContainText("Insufficient funds (5051)");
    expect(await wallet.transactions()).toEqual([]);
    await page.reload();
    await expect(declined(page)).toBeVisible();
    await expectNoFindings(page);
    await payBy(page, "4242424242424242");
    await isBack(page, "1");
    expect(await wallet.balance()).toBe(25);
  });

  test("a secure refill goes through the issuer's challenge", async ({ page, stack }) => {
    const wallet = await makeWallet(stack);
    await page.goto(await wallet.refill({ secure: true }));
    await payBy(page, "4000000000002503");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirm your payment");
    await page.getByRole("button", { name: "Simulate failure" }).click();
    await expect(declined(page)).toContainText("(5220)");
    await payBy(page, "4000000000002503");
    await page.getByLabel("Code from your bank").fill("123456");
    await page.getByRole("button", { name: "Confirm" }).click();
    await isBack(page, "1");
    expect(await wallet.balance()).toBe(25);
  });

  test("a second refill charges the stored card and shows no form, unless another card is wanted", async ({
    page,
    stack,
  }) => {
    const wallet = await makeWallet(stack);
    await page.goto(await wallet.refill());
    await payBy(page, "4242424242424242");
    await isBack(page, "1");
    await page.goto(await wallet.refill());
    await isBack(page, "1");
    expect(await wallet.balance()).toBe(50);
    await page.goto(await wallet.refill({ forceCheckout: true }));
    await expect(payButton(page)).toBeVisible();
    expect(await wallet.balance()).toBe(50);
  });

  test("cancelling leads back, and nothing is charged", async ({ page, stack }) => {
    const wallet = await makeWallet(stack);
    await page.goto(await wallet.refill());
    await page.getByRole("button", { name: "Cancel" }).click();
    await isBack(page, "0");
    expect(await wallet.transactions()).toMatchObject([{ status: "fail", code: "5222" }]);
  });

  test("without a card nothing is sent, and the pane shows what is missing", async ({ page, stack }) => {
    const wallet = await makeWallet(stack);
    const address = await wallet.refill();
    await page.goto(address);
    const pane = await new PaneObject(page).ready();
    await payButton(page).press("Enter");
    await expect(pane.field("number")).toBeFocused();
    expect(await pane.error("number")).not.toBe("");
    expect(page.url()).toBe(address);
  });

  for (const scheme of ["light", "dark"] as const) {
    test(`a ${scheme} page of 320 pixels holds the whole bill, and axe finds nothing`, async ({
      page,
      stack,
    }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width: 320, height: 1_100 });
      const wallet = await makeWallet(stack);
      const amountMods = [
        { amount: 0.5, title: "Fee of the card network" },
        { amount: -0.25, title: "Discount" },
      ];
      await page.goto(
        await wallet.refill({
          name: "Gold membership, a year",
          test: true,
          payment: { domain: "shop.example" },
          metadata: { isCover: true, amountMods },
        }),
      );
      await new PaneObject(page).ready();
      await expect(page.getByRole("button", { name: "Pay EUR 25.25" })).toBeVisible();
      await expect(page.getByText("Fee of the card network")).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      // axe does not see through the frame to a dark page behind it.
      await expectNoFindings(page, { contrast: scheme === "light" });
    });
  }
});
