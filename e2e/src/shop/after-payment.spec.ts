/** After a payment: the operator's refunds, and the shopper's changes to a subscription and to saved cards. */
import type { Page } from "@playwright/test";
import { en } from "../../../apps/demo/server/texts/en.ts";
import { expectNoFindings } from "../support/axe.ts";
import { expect, type Stack, test } from "../support/fixtures.ts";
import { someOf } from "../support/lanes.ts";
import { PaneObject } from "../support/pane-object.ts";
import {
  card,
  heading,
  openCheckout,
  payByCard,
  pressPay,
  putMugIntoBasket,
} from "../support/shop-object.ts";
import { admin } from "../wallet/object.ts";

const { refunds, subscription, cards, notices } = en.afterPayment;

const fact = (page: Page, name: string) =>
  page
    .locator("dl div")
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole("definition");

async function subscribe(page: Page, stack: Stack): Promise<void> {
  await page.goto(`${stack.shop}/subscribe`);
  await expect(page.getByRole("button", { name: subscription.subscribe("€9.00") })).toBeVisible();
  await payByCard(page, stack, "4242424242424242", "/subscribe");
  await expect(heading(page, en.paidTitle)).toBeVisible();
}

/** Types another card for the subscription into the pane. */
async function changeCard(page: Page): Promise<void> {
  await page.getByRole("link", { name: subscription.changeCard }).click();
  const pane = await new PaneObject(page).ready();
  await pane.paste(card("5555555555554444"));
  await page.getByRole("button", { name: subscription.useCard }).press("Enter");
}

test("QA makes a doubt by a switch, and the operator's list has it until a person has decided", async ({
  page,
  stack,
}) => {
  const operator = await page.context().newPage();
  const waiting = (order: string) =>
    operator.getByRole("main").getByRole("listitem").filter({ hasText: order });
  const doubts = [
    ["no answer, no notification", "The gateway has not answered", "no payment was made", en.createdTitle],
    ["half the money", "The money differs from the price", "it was paid", en.paidTitle],
  ] as const;
  for (const [doubt, why, decision, shown] of someOf(doubts, 1)) {
    await test.step(doubt, async () => {
      await putMugIntoBasket(page, stack, "?qa=1");
      const pane = await openCheckout(page, stack);
      await page.getByRole("button", { name: doubt }).press("Enter");
      await expect(page.getByText(`The next payment ends in doubt: ${doubt}.`)).toBeVisible();
      await pane.paste(card("4242424242424242"));
      await pressPay(page);
      await page.waitForURL(/\/orders\//);
      const order = new URL(page.url()).pathname.replace("/orders/", "");
      await operator.goto(`${stack.shop}/operator`);
      await expect(waiting(order)).toContainText(why);
      await expectNoFindings(operator);
      await operator.getByRole("link", { name: order }).click();
      await expect(operator.getByRole("heading", { name: "History" })).toBeVisible();
      await operator.getByRole("button", { name: decision }).click();
      await operator.getByRole("link", { name: "Needs attention" }).click();
      await expect(waiting(order)).toHaveCount(0);
      await expect(heading(page, shown)).toBeVisible();
    });
  }
});

test("a shopper subscribes, and cancels after a question: at the end of the paid time, or at once", async ({
  page,
  stack,
}) => {
  await subscribe(page, stack);
  await expect(fact(page, en.subscriptionStatus)).toHaveText(en.subscriptionStates.active);
  const renewal = (await fact(page, en.renewal).textContent()) ?? "";

  // every-page.spec.ts tries the open question at 320 px.
  for (const _ of ["open", "close"]) await page.getByText(subscription.cancel).click();
  await expect(fact(page, en.renewal)).toHaveText(renewal);

  const ways = [
    [subscription.cancelAtEnd, en.subscriptionStates.active],
    [subscription.cancelNow, en.subscriptionStates.canceled],
  ] as const;
  for (const [button, state] of someOf(ways, 1)) {
    await page.getByText(subscription.cancel).click();
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByText(notices.subscription_canceled)).toBeVisible();
    await expect(fact(page, en.subscriptionStatus)).toHaveText(state);
    await expect(fact(page, en.ends)).toBeVisible();
    await expect(fact(page, en.renewal)).toHaveCount(0);
    await expect(page.getByText(subscription.cancel)).toHaveCount(0);
    if (button === subscription.cancelAtEnd) {
      await admin(stack, "/clock", { action: "advance", days: 31 });
      await page.reload();
      await expect(fact(page, en.subscriptionStatus)).toHaveText(en.subscriptionStates.canceled);
      await subscribe(page, stack);
    }
  }
});

test("news of the order leave the shopper's notice, and the focus in the form that cancels", async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.shop}/?qa=1`);
  await subscribe(page, stack);
  const operator = await page.context().newPage();
  await operator.goto(new URL(`/operator${new URL(page.url()).pathname}`, stack.shop).href);
  /** Refunds one euro more. */
  const refund = async (sum: string) => {
    await operator.reload();
    await operator.getByLabel(/^Amount to refund/).fill("1");
    await operator.getByRole("button", { name: "Refund", exact: true }).click();
    await expect(page.getByText(refunds.shopperText(sum, "€9.00"))).toBeVisible();
  };
  await changeCard(page);
  const notice = page.getByText(notices.card_changed);
  await expect(notice).toBeFocused();
  await refund("€1.00");
  await expect(notice).toBeFocused();

  await page.locator("summary", { hasText: subscription.cancel }).click();
  const button = page.getByRole("button", { name: subscription.cancelNow });
  await button.focus();
  await refund("€2.00");
  await expect(notice).toBeVisible();
  await expect(button).toBeFocused();
});

test("later charges of a subscription go to another card, typed into the pane, and cards are switched off and on", async ({
  page,
  stack,
}) => {
  await subscribe(page, stack);
  await changeCard(page);
  await expect(page.getByText(notices.card_changed)).toBeVisible();

  await page.getByRole("link", { name: cards.title }).click();
  await expect(heading(page, cards.title)).toBeVisible();
  const item = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  await expect(item(en.savedCard("Mastercard", "4444"))).toBeVisible();
  const visa = item(en.savedCard("Visa", "4242"));
  await visa.getByRole("button", { name: `${cards.disable}: ${en.savedCard("Visa", "4242")}` }).click();
  await expect(page.getByText(notices.card_disabled)).toBeVisible();
  await expect(visa.getByText(cards.disabled, { exact: true })).toBeVisible();
  await visa.getByRole("button", { name: `${cards.enable}: ${en.savedCard("Visa", "4242")}` }).click();
  await expect(page.getByText(notices.card_enabled)).toBeVisible();
});
