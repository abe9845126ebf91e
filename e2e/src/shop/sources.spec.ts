/** Every source but the card: chosen in the shop, paid or failed on the sandbox's page, settled by its notification. */
import { paymentSourceTypes, pseBankCodes } from "@cardpane/gateway";
import type { Page } from "@playwright/test";
import { type OtherType, otherSources } from "../../../apps/demo/server/payments/sources.ts";
import { sourceTitle } from "../../../apps/demo/server/shop/source-name.ts";
import { en } from "../../../apps/demo/server/texts/en.ts";
import { expectNoFindings } from "../support/axe.ts";
import { expect, type Stack, test } from "../support/fixtures.ts";
import { someOf } from "../support/lanes.ts";
import { scan } from "../support/read-qr-code.ts";
import {
  card,
  expectNotified,
  heading,
  openCheckout,
  pressPay,
  putMugIntoBasket,
} from "../support/shop-object.ts";

const direct: readonly OtherType[] = ["ach", "sepa", "applePay", "googlepay"];
const kept: readonly OtherType[] = ["consumer", "paymentAccountId"];
const redirects = otherSources.filter(({ type }) => ![...direct, ...kept].includes(type));

const nameOf = (type: OtherType) =>
  otherSources.filter((source) => source.type === type).map((source) => sourceTitle(en, source))[0] ?? type;

/** Opens the form with a mug in the basket, chooses a source, and fills everything in by QA's button. */
async function choose(page: Page, stack: Stack, type: OtherType): Promise<void> {
  await putMugIntoBasket(page, stack, "?qa=1");
  await page.goto(`${stack.shop}/checkout/other`);
  // The ways of other countries are folded.
  const choice = page.getByRole("radio", { name: nameOf(type), exact: true });
  if (!(await choice.isVisible())) await page.locator(".all-sources > summary").click();
  await choice.check();
  await page.getByRole("button", { name: "Fill contact" }).click();
}

const pay = (page: Page) => page.getByRole("button", { name: /^Pay / }).click();

test("the shop offers every source of the contract that needs no card data, and every bank of PSE", () => {
  const byCard = ["card", "token", "paymentAccountIdWithCvv"];
  const offered = otherSources.map(({ type }) => type);
  expect(offered.toSorted()).toEqual(paymentSourceTypes.filter((type) => !byCard.includes(type)).toSorted());
  expect(redirects).toHaveLength(22);
  const banks = otherSources
    .find(({ type }) => type === "pse")
    ?.fields.find(({ name }) => name === "bankCode");
  expect(banks?.choices).toEqual([...pseBankCodes]);
});

/** One source for each way to its page: by a link, by a code and a link, with a choice of bank, with the shopper's data. */
const tried: readonly OtherType[] = ["payid", "pix", "pse", "crypto"];

for (const { type } of redirects) {
  const isTried = tried.includes(type);
  test(`${type}: out to its page, ${isTried ? "failed, tried again, paid" : "paid"}`, {
    tag: type === "payid" ? [] : "@nightly",
  }, async ({ page, stack }) => {
    await choose(page, stack, type);
    const out = async () => {
      await pay(page);
      if (type === "pix" || type === "crypto") await page.getByRole("link", { name: en.toBank }).click();
      await page.waitForURL(`${stack.gateway}/pay/**`);
      await expect(page.getByText("18.50").first()).toBeVisible();
    };
    const answer = (name: string) => page.getByRole("button", { name, exact: true }).click();
    if (isTried) {
      await out();
      await answer("Simulate failure");
      await expect(page.getByRole("heading", { name: en.notMadeTitle })).toBeVisible();
      // The shop leads back to the form, with the choice kept.
      await page.waitForURL(`${stack.shop}/checkout/other?type=${type}`);
      await page.getByRole("button", { name: "Fill contact" }).click();
    }
    await out();
    await answer("Paid");
    await expect(heading(page, en.paidTitle)).toBeVisible();
  });
}

for (const type of direct) {
  test(`${type}: paid at once`, { tag: "@nightly" }, async ({ page, stack }) => {
    await choose(page, stack, type);
    await pay(page);
    await expect(heading(page, en.paidTitle)).toBeVisible();
    await expectNotified(page, stack);
  });
}

test("a source that the shop has kept pays again without typing", async ({ page, stack }) => {
  await putMugIntoBasket(page, stack);
  const pane = await openCheckout(page, stack);
  await pane.paste(card("4242424242424242"));
  await page.getByRole("checkbox", { name: en.saveCard }).check();
  await pressPay(page);
  await expect(heading(page, en.paidTitle)).toBeVisible();
  for (const type of kept) {
    await choose(page, stack, type);
    await pay(page);
    await expect(heading(page, en.paidTitle)).toBeVisible();
    await expectNotified(page, stack);
  }
});

const drawn = [
  ["pix", "light"],
  ["crypto", "dark"],
] as const;
for (const [type, scheme] of someOf(drawn, 1)) {
  test(`${type}: its code is drawn once, copied, described in words, and read by a reader, ${scheme}`, async ({
    page,
    stack,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.emulateMedia({ colorScheme: scheme });
    const drawing: string[] = [];
    page.on("request", (request) => request.url().endsWith("/qr.js") && drawing.push(request.url()));
    await choose(page, stack, type);
    expect(drawing).toEqual([]);
    await pay(page);
    const picture = page.getByRole("img", { name: en.qrTitle });
    await expect(picture).toBeVisible();
    const text = await page.getByLabel(en.qrText).inputValue();
    expect(text).toMatch(/\/pay\//);
    const copy = page.getByRole("button", { name: en.copy, exact: true });
    await copy.press("Enter");
    await expect(page.getByRole("button", { name: en.copied })).toBeFocused();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    expect(drawing).toHaveLength(1);
    await expectNoFindings(page, { exclude: "#qa" });
    expect(await scan(picture)).toBe(text);
  });
}

test("the code is drawn on an order's page that was open before the code came", async ({
  page,
  stack,
  context,
}) => {
  await choose(page, stack, "pix");
  const form = await page.locator('form[action^="/orders/"]').first().getAttribute("action");
  const open = await context.newPage();
  await open.goto(`${stack.shop}${form?.match(/^\/orders\/[\w-]+/)?.[0]}`);
  await expect(heading(open, en.createdTitle)).toBeVisible();
  await pay(page);
  await expect(open.getByRole("img", { name: en.qrTitle })).toBeVisible();
});

test("the page with the code shows that it was paid elsewhere, and the basket without what was paid", async ({
  page,
  stack,
  context,
}) => {
  await choose(page, stack, "pix");
  await pay(page);
  const basket = page.getByRole("link", { name: en.basket });
  await expect(basket).toHaveText(/1$/);
  const bank = await page.getByRole("link", { name: en.toBank }).getAttribute("href");
  const phone = await context.newPage();
  await phone.goto(bank ?? "");
  await phone.getByRole("button", { name: "Paid", exact: true }).click();
  await expect(phone.getByRole("heading", { name: en.paidTitle })).toBeVisible();
  await phone.close();
  await expect(page.getByRole("heading", { name: en.paidTitle })).toBeVisible();
  await expect(basket).toHaveText(/0$/);
});

test("a QR code's text is shown even if the script that draws the code cannot load", async ({
  page,
  stack,
  watch,
}) => {
  watch.expectedErrors.push(/Failed to load/);
  await page.route("**/qr.js", (route) => route.abort());
  await choose(page, stack, "pix");
  await pay(page);
  await expect(page.getByLabel(en.qrText)).toHaveValue(/\/pay\//);
  await expect(page.getByRole("img", { name: en.qrTitle })).toHaveCount(0);
});

const ends: readonly [string, string, RegExp][] = [
  ["Underpaid", en.mismatchedTitle, /€9\.25 instead of €18\.50/],
  ["Overpaid", en.mismatchedTitle, /€20\.35 instead of €18\.50/],
  ["Simulate expiry", en.notMadeTitle, /5099/],
];
for (const [answer, settled, text] of ends) {
  test(`an order whose transfer ends as "${answer}" shows it`, { tag: "@nightly" }, async ({
    page,
    stack,
  }) => {
    await choose(page, stack, "payid");
    await pay(page);
    await page.getByRole("button", { name: answer }).click();
    await expect(page.getByRole("heading", { name: settled })).toBeVisible();
    await expect(page.getByRole("main").getByText(text)).toBeAttached();
  });
}

test("a bank that takes no direct debits is shown with its code", { tag: "@nightly" }, async ({
  page,
  stack,
}) => {
  await choose(page, stack, "sepa");
  await page.getByLabel(/^BIC/).filter({ visible: true }).fill("NOSDDEXX");
  await pay(page);
  await expect(page.getByText("BIC is not SDD compliant", { exact: true })).toBeVisible();
});

for (const width of [320, 1280]) {
  test(`the choice of a source is accessible at ${width} px`, { tag: "@nightly" }, async ({
    page,
    stack,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await putMugIntoBasket(page, stack);
    await page.goto(`${stack.shop}/checkout/other?type=pse`);
    await expectNoFindings(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}
