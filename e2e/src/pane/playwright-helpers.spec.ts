/** `@cardpane/sandbox/playwright`: the helpers with which a merchant's tests type into the pane. */
import type { CardPaneElement } from "@cardpane/browser";
import { fillCard, paneField } from "@cardpane/sandbox/playwright";
import { expect, test } from "../support/fixtures.ts";
import { someOf } from "../support/lanes.ts";
import { merchantPage, paneTag, splitTag } from "../support/pages.ts";
import { PaneObject } from "../support/pane-object.ts";

const allFields = 'fields="number expiry cvv cardholder postalCode"';

const forms = [
  ["one frame", paneTag()],
  ["one frame, all fields, in German", paneTag(`${allFields} locale="de"`)],
  ["one frame per field", splitTag()],
  ["month and year as lists", paneTag('fields="number expiryMonth expiryYear cvv" expiry="select"')],
] as const;
for (const [what, tags] of someOf(forms, 2)) {
  test(`a card is filled in, and is good for a token: ${what}`, async ({ page, stack }) => {
    await page.goto(stack.site.serve(merchantPage(stack, tags)));
    await fillCard(page, "378282246310005");
    await expect(await paneField(page, "number")).toHaveValue("3782 822463 10005");
    const pane = new PaneObject(page);
    expect((await pane.tokenize()).card).toMatchObject({ brand: "american-express", lastFour: "0005" });
    // After this decline the form has the card again, with its number shortened.
    await page.locator("card-pane").evaluate((element: CardPaneElement) => element.showDecline("5051"));
    await fillCard(page, "4242424242424242");
    expect((await pane.tokenize()).card).toMatchObject({ brand: "visa", lastFour: "4242" });
  });
}

test("of two panes the given one is filled in, and a missing field is an error", async ({ page, stack }) => {
  const tags = paneTag('id="one"') + paneTag('id="two"');
  await page.goto(stack.site.serve(merchantPage(stack, tags)));
  const within = page.locator("#two");
  await fillCard(page, "4242424242424242", { expiry: "0135" }, { within });
  await expect(await paneField(page, "expiry", { within })).toHaveValue("01 / 35");
  await expect(await paneField(page, "number", { within: page.locator("#one") })).toHaveValue("");
  await expect(paneField(page, "cardholder", { within })).rejects.toThrow("cardholder");
});
