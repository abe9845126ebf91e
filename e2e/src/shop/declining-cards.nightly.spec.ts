/** Each card that is declined, paid with in each language of the shop: its sentence, and no word of the reason to a thief. */

import { describeDecline } from "@cardpane/contract/declines";
import { testCards } from "@cardpane/gateway/testing";
import { locales as shopLocales } from "../../../apps/demo/server/texts/index.ts";
import { locales } from "../../../packages/frame/src/locale/index.ts";
import { expectNoFindings, wcag } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { PaneObject } from "../support/pane-object.ts";
import { card, fillContact, putMugIntoBasket } from "../support/shop-object.ts";

const declined = testCards.filter(({ code, threeDs }) => code !== "0" && threeDs !== "challenge");

for (const [tag, texts] of Object.entries(shopLocales)) {
  test(`each declined card has its sentence (${tag})`, async ({ page, stack }) => {
    const { declines } = locales[tag as keyof typeof shopLocales];
    const scanned = new Set<string>();
    for (const { number, code } of declined) {
      await page.context().clearCookies();
      await putMugIntoBasket(page, stack);
      await page.request.post(`${stack.shop}/preferences`, {
        form: { locale: tag },
        headers: { Origin: stack.shop },
        maxRedirects: 0,
      });
      await page.goto(`${stack.shop}/checkout`);
      await fillContact(page, texts);
      const pane = await new PaneObject(
        page,
        page.locator("card-pane"),
        tag as keyof typeof shopLocales,
      ).ready();
      await pane.paste(card(number));
      await page.locator("button.pay:visible").press("Enter");
      const { message, field } = describeDecline(code);
      const form = page.locator("card-pane iframe").contentFrame();
      await expect(form.getByText(declines[message]).first(), number).toBeVisible();
      if (field) await expect(pane.field(field)).toBeFocused();
      if (!scanned.has(message)) await expectNoFindings(page, { tags: wcag });
      scanned.add(message);
    }
    expect(scanned.size).toBeGreaterThan(4);
  });
}
