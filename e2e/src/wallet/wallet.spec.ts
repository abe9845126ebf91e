/** The shop's wallet in a browser: from the authenticator's picture to money that was paid, undone and blocked. */
import type { Page } from "@playwright/test";
import { ar } from "../../../apps/demo/server/texts/ar.ts";
import { en } from "../../../apps/demo/server/texts/en.ts";
import { expectNoFindings } from "../support/axe.ts";
import { expect, type Stack, test } from "../support/fixtures.ts";
import { heading, putMugIntoBasket } from "../support/shop-object.ts";
import {
  addAccount,
  addMoney,
  admin,
  balance,
  type Customer,
  codeOf,
  createAccount,
  enterWallet,
  fillLogIn,
  freshEmail,
  logIn,
  openWallet,
  refill,
  topUp,
} from "./object.ts";

const { wallet } = en;
/** The browser logs the status of a form that is shown again. */
const refusedForm = /status of 422/;
/** The list item of a transaction, by the start of its name. */
const movement = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ hasText: new RegExp(`^\\s*${name}`) });

/** A customer who is logged in, with 60 euros on an account that was refilled by card. */
async function withMoney(page: Page, stack: Stack): Promise<Customer> {
  const customer = await enterWallet(page, stack);
  await page.goto(await addMoney(page, stack, await addAccount(page, stack, "Everyday"), "60"));
  await expect(heading(page, wallet.refills.succeeded.title)).toBeVisible();
  return customer;
}

test("opened, logged in, refilled, spent, filtered, taken back, blocked", async ({ page, stack, watch }) => {
  watch.expectedErrors.push(refusedForm);
  await putMugIntoBasket(page, stack);
  const customer = await openWallet(page, stack);
  await logIn(page, stack, customer);
  await expect(page.getByRole("img", { name: wallet.qr })).toHaveCount(0);

  await createAccount(page, stack, { name: "Everyday" });
  await expect(balance(page, "€0.00")).toBeVisible();
  await refill(page, stack, "60", "4242424242424242");
  await page.waitForURL(`${stack.shop}/wallet/refills/**`);
  await expect(heading(page, wallet.refills.succeeded.title)).toBeVisible();
  await page.getByRole("link", { name: wallet.toWallet }).click();
  await expect(balance(page, "€60.00")).toBeVisible();

  await page.goto(`${stack.shop}/checkout`);
  await page.getByRole("link", { name: wallet.payWay }).click();
  await page.getByRole("button", { name: en.pay("€18.50") }).click();
  await expect(heading(page, en.paidTitle)).toBeVisible();
  await expect(page.getByText(en.confirmed)).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: wallet.title })).toBeVisible();
  const paidOrder = page.url();

  await page.goto(`${stack.shop}/wallet/transactions`);
  await expect(movement(page, wallet.refillName("Everyday"))).toHaveCount(1);
  await expect(movement(page, "Order ")).toHaveCount(1);
  await page.getByText(wallet.filter, { exact: true }).click();
  await page.getByLabel(wallet.filters.type).selectOption("outcome");
  await page.getByRole("button", { name: wallet.apply }).click();
  await expect(movement(page, wallet.refillName("Everyday"))).toHaveCount(0);
  await expect(page.getByText(wallet.found(1))).toBeVisible();

  // The customer cannot void the payment. The operator can, and this also takes the order back, even on a page that is open.
  const order = movement(page, "Order ");
  await order.getByText(wallet.details).click();
  await expect(order.getByText(wallet.balanceAfter)).toBeVisible();
  await expect(page.getByRole("button", { name: wallet.void })).toHaveCount(0);
  const openPage = await page.context().newPage();
  await openPage.goto(paidOrder);
  await expect(heading(openPage, en.paidTitle)).toBeVisible();
  await page.goto(`${stack.shop}/operator?email=${customer.email}`);
  await page.getByRole("link", { name: customer.email }).click();
  await order.getByText(wallet.details).click();
  await order.getByRole("link").click();
  await expect(page.getByText(wallet.orderStates.paid, { exact: true })).toBeVisible();
  // Voiding takes more than one press.
  await page.getByText(`${wallet.takeBack}…`).click();
  await expect(page.getByText(wallet.voidText)).toBeVisible();
  await page.getByLabel(wallet.voidReason).fill("Sent back");
  await page.getByRole("button", { name: wallet.takeBack }).click();
  await expect(page.getByText(wallet.notices.voided)).toBeVisible();
  await expect(page.getByText(wallet.orderStates.voided, { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: wallet.takeBack })).toHaveCount(0);
  await expect(heading(openPage, en.voidedTitle)).toBeVisible();
  await openPage.close();
  await page.goto(`${stack.shop}/wallet/transactions`);
  // The payment, and the transaction that voids it.
  await expect(movement(page, "Order ").getByText(/^voided$/i)).toHaveCount(2);
  await page.goto(`${stack.shop}/wallet`);
  await expect(page.getByText("€60.00")).toBeVisible();

  // The operator blocks the customer: every page then leads to the login, which refuses even a valid code.
  await page.goto(`${stack.shop}/operator?email=${customer.email}`);
  await page.getByRole("link", { name: customer.email }).click();
  await page.getByRole("button", { name: wallet.block, exact: true }).click();
  await expect(page.getByText(wallet.notices.saved)).toBeVisible();
  await page.goto(`${stack.shop}/wallet/transactions`);
  await expect(page.getByRole("alert").filter({ hasText: wallet.notices.blocked })).toBeVisible();
  await admin(stack, "/clock", { action: "advance", minutes: 1 });
  await fillLogIn(page, customer.email, await codeOf(customer, stack));
  await expect(page.getByRole("alert").filter({ hasText: wallet.refusals.blocked })).toBeVisible();
});

test("a refill with a challenge, one that is declined, and one with the stored card", async ({
  page,
  stack,
}) => {
  await enterWallet(page, stack);
  const account = await addAccount(page, stack, "Everyday");
  await page.goto(account);
  await refill(page, stack, "20", "4000000000002503");
  await page.waitForURL(`${stack.gateway}/refill/*/3ds`);
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(heading(page, wallet.refills.succeeded.title)).toBeVisible();

  // The challenged card is stored now. A payment by another card is declined, and the customer cancels it.
  await page.goto(account);
  await page.getByLabel(wallet.anotherCard).check();
  await refill(page, stack, "20", "4000000000000002");
  await expect(page.getByRole("alert").filter({ hasText: "5000" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(heading(page, wallet.refills.failed.title)).toBeVisible();
  await page.goto(account);
  await expect(balance(page, "€20.00")).toBeVisible();
});

test("a wrong or used code logs nobody in, and repeated guesses have to wait", async ({
  page,
  stack,
  watch,
}) => {
  watch.expectedErrors.push(refusedForm);
  const customer = await openWallet(page, stack);
  // Exactly the code that was used: the authenticator's current code may be another one.
  const used = await logIn(page, stack, customer);
  await page.getByRole("button", { name: wallet.logOut }).click();
  for (const code of [used, "000000", "12345", "", "000000", "000000", "000000"]) {
    await fillLogIn(page, customer.email, code);
    const field = page.getByLabel(wallet.code, { exact: true });
    // An invalid code is reported at its field; a refusal by the gateway, above the form.
    if (code.length < 6)
      await expect(field).toHaveAccessibleDescription(new RegExp(wallet.fieldProblems.code.invalid));
    else await expect(page.getByRole("alert").filter({ hasText: /./ }).first()).toBeVisible();
    await expect(field).toHaveValue("");
  }
  await fillLogIn(page, customer.email, await codeOf(customer, stack));
  await expect(page.getByRole("alert").filter({ hasText: /Try again in \d+ seconds/ })).toBeVisible();
  await logIn(page, stack, customer);

  await page.getByRole("button", { name: wallet.logOut }).click();
  const open = page.getByRole("region", { name: wallet.openTitle });
  await open.getByLabel(wallet.email).fill(customer.email);
  await open.getByRole("button", { name: wallet.open }).click();
  await expect(page.getByRole("alert").filter({ hasText: wallet.refusals.taken })).toBeVisible();
});

test("an ended session leads to the login page and back, and the basket is kept", async ({ page, stack }) => {
  const customer = await withMoney(page, stack);
  await putMugIntoBasket(page, stack);
  await page.goto(`${stack.shop}/checkout/wallet`);
  await expect(page.getByRole("radio", { name: /Everyday/ })).toBeChecked();

  await page.goto(`${stack.shop}/operator?email=${customer.email}`);
  await page.getByRole("link", { name: customer.email }).click();
  await page.getByRole("button", { name: wallet.regenerate }).click();
  const secret = await page.getByLabel(wallet.secret).inputValue();
  expect(secret).not.toBe(customer.secret);

  await page.goto(`${stack.shop}/checkout/wallet`);
  await expect(page.getByRole("alert").filter({ hasText: wallet.notices.session_ended })).toBeVisible();
  await admin(stack, "/clock", { action: "advance", minutes: 1 });
  await fillLogIn(page, customer.email, await codeOf({ ...customer, secret }, stack));
  await page.getByRole("button", { name: en.pay("€18.50") }).click();
  await expect(heading(page, en.paidTitle)).toBeVisible();
});

test("promo money is spent first, and expires by the sandbox's time", async ({ page, stack }) => {
  // The shop counts the days of an expiry by its own time.
  await admin(stack, "/clock", { action: "reset" });
  await withMoney(page, stack);
  const gift = await addAccount(page, stack, "Gift", "promo");
  await page.goto(gift);
  // Only QA may give money to itself.
  await expect(page.getByRole("button", { name: wallet.topUpNow })).toHaveCount(0);
  await page.goto(`${gift}?qa=1`);
  await topUp(page, "10", "5");
  await expect(page.getByText(wallet.toppedUp("€10.00"))).toBeVisible();
  await putMugIntoBasket(page, stack);
  await page.goto(`${stack.shop}/checkout/wallet`);
  await page.getByRole("button", { name: en.pay("€18.50") }).click();
  await expect(heading(page, en.paidTitle)).toBeVisible();
  await page.goto(`${stack.shop}/wallet`);
  await expect(page.getByText("€51.50")).toBeVisible();
  await expect(page.getByText("€0.00")).toBeVisible();

  await page.goto(gift);
  await topUp(page, "7", "5");
  await expect(balance(page, "€7.00")).toBeVisible();
  await admin(stack, "/clock", { action: "advance", days: 6 });
  await page.goto(gift);
  await expect(balance(page, "€0.00")).toBeVisible();
});

test("a balance that falls low is notified, and one that falls lower is reloaded from the stored card", async ({
  page,
  stack,
}) => {
  await withMoney(page, stack);
  await page.getByRole("link", { name: wallet.toWallet }).click();
  for (const [part, fields] of [
    [wallet.autoreload, { [wallet.autoReloadAmount]: "30", [wallet.autoReloadMinAmount]: "30" }],
    [wallet.notify, { [wallet.notifyAmount]: "45" }],
  ] as const) {
    const form = page.getByRole("group").filter({ has: page.getByRole("heading", { name: part }) });
    await form.getByRole("heading", { name: part }).click();
    await form.getByRole("checkbox").check();
    for (const [label, amount] of Object.entries(fields)) await form.getByLabel(label).fill(amount);
    // The page still shows the notice of the first form when the second one is sent.
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await form.getByRole("button", { name: wallet.save }).click();
    expect((await answered).status()).toBe(303);
    await expect(page.getByText(wallet.notices.saved)).toBeVisible();
  }
  for (const [news, left] of [
    [wallet.newsLow("Everyday", "€41.50"), "€41.50"],
    [wallet.newsMoved("Everyday", "€30.00"), "€53.00"],
  ] as const) {
    await putMugIntoBasket(page, stack);
    await page.goto(`${stack.shop}/checkout/wallet`);
    await page.getByRole("button", { name: en.pay("€18.50") }).click();
    await expect(heading(page, en.paidTitle)).toBeVisible();
    await expect(async () => {
      await page.goto(`${stack.shop}/wallet`);
      await expect(page.getByText(news)).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(page.getByText(left, { exact: true })).toBeVisible();
  }
});

test("too little money declines the order, which can be paid in another way", async ({ page, stack }) => {
  await enterWallet(page, stack);
  await addAccount(page, stack, "Empty");
  await putMugIntoBasket(page, stack);
  await page.goto(`${stack.shop}/checkout/wallet`);
  await page.getByRole("button", { name: en.pay("€18.50") }).click();
  await expect(page.getByRole("alert").filter({ hasText: en.accountDeclines.funds })).toBeVisible();
  await expect(page.getByText("5051")).toBeAttached();
});

test("QA sees the wallet's notifications with what the shop made of them, and sends one again", async ({
  page,
  stack,
}) => {
  await withMoney(page, stack);
  await page.goto(`${stack.shop}/wallet?qa=1`);
  const list = page.getByRole("list", { name: "Notifications" });
  const first = list.getByRole("listitem").filter({ hasText: "refill, success, €60.00" }).first();
  await expect(first).toContainText("wallet.refill.succeeded");
  await first.locator("summary").click();
  await first.getByRole("button", { name: "Resend" }).click();
  await expect(first).toContainText("duplicate, ignored");
});

test("QA's button shows the code, without a script too", async ({ browser, stack }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const email = freshEmail();
  await page.goto(`${stack.shop}/wallet?qa=1`);
  await page.getByRole("region", { name: wallet.openTitle }).getByLabel(wallet.email).fill(email);
  await page.getByRole("button", { name: wallet.open }).click();
  await page.getByRole("button", { name: wallet.showCode }).click();
  await expect(page.getByLabel(wallet.code, { exact: true })).toHaveValue(/^\d{6}$/);
  await page.getByRole("button", { name: wallet.logIn, exact: true }).click();
  await expect(page.getByText(wallet.loggedInAs(email))).toBeVisible();
  await createAccount(page, stack, { name: "Yen", currency: "JPY" });
  await topUp(page, "500");
  await expect(balance(page, "¥500")).toBeVisible();
  await topUp(page, "1.5");
  const amount = page.getByRole("main").locator("#top-up-amount");
  await expect(amount).toHaveAttribute("aria-invalid", "true");
  await expect(amount).toHaveValue("1.5");
  await context.close();
});

test("the operator finds users by filters, in order and in pages", async ({ page, stack, watch }) => {
  watch.expectedErrors.push(refusedForm);
  const tag = `op${Date.now().toString(36)}`;
  for (let i = 0; i < 12; i++) {
    await fetch(`${stack.gateway}/api/v1/user`, {
      method: "POST",
      headers: { Authorization: stack.merchant.apiKey, "Content-Type": "application/json" },
      body: JSON.stringify({
        email: `${tag}.${String(i).padStart(2, "0")}@shop.example`,
        externalUserId: `${tag}-${i}`,
      }),
    });
  }
  await page.goto(`${stack.shop}/operator`);
  await page.getByText(wallet.filter, { exact: true }).click();
  await page.getByLabel(wallet.filters.email).fill(tag);
  await page.getByLabel(wallet.filters.orderColumn).selectOption("email");
  await page.getByLabel(wallet.filters.orderDirection, { exact: true }).selectOption("ASC");
  await page.getByRole("button", { name: wallet.apply }).click();
  await expect(page.getByText(wallet.found(12))).toBeVisible();
  const links = page.getByRole("link", { name: /@shop\.example$/ });
  await expect(links.first()).toHaveText(`${tag}.00@shop.example`);
  await expect(links).toHaveCount(10);
  await page.getByRole("link", { name: wallet.next }).click();
  await expect(links).toHaveCount(2);
  await expect(links.last()).toHaveText(`${tag}.11@shop.example`);
  await page.goto(`${stack.shop}/operator?dateFrom=nonsense`);
  await expect(page.getByLabel(wallet.filters.dateFrom)).toHaveAttribute("aria-invalid", "true");
});

test.describe("every page of it", () => {
  test("passes axe and does not scroll sideways: light and wide, dark and narrow", async ({
    page,
    stack,
    watch,
  }) => {
    // axe checks ten pages, twice.
    test.slow();
    watch.expectedErrors.push(refusedForm);
    const look = async () => {
      for (const { width, colorScheme } of [
        { width: 320, colorScheme: "dark" },
        { width: 1280, colorScheme: "light" },
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await expectNoFindings(page);
      }
    };
    const customer = await openWallet(page, stack);
    await look();
    await fillLogIn(page, customer.email, "000000");
    await expect(page.getByRole("alert").filter({ hasText: /./ }).first()).toBeVisible();
    await look();
    await logIn(page, stack, customer);
    await look();
    await createAccount(page, stack, { name: "Gift", type: "promo" });
    await look();
    await page.goto(`${stack.shop}/operator?email=${customer.email}`);
    await look();
    await page.getByRole("link", { name: customer.email }).press("Enter");
    await page.locator("li.account summary").press("Enter");
    // Far ahead: other tests may have moved the sandbox's time.
    await topUp(page, "50", "365");
    await page.locator("li.account summary").press("Enter");
    await topUp(page, "nonsense");
    await expect(page.getByLabel(wallet.topUpAmount)).toBeFocused();
    await look();
    await putMugIntoBasket(page, stack);
    await page.goto(`${stack.shop}/checkout/wallet`);
    await look();
    await page.getByRole("button", { name: en.pay("€18.50") }).press("Enter");
    await expect(heading(page, en.paidTitle)).toBeVisible();
    await page.goto(`${stack.shop}/wallet/transactions`);
    for (const summary of await page.locator("main summary").all()) await summary.press("Enter");
    await look();
    await page.goto(`${stack.shop}/operator?email=${customer.email}`);
    await page.getByRole("link", { name: customer.email }).press("Enter");
    await expect(heading(page, customer.email)).toBeVisible();
    await look();
    await movement(page, "Order ").locator("summary").first().press("Enter");
    await movement(page, "Order ").getByRole("link").press("Enter");
    await expect(page.getByText(`${wallet.takeBack}…`)).toBeVisible();
    await look();
  });

  test("is shown in Arabic, from right to left", async ({ page, stack }) => {
    await enterWallet(page, stack);
    await page.goto(await addAccount(page, stack, "Everyday"));
    await page.getByRole("button", { name: ar.language }).click();
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await expect(heading(page, "Everyday")).toBeVisible();
    await expect(page.getByRole("button", { name: ar.wallet.goToRefill })).toBeVisible();
    await page.setViewportSize({ width: 320, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await expectNoFindings(page);
  });
});
