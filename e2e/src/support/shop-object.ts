/** The demo shop as a shopper uses it, by its visible texts. */
import type { Locator, Page } from "@playwright/test";
import type { Delivery } from "../../../apps/demo/server/sandbox/admin.ts";
import { en } from "../../../apps/demo/server/texts/en.ts";
import type { Texts } from "../../../apps/demo/server/texts/index.ts";
import { expect, type Stack } from "./fixtures.ts";
import { PaneObject, type Typed } from "./pane-object.ts";

/** The text to type for a card: the given number, and valid values for all other fields. */
export const card = (number: string): Typed => ({
  number,
  expiry: "1239",
  cvv: "123",
});

/** Puts a mug into the basket, as a shopper does: 18.50. */
export async function addMug(page: Page, stack: Stack): Promise<void> {
  await page.goto(stack.shop);
  await page.getByRole("button", { name: en.addNamed(en.products["dawn-mug"].name) }).click();
  await expect(page.getByText("€18.50").first()).toBeVisible();
}

/**
 * The same without a page, for tests that begin at the checkout.
 *
 * @param query - the query of the shop's first page: QA's settings
 */
export async function putMugIntoBasket(page: Page, stack: Stack, query = ""): Promise<void> {
  const { request } = page.context();
  // As if the shopper had typed the address.
  const headers = { "Sec-Fetch-Site": "none" };
  if (query) expect((await request.get(`${stack.shop}/${query}`, { headers })).status()).toBe(200);
  const added = await request.post(`${stack.shop}/basket`, {
    form: { sku: "dawn-mug", change: "add" },
    headers: { Origin: stack.shop },
    maxRedirects: 0,
  });
  expect(added.status()).toBe(303);
}

export async function fillContact(page: Page, { contact }: Texts = en): Promise<void> {
  await page.getByLabel(contact.firstName).fill("Mira");
  await page.getByLabel(contact.lastName).fill("Sample");
  await page.getByLabel(contact.email).fill("mira@shop.example");
  await page.getByLabel(contact.country).selectOption("DEU");
}

/** Opens a page with the pane and fills in the contact. */
export async function openCheckout(page: Page, stack: Stack, path = "/checkout"): Promise<PaneObject> {
  await page.goto(`${stack.shop}${path}`);
  await fillContact(page);
  return new PaneObject(page).ready();
}

/** Enters a card and pays with it. */
export async function payByCard(
  page: Page,
  stack: Stack,
  number: string,
  path?: string,
): Promise<PaneObject> {
  const pane = await openCheckout(page, stack, path);
  await pane.paste(card(number));
  await pressPay(page);
  return pane;
}

/**
 * Presses a button of a page with a pane, by keyboard. A click may have to scroll first, and the browser may then still route it
 * to the place where the frame of another process was before.
 */
export function pressButton(page: Page, name: string | RegExp): Promise<void> {
  return page.getByRole("button", { name }).press("Enter");
}

/** Presses Pay, or Subscribe. */
export function pressPay(page: Page): Promise<void> {
  return pressButton(page, /^(Pay|Subscribe) /);
}

/**
 * The shop accepted every notification of the order on the page. The order's page does not show it: the response of a payment that
 * succeeds at once has already settled the order.
 */
export async function expectNotified(page: Page, stack: Stack): Promise<void> {
  const order = new URL(page.url()).pathname.replace("/orders/", "");
  const headers = { Authorization: `Bearer ${stack.adminToken}` };
  const answers = async () => {
    const response = await fetch(`${stack.gateway}/admin/notifications?limit=200`, { headers });
    const { data } = (await response.json()) as { readonly data: readonly Delivery[] };
    const mine = data.filter(({ body }) => [body.merchantOrderID, body.metadata?.udf1].includes(order));
    return [...new Set(mine.flatMap(({ attempts }) => attempts.map(({ status }) => status)))];
  };
  await expect.poll(answers).toEqual([200]);
}

/** The heading of the page. */
export function heading(page: Page, name: string): Locator {
  return page.getByRole("heading", { level: 1, name });
}
