/** What a shopper sees, hears and types after a declined payment, and after a closed challenge. */
import type { CardPaneElement } from "@cardpane/browser";
import { describeDecline } from "@cardpane/contract/declines";
import { testCards } from "@cardpane/gateway/testing";
import type { Page } from "@playwright/test";
import { locales } from "../../../packages/frame/src/locale/index.ts";
import { expectNoFindings, wcag } from "../support/axe.ts";
import { expect, type Stack, test } from "../support/fixtures.ts";
import { isNightly, someOf } from "../support/lanes.ts";
import { challenged } from "../support/next-action-object.ts";
import { merchantPage, paneTag, splitTag } from "../support/pages.ts";
import { goodCard, openPane, openSplitPane, type PaneObject } from "../support/pane-object.ts";

const showDecline = (page: Page, code: string) =>
  page.locator("card-pane").evaluate((pane: CardPaneElement, given) => pane.showDecline(given), code);

const notice = (pane: PaneObject) => pane.field("number").locator("xpath=ancestor::form//p[@class='notice']");

async function tokenized(pane: PaneObject): Promise<PaneObject> {
  await pane.paste(goodCard);
  expect((await pane.tokenize()).token).toBeTruthy();
  for (const name of ["number", "expiry", "cvv"] as const) await expect(pane.field(name)).toHaveValue("");
  return pane;
}

/** The codes of the test cards that are declined, and one of each sentence that no test card leads to. */
const declined = testCards.map(({ authenticationCode, code }) => authenticationCode ?? code);
const codes = [...new Set([...declined.filter((code) => code !== "0"), "5014", "5053"])];

for (const tag of someOf(["ar", "en", "de", "fr", "ja"] as const, 0)) {
  test(`each decline has its sentence, and the fraud codes that of the general one (${tag})`, async ({
    page,
    stack,
  }) => {
    const html = merchantPage(stack, paneTag(`locale="${tag}"`));
    const pane = await tokenized(await openPane(page, stack, html, {}, tag));
    const { declines } = locales[tag];
    const scanned = new Set<string>();
    for (const code of codes) {
      await showDecline(page, code);
      const { message, field } = describeDecline(code);
      await expect(notice(pane)).toHaveText(declines[message]);
      if (field) await expect(pane.field(field)).toHaveAttribute("aria-invalid", "true");
      await expect(page.locator("card-pane iframe").contentFrame().getByRole("status")).toHaveText(
        new RegExp(declines[message].replace(/[.*+?^${}()|[\]\\]/g, "\\$&")),
      );
      // By day, one of those that mark the same field: the others differ in their words.
      const kind = isNightly ? message : String(field);
      if (!scanned.has(kind)) await expectNoFindings(page, { tags: wcag });
      scanned.add(kind);
    }
    for (const code of ["5041", "5043", "5059", "5043x"]) {
      await showDecline(page, code);
      await expect(notice(pane)).toHaveText(declines.general);
    }
  });
}

/** A page that pays when Enter is pressed, and tells a decline: a merchant's script, with a server that always declines. */
const paying = (stack: Stack, next = "pane.showDecline('5082')") =>
  merchantPage(
    stack,
    `${paneTag()}<button id="other">Other</button><script>
  const pane = document.querySelector("card-pane");
  window.tokens = [];
  pane.addEventListener("enter", async () => {
    const { token } = await pane.tokenize();
    if (token) window.tokens.push(token);
    if (tokens.length === 1) ${next};
  });
</script>`,
  );

const tokens = (page: Page) => page.evaluate(() => (window as unknown as { tokens: string[] }).tokens.length);

test("a wrong CVV costs four keys: the focus is in the CVV, and number and date are in place", async ({
  page,
  stack,
}) => {
  const pane = await openPane(page, stack, paying(stack));
  await pane.paste(goodCard);
  await page.keyboard.press("Enter");
  await expect(pane.field("cvv")).toBeFocused();
  await expect(pane.field("number")).toHaveValue("•••• 4242");
  await expect(pane.field("expiry")).toHaveValue("12 / 39");
  await expect(pane.field("cvv")).toHaveAccessibleDescription(new RegExp(locales.en.errors.cvv.invalid));
  for (const key of ["3", "2", "1", "Enter"]) await page.keyboard.press(key);
  await expect.poll(() => tokens(page)).toBe(2);
  await expect(notice(pane)).toHaveCount(0);
});

test("a closed challenge costs four keys", async ({ page, stack }) => {
  const payment = JSON.stringify(await challenged(stack));
  const pane = await openPane(
    page,
    stack,
    paying(stack, `pane.handleNextAction(${payment}, { mode: "dialog" })`),
  );
  await pane.paste(goodCard);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(pane.field("cvv")).toBeFocused();
  await expect(pane.field("number")).toHaveValue("•••• 4242");
  for (const key of ["3", "2", "1", "Enter"]) await page.keyboard.press(key);
  await expect.poll(() => tokens(page)).toBe(2);
});

test("a kept number is edited like any other, and undo brings no digit back after clear()", async ({
  page,
  stack,
}) => {
  const pane = await tokenized(await openPane(page, stack, merchantPage(stack, paneTag())));
  await showDecline(page, "5014");
  await expect(pane.field("number")).toBeFocused();
  await expect(pane.field("number")).toHaveValue("4242 4242 4242 4242");
  await page.keyboard.press("End");
  await page.keyboard.press("Backspace");
  await expect(pane.field("number")).toHaveValue("4242 4242 4242 424");
  await page.evaluate(() => document.querySelector("card-pane")?.clear());
  await expect(pane.field("number")).toHaveValue("");
  for (let step = 0; step < 5; step++) await page.keyboard.press("Control+z");
  await expect(pane.field("number")).toHaveValue("");
});

test("each field of its own frame gets its text back, and the sentence is above the first", async ({
  page,
  stack,
}) => {
  const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag()));
  await tokenized(pane);
  await showDecline(page, "5082");
  await expect(pane.field("cvv")).toBeFocused();
  await expect(pane.field("number")).toHaveValue("•••• 4242");
  await expect(pane.field("expiry")).toHaveValue("12 / 39");
  await expect(notice(pane)).toHaveText(locales.en.declines.wrong_cvv);
  await page.keyboard.type("321");
  await expect.poll(async () => (await pane.tokenize()).token).toBeTruthy();
});

test("a page that a server renders says it by the attribute, and a text that is no code is named in the console", async ({
  page,
  stack,
  watch,
}) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag('decline="5051"')));
  await expect(notice(pane)).toHaveText(locales.en.declines.insufficient_funds);
  await expect(pane.field("number")).toBeFocused();
  await showDecline(page, "5043x");
  await expect(notice(pane)).toHaveText(locales.en.declines.general);
  expect(watch.consoleLines.filter((line) => line.includes("decline's code"))).toHaveLength(1);
});
