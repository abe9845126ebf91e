/** A merchant's page whose button performs a payment's next action, for the tests of that page. */

import { returnPageHtml, returnPagePolicy } from "@cardpane/browser/return-page";
import { exampleShopper } from "@cardpane/gateway/testing";
import type { Page } from "@playwright/test";
import { expect, type Stack } from "./fixtures.ts";
import { merchantPage } from "./pages.ts";

/** A challenge of a real payment, that ends at the merchant's return page. */
export async function challenged(
  stack: Stack,
  returnUrl = returnPage(stack),
): Promise<{ action: string; url: string }> {
  const response = await fetch(`${stack.gateway}/payment`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: stack.merchant.apiKey },
    body: JSON.stringify({
      paymentSource: {
        type: "card",
        number: "4000000000002503",
        expirationMonth: "12",
        expirationYear: "40",
        cvv: "123",
      },
      sku: { siteId: stack.merchant.siteId, price: [{ amount: 12.5, currency: "EUR" }] },
      consumer: exampleShopper,
      url: { ipnUrl: stack.site.ipnUrl, redirectUrl: returnUrl },
    }),
  });
  const answer = (await response.json()) as { payment: { action: string; url: string } };
  expect(response.status, JSON.stringify(answer)).toBe(201);
  return { action: answer.payment.action, url: answer.payment.url };
}

export const returnPage = (stack: Stack) =>
  stack.site.serve(returnPageHtml(), { "Content-Security-Policy": returnPagePolicy });

interface Shop {
  readonly payment: object;
  readonly options?: object;
  readonly body?: string;
  readonly head?: string;
  readonly headers?: Record<string, string>;
}

/** Opens a merchant's page whose button pays, and presses it once. The page collects the results. */
export async function pay(page: Page, stack: Stack, shop: Shop): Promise<void> {
  const { payment, options = { mode: "dialog" }, body = "", head = "", headers = {} } = shop;
  // In a separate file, so that a strict policy needs no exception.
  const script = stack.site.serve(
    `document.querySelector("#pay").onclick = async () => {
      const { status, hint, error } = await Cardpane.handleNextAction(${JSON.stringify(payment)}, ${JSON.stringify(options)});
      window.results = [...(window.results ?? []), { status, hint, code: error?.code, ours: error instanceof Cardpane.CardpaneError }];
    };`,
    { "Content-Type": "text/javascript" },
  );
  const html = merchantPage(
    stack,
    `<h1>Pay</h1><button id="pay">Pay now</button>${body}<script src="${script}"></script>`,
    { head },
  );
  await page.goto(stack.site.serve(html, headers));
  await page.locator("#pay").focus();
  await page.keyboard.press("Enter");
}

/** The result of the one press of the button. */
export async function result(page: Page): Promise<Record<string, unknown> | undefined> {
  const read = () => page.evaluate(() => (window as { results?: Record<string, unknown>[] }).results ?? []);
  await expect.poll(read).toHaveLength(1);
  return (await read())[0];
}

export const dialog = (page: Page) => page.getByRole("dialog", { name: "Confirm your payment" });
export const challenge = (page: Page) => dialog(page).locator("iframe").contentFrame();

/** The dialog is closed and leaves nothing behind, and the page is as before. */
export async function expectGone(page: Page): Promise<void> {
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.locator("#pay")).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.getAttribute("style") ?? "")).toBe("");
}
