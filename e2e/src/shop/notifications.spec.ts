/** The gateway's notification settles orders: live, once, and regardless of the shopper's browser. */
import { en } from "../../../apps/demo/server/texts/en.ts";
import { expect, type Stack, test } from "../support/fixtures.ts";
import { heading, payByCard, putMugIntoBasket } from "../support/shop-object.ts";

/** Makes the next notification of the sandbox's merchant subject to a fault. */
async function makeRule(stack: Stack, effect: Readonly<Record<string, unknown>>): Promise<void> {
  const response = await fetch(`${stack.gateway}/admin/rules`, {
    method: "POST",
    headers: { Authorization: `Bearer ${stack.adminToken}`, "Content-Type": "application/json" },
    body: JSON.stringify({
      merchant: stack.merchant.merchantId,
      effect: { type: "notification", ...effect },
    }),
  });
  expect(response.status).toBe(201);
}

test("a challenge is shown as a hint until the notification is in, then as paid, without a reload", async ({
  page,
  stack,
}) => {
  await putMugIntoBasket(page, stack, "?qa=1");
  await makeRule(stack, { mode: "delay", delayMs: 3_600_000 });
  await payByCard(page, stack, "4000000000002503");
  await page.waitForURL(`${stack.gateway}/3ds/**`);
  await page.getByRole("button", { name: "Approve" }).click();
  await page.waitForURL(`${stack.shop}/orders/**`);
  await expect(heading(page, en.reportedTitle)).toBeVisible();
  await expect(page.getByText(en.reportedText)).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));

  await page.getByRole("button", { name: "+1 day" }).click();
  await expect(heading(page, en.paidTitle)).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: en.paidTitle })).toHaveCount(1);
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
});

test("a monthly box is paid by the pane and renewed by the sandbox's time, live", async ({ page, stack }) => {
  await page.goto(`${stack.shop}/?qa=1`);
  await page.getByRole("link", { name: en.toSubscribe }).click();
  await payByCard(page, stack, "4242424242424242", "/subscribe");
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
  // The panel's buttons need its script.
  await page.waitForLoadState();

  for (const cycle of ["1", "2"]) {
    // The sandbox may need some time to process everything that falls due in a month.
    const moved = page.waitForResponse(`${stack.shop}/qa/time/month`);
    await page.getByRole("button", { name: "+30 days" }).click();
    await moved;
    await expect(fact(en.cycle)).toHaveText(cycle);
  }
  expect(await fact(en.renewal).textContent()).not.toBe(renewal);
  const charges = page.getByRole("main").getByRole("listitem").filter({ hasText: "€24.00" });
  await expect(charges).toHaveCount(2);
});
