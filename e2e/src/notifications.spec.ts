/** Orders settle by the gateway's notification: live, once, and whatever the shopper's browser says. */
import type { Page } from "@playwright/test";
import { en } from "../../apps/demo/server/texts/en.ts";
import { expect, type Stack, test } from "./fixtures.ts";
import { PaneObject } from "./pane-object.ts";

const card = (number: string) => ({ number, expiry: "1239", cvv: "123", cardholder: "Mira Sample" });

async function fillContact(page: Page): Promise<void> {
  await page.getByLabel(en.contact.firstName).fill("Mira");
  await page.getByLabel(en.contact.lastName).fill("Sample");
  await page.getByLabel(en.contact.email).fill("mira@shop.example");
  await page.getByLabel(en.contact.country).selectOption({ label: "Germany" });
}

async function payByPane(page: Page, stack: Stack, path: string, number: string): Promise<void> {
  await page.goto(`${stack.shop}${path}`);
  await fillContact(page);
  const pane = await new PaneObject(page).ready();
  await pane.type(card(number));
  await page.getByRole("button", { name: /^Pay / }).press("Enter");
}

/** Makes the next notification of the sandbox's merchant suffer something. */
async function makeRule(stack: Stack, effect: Readonly<Record<string, unknown>>): Promise<void> {
  const response = await fetch(`${stack.gateway}/admin/rules`, {
    method: "POST",
    headers: { Authorization: `Bearer ${stack.adminToken}`, "Content-Type": "application/json" },
    body: JSON.stringify({ merchant: stack.merchant.clientId, effect: { type: "notification", ...effect } }),
  });
  expect(response.status).toBe(201);
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("a challenge is told as a hint until the notification is in, then as paid, without a reload", async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.shop}/?qa=1`);
  await page.getByRole("button", { name: en.addNamed(en.products["dawn-mug"].name) }).click();
  await makeRule(stack, { mode: "delay", delayMs: 3_600_000 });
  await payByPane(page, stack, "/checkout", "4000000000002503");
  await page.waitForURL(`${stack.gateway}/3ds/**`);
  await page.getByRole("button", { name: "Approve" }).click();
  await page.waitForURL(`${stack.shop}/orders/**`);
  await expect(heading(page, en.reportedTitle)).toBeVisible();
  await expect(page.getByText(en.notConfirmed)).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));

  await page.getByRole("button", { name: "+1 day" }).click();
  await expect(heading(page, en.paidTitle)).toBeVisible();
  await expect(page.getByText(en.confirmed)).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: en.paidTitle })).toHaveCount(1);
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
});

test("a monthly box is paid by the pane and renewed by the sandbox's time, live", async ({ page, stack }) => {
  await page.goto(`${stack.shop}/?qa=1`);
  await page.getByRole("link", { name: en.toSubscribe }).click();
  await payByPane(page, stack, "/subscribe", "4242424242424242");
  await expect(heading(page, en.paidTitle)).toBeVisible();
  await expect(page.getByText("€9.00").first()).toBeVisible();
  const fact = (name: string) =>
    page
      .locator("dl div")
      .filter({ has: page.getByText(name, { exact: true }) })
      .getByRole("definition");
  await expect(fact(en.subscriptionStatus)).toHaveText(en.subscriptionStates.active);
  await expect(fact(en.cycle)).toHaveText("0");
  const renewal = await fact(en.renewal).textContent();

  for (const cycle of ["1", "2"]) {
    await page.getByRole("button", { name: "+30 days" }).click();
    await expect(fact(en.cycle)).toHaveText(cycle);
  }
  expect(await fact(en.renewal).textContent()).not.toBe(renewal);
  const charges = page.getByRole("listitem").filter({ hasText: "€24.00" });
  await expect(charges).toHaveCount(2);
  await expect(
    page
      .getByRole("list", { name: "Notifications" })
      .getByText(/subscription\.renewed/)
      .first(),
  ).toBeVisible();
});

test("a notification that comes again, or from somebody else, changes nothing and is shown with its reason", async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.shop}/?qa=1`);
  await page.getByRole("button", { name: en.addNamed(en.products["dawn-mug"].name) }).click();
  await payByPane(page, stack, "/checkout", "4242424242424242");
  await expect(page.getByText(en.confirmed)).toBeVisible();
  const list = page.getByRole("list", { name: "Notifications" });
  const first = list.getByRole("listitem").filter({ hasText: "18.5 EUR" });
  await first.getByText("18.5 EUR").click();
  await first.getByRole("button", { name: "Send again" }).click();
  await expect(first.getByText(/2\. .*known already, nothing done/)).toBeVisible();

  const forged = new URL(`${stack.shop.replace("localhost", "127.0.0.1")}/ipn`);
  for (const [name, value] of Object.entries({ cp_ref: "x", cp_exp: "4102444800", cp_mac: "x" })) {
    forged.searchParams.set(name, value);
  }
  const answer = await fetch(forged, { method: "POST", body: "{}" });
  expect([answer.status, await answer.text()]).toEqual([400, "refused"]);
  await expect(list.getByText(/refused: The capability is not ours/).first()).toBeVisible();
  await expect(heading(page, en.paidTitle)).toBeVisible();
});
