/** 3D Secure through the shop: every way it can end, by redirect and in a dialog, and what the shopper can do then. */
import type { FrameLocator, Page } from "@playwright/test";
import { ar } from "../../../apps/demo/server/texts/ar.ts";
import { en } from "../../../apps/demo/server/texts/en.ts";
import { expectNoFindings } from "../support/axe.ts";
import { expect, type Stack, test } from "../support/fixtures.ts";
import { PaneObject } from "../support/pane-object.ts";
import {
  card,
  expectNotified,
  fillContact,
  heading,
  payByCard,
  pressButton,
  pressPay,
  putMugIntoBasket,
} from "../support/shop-object.ts";

const cards = {
  good: "4242424242424242",
  challenge: "4000000000002503",
  refusedChallenge: "4000000000002370",
  challengeThenDeclined: "4000008400001629",
  required: "4000000000003220",
} as const;

const dialog = (page: Page, name: string = en.challenge.title) => page.getByRole("dialog", { name });
const challengeIn = (page: Page): FrameLocator => dialog(page).locator("iframe").contentFrame();
const notifications = (page: Page) => page.getByRole("list", { name: "Notifications" });

/** Pays a mug with a card whose challenge comes in a dialog. */
async function challenged(page: Page, stack: Stack, number: string = cards.challenge, query = "") {
  await putMugIntoBasket(page, stack, `?challenge=dialog${query}`);
  return payByCard(page, stack, number);
}

test.describe("without a question to the shopper", () => {
  const ends: readonly [string, string, string, RegExp | undefined][] = [
    ["frictionless", "4000000000002701", en.paidTitle, undefined],
    ["attempted", "4000000000002719", en.paidTitle, undefined],
    ["not enrolled", cards.good, en.paidTitle, undefined],
    ["frictionless and refused", "4000000000002925", en.declinedTitle, /5220/],
    ["unavailable", "4000000000002313", en.declinedTitle, /5221/],
  ];
  for (const [how, number, title, code] of ends) {
    test(`${how}: reported at once`, { tag: "@nightly" }, async ({ page, stack }) => {
      await putMugIntoBasket(page, stack);
      await payByCard(page, stack, number);
      await expect(page.getByRole("heading", { name: title })).toBeVisible();
      if (code) await expect(page.getByText(code)).toBeAttached();
      else await expectNotified(page, stack);
    });
  }
});

const ends: readonly [string, string, RegExp, string, RegExp | undefined][] = [
  ["approved", cards.challenge, /^Approve$/, en.paidTitle, undefined],
  ["failed", cards.challenge, /failure/, en.declinedTitle, /5220/],
  ["timed out at the bank", cards.challenge, /timeout/, en.notMadeTitle, /5228/],
  ["cancelled at the bank", cards.challenge, /^Cancel$/, en.notMadeTitle, /5222/],
  ["approved, and refused all the same", cards.refusedChallenge, /^Approve$/, en.declinedTitle, /5220/],
  ["approved, then declined", cards.challengeThenDeclined, /^Approve$/, en.declinedTitle, /5005/],
];
for (const [how, number, button, settled, code] of ends) {
  const tag = how === "approved" ? [] : "@nightly";
  test(`challenge by redirect, ${how}: settled by the notification`, { tag }, async ({ page, stack }) => {
    await putMugIntoBasket(page, stack);
    await payByCard(page, stack, number);
    await page.waitForURL(`${stack.gateway}/3ds/**`);
    await expect(page.getByText("18.50").first()).toBeVisible();
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByRole("heading", { name: settled })).toBeVisible();
    await expect(page.getByText(en.reportedText)).toHaveCount(0);
    if (code) await expect(page.getByText(code)).toBeAttached();
  });

  test(`challenge in a dialog, ${how}: settled by the notification`, { tag: "@nightly" }, async ({
    page,
    stack,
  }) => {
    await challenged(page, stack, number);
    const bank = challengeIn(page);
    await expect(bank.getByText("18.50").first()).toBeVisible();
    expect(page.url()).toBe(`${stack.shop}/checkout`);
    await bank.getByRole("button", { name: button }).press("Enter");
    // A decline leads back to the checkout, like a decline without a challenge.
    await page.waitForURL(code ? `${stack.shop}/checkout` : /\/orders\/[\w-]+$/);
    await expect(page.getByRole("heading", { name: settled })).toBeVisible();
    await expect(page.getByText(en.reportedText)).toHaveCount(0);
    if (code) await expect(page.getByText(code)).toBeAttached();
  });
}

test("challenge in a dialog: a code that is not one, then a right one, by the keyboard alone", async ({
  page,
  stack,
  watch,
}) => {
  watch.expectedErrors.push(/status of 400/);
  await challenged(page, stack);
  const code = challengeIn(page).getByLabel("Code from your bank");
  await code.pressSequentially("12");
  await page.keyboard.press("Enter");
  await expect(challengeIn(page).getByRole("alert")).toHaveText("Enter the 6-digit code.");
  await code.pressSequentially("123456");
  await page.keyboard.press("Enter");
  await expect(heading(page, en.paidTitle)).toBeVisible();
});

test("the bank's page shows the amount in one line, and the field for the code without scrolling, in every window size", async ({
  page,
  stack,
}) => {
  await putMugIntoBasket(page, stack);
  await payByCard(page, stack, cards.challenge);
  await page.waitForURL(`${stack.gateway}/3ds/**`);
  for (const size of ["250 × 400", "390 × 400", "500 × 600", "600 × 400"]) {
    const [width = 0, height = 0] = size.split(" × ").map(Number);
    await page.setViewportSize({ width, height });
    await expect(page.getByLabel("Code from your bank"), size).toBeInViewport({ ratio: 1 });
    const lines = await page
      .locator(".amount span")
      .evaluateAll((words) => words.map((word) => word.getBoundingClientRect().top));
    expect([lines.length, new Set(lines).size], size).toEqual([2, 1]);
  }
});

test("challenge in a dialog: the box that comes every month", {
  tag: "@nightly",
}, async ({ page, stack }) => {
  await page.goto(`${stack.shop}/?challenge=dialog`);
  await payByCard(page, stack, cards.challenge, "/subscribe");
  await expect(dialog(page)).toBeVisible();
  await challengeIn(page).getByRole("button", { name: "Approve" }).press("Enter");
  await expect(heading(page, en.paidTitle)).toBeVisible();
  await expect(page.getByText(en.subscriptionStates.active)).toBeVisible();
});

test.describe("challenge in a dialog, given up", () => {
  const ways: readonly [string, (page: Page) => Promise<void>, string][] = [
    [
      "by its button",
      (page) => dialog(page).getByRole("button", { name: en.challenge.close }).click(),
      en.declines.cancelled,
    ],
    ["by Escape", (page) => page.keyboard.press("Escape"), en.declines.cancelled],
    ["out of time", (page) => page.clock.fastForward("10:01"), en.declines.timed_out],
  ];
  for (const [how, giveUp, message] of ways) {
    test(`${how}: announced, and the same form pays with another card`, {
      tag: how === "by Escape" ? [] : "@nightly",
    }, async ({ page, stack }) => {
      const addresses: string[] = [];
      page.on("request", (request) => /\/(pay|leave)$/.test(request.url()) && addresses.push(request.url()));
      if (how === "out of time") await page.clock.install();
      const pane = await challenged(page, stack);
      await expect(challengeIn(page).getByRole("heading")).toBeVisible();
      // The focus is on the dialog's title, not in the bank's page, which would handle Escape itself.
      await giveUp(page);
      const alert = page.getByRole("alert").filter({ hasText: en.notMadeTitle });
      await expect(alert).toContainText(message);
      await expect(dialog(page)).toHaveCount(0);
      await expect(page.getByRole("button", { name: /^Pay €18\.50/ })).toHaveAttribute(
        "aria-disabled",
        "false",
      );
      // The card is back, without its CVV. After a time limit the form is empty.
      await expect(pane.field(how === "out of time" ? "number" : "cvv")).toBeFocused();
      await pane.replace(card(cards.good));
      await pressPay(page);
      await expect(heading(page, en.paidTitle)).toBeVisible();
      const [first, left, second] = addresses.map((address) => address.replace(/\/\w+$/, ""));
      expect(addresses).toHaveLength(3);
      expect(left).toBe(first);
      expect(second).toBe(first);
    });
  }

  test("and approved elsewhere: nothing more is sent, and the shopper sees that it is paid", async ({
    page,
    stack,
    context,
  }) => {
    const pane = await challenged(page, stack);
    const bank = await dialog(page).locator("iframe").getAttribute("src");
    await page.keyboard.press("Escape");
    await expect(page.getByText(en.notMadeTitle)).toBeVisible();
    await expect(pane.field("cvv")).toBeFocused();
    const phone = await context.newPage();
    await phone.goto(bank ?? "");
    await phone.getByRole("button", { name: "Approve" }).click();
    await expect(heading(phone, en.paidTitle)).toBeVisible();
    await pane.replace(card(cards.good));
    await pressPay(page);
    await expect(heading(page, en.paidTitle)).toBeVisible();
    expect(page.url()).toBe(phone.url());
    await page.goto(`${stack.shop}/checkout`);
    await expect(page.getByText(en.basketEmpty)).toBeVisible();
  });

  test("or never loaded: the order's page has the way to the bank's own", async ({ page, stack }) => {
    await page.clock.install();
    await page.route("**/3ds/**", () => {});
    await challenged(page, stack);
    await expect(dialog(page).getByRole("status")).toHaveText(en.challenge.loading);
    await page.clock.fastForward("00:31");
    await expect(heading(page, en.awaitingTitle)).toBeVisible();
    await page.unroute("**/3ds/**");
    await page.getByRole("link", { name: en.toBank }).click();
    await page.getByRole("button", { name: "Approve" }).click();
    await expect(heading(page, en.paidTitle)).toBeVisible();
  });
});

const looks = [
  [1280, "light", "en"],
  [320, "dark", "ar"],
] as const;
for (const [width, scheme, language] of looks) {
  test(`challenge in a dialog: in the shopper's language, axe finds nothing: ${width} px, ${scheme}`, {
    tag: "@nightly",
  }, async ({ page, stack }) => {
    const texts = { en, ar }[language];
    await page.setViewportSize({ width, height: 720 });
    await page.emulateMedia({ colorScheme: scheme });
    await putMugIntoBasket(page, stack, "?challenge=dialog");
    await page.goto(stack.shop);
    await pressButton(page, texts.language);
    await expect(page.locator("html")).toHaveAttribute("dir", texts.direction);
    await page.goto(`${stack.shop}/checkout`);
    await fillContact(page, texts);
    const pane = await new PaneObject(page, page.locator("card-pane"), language).ready();
    await pane.paste(card(cards.challenge));
    await page.locator(".pay").filter({ visible: true }).press("Enter");
    const close = dialog(page, texts.challenge.title).getByRole("button", { name: texts.challenge.close });
    await expect(close).toBeVisible();
    await expectNoFindings(page, { include: "body > div:last-of-type" });
    await close.press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: texts.notMadeTitle })).toBeVisible();
  });
}

test.describe("a card that is declined without 3D Secure", () => {
  for (const mode of ["redirect", "dialog"] as const) {
    test(`goes through it when it pays again, as the same order of the gateway's: by ${mode}`, {
      tag: "@nightly",
    }, async ({ page, stack }) => {
      await putMugIntoBasket(page, stack, `?qa=1&challenge=${mode}`);
      await page.goto(stack.shop);
      const setting = page.getByRole("combobox", { name: "3D Secure", exact: true });
      // The settings are already open if one of them is set.
      if (!(await setting.isVisible())) await page.getByText("Settings", { exact: true }).click();
      await setting.selectOption("off");
      await page.getByRole("button", { name: "Apply" }).click();
      const pane = await payByCard(page, stack, cards.required);
      await expect(page.getByText(en.declinedTitle)).toBeVisible();
      await expect(
        notifications(page)
          .getByText(/fail, 5227/)
          .first(),
      ).toBeVisible();
      // The form has the card, and asks for the CVV alone.
      await expect(pane.field("cvv")).toBeFocused();
      await page.keyboard.insertText("123");
      await pressPay(page);
      if (mode === "redirect") await page.getByRole("button", { name: "Approve" }).click();
      else await challengeIn(page).getByRole("button", { name: "Approve" }).press("Enter");
      await expect(heading(page, en.paidTitle)).toBeVisible();
    });
  }

  test("shows its challenge at once when 3D Secure is on", { tag: "@nightly" }, async ({ page, stack }) => {
    await challenged(page, stack, cards.required);
    await challengeIn(page).getByRole("button", { name: "Approve" }).press("Enter");
    await expect(heading(page, en.paidTitle)).toBeVisible();
  });
});

test.describe("a payment that was left at the bank", () => {
  test("holds nothing up: the same things are paid in another way", async ({ page, stack }) => {
    await putMugIntoBasket(page, stack);
    await payByCard(page, stack, cards.challenge);
    await page.waitForURL(`${stack.gateway}/3ds/**`);
    const bank = page.url();
    await page.goBack();
    await expect(heading(page, en.awaitingTitle)).toBeVisible();
    const order = page.url();
    await page.getByRole("button", { name: en.leave }).press("Enter");
    await page.waitForURL(`${stack.shop}/checkout`);
    await payByCard(page, stack, cards.good);
    await expect(heading(page, en.paidTitle)).toBeVisible();
    expect(page.url()).toBe(order);

    // If the first payment succeeds after all, the order's page shows both.
    await page.goto(bank);
    await page.getByRole("button", { name: "Approve" }).click();
    await expect(page.getByText(en.paidTwice)).toBeVisible();
    expect(page.url()).toBe(order);
  });
});
