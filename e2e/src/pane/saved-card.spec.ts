/** A card that the gateway keeps: shown with brand and last four digits; only its CVV is typed. */
import type { Brand, SavedCard } from "@cardpane/contract/messages";
import type { Page } from "@playwright/test";
import { brandName } from "../../../packages/frame/src/card/identify-card.ts";
import { locales } from "../../../packages/frame/src/locale/index.ts";
import { expect, type Stack, test } from "../support/fixtures.ts";
import { someOf } from "../support/lanes.ts";
import { inFont, merchantPage, paneTag } from "../support/pages.ts";
import { openPane, PaneObject } from "../support/pane-object.ts";

const paymentAccountId = "6f2d3a80-1c1f-4f6a-9d8e-0a4c3b2d1e0f";
const saved = (brand: Brand | null, lastFour: string | null = "0005"): SavedCard => ({
  paymentAccountId,
  consumerId: "123456789",
  brand,
  lastFour,
});

function savedTag(card: SavedCard, attributes = ""): string {
  return paneTag(`${attributes} saved-card='${JSON.stringify(card)}'`);
}

/** A fake gateway that responds and records its requests. */
async function gatewayAnswers(page: Page, stack: Stack): Promise<{ url: string; body: unknown }[]> {
  const requests: { url: string; body: unknown }[] = [];
  await page.route(`${stack.gateway}/**`, async (route) => {
    const request = route.request();
    if (request.method() !== "POST") return route.continue();
    requests.push({ url: request.url(), body: request.postDataJSON() });
    return route.fulfill({
      status: 201,
      headers: { "Access-Control-Allow-Origin": "*" },
      json: { token: "7d3f7f9e-0c35-4a67-9d2b-0f2b8a1c9e11", expireAt: 1_900_000_000 },
    });
  });
  return requests;
}

test("by an attribute: the card's name, and a CVV of no more digits than its brand has", async ({
  page,
  stack,
}) => {
  // The unit tests of the form cover all brands.
  const all = someOf(["visa", "american-express", "bancontact", "mada", null] as const, 1, 3);
  const html = all.map((brand) => savedTag(saved(brand))).join("");
  await page.goto(stack.site.serve(merchantPage(stack, html)));
  for (const [index, brand] of all.entries()) {
    const host = page.locator("card-pane").nth(index);
    const pane = await new PaneObject(page, host).ready();
    const most = brand === "american-express" || brand === null ? 4 : 3;
    await expect(pane.field("cvv")).toHaveAccessibleDescription(
      new RegExp(`^${brand ? brandName(brand) : locales.en.savedCard} ending in 0005\\. `),
    );
    await pane.type({ cvv: "12345" });
    await expect(pane.field("cvv")).toHaveValue("12345".slice(0, most));
    await expect
      .poll(() => pane.snapshot())
      .toMatchObject({ brand, brands: brand ? [brand] : [], valid: true });
    await pane.field("cvv").fill("12");
    await pane.field("cvv").blur();
    await expect(pane.field("cvv")).toHaveAttribute("aria-invalid", "true");
    expect(await pane.error("cvv")).toBe(locales.en.errors.cvv.incomplete);
    // Error, card and hint are separate sentences.
    await expect(pane.field("cvv")).toHaveAccessibleDescription(
      new RegExp(`^${locales.en.errors.cvv.incomplete}\\. .+ ending in 0005\\. `),
    );
  }
});

test("goes to its own operation, with the CVV and nothing else of a card", async ({ page, stack }) => {
  const requests = await gatewayAnswers(page, stack);
  const pane = await openPane(page, stack, merchantPage(stack, savedTag(saved("american-express"))));
  await pane.type({ cvv: "123" });
  expect((await pane.tokenize()).error?.code).toBe("form_invalid");
  expect(requests).toEqual([]);
  await pane.type({ cvv: "4" });
  expect((await pane.tokenize()).card).toEqual({
    brand: "american-express",
    lastFour: "0005",
    hasName: false,
  });
  expect(requests).toEqual([
    {
      url: `${stack.gateway}/tokenizeWithPaymentAccountId`,
      body: { paymentAccountId, consumerId: "123456789", cvv: "1234" },
    },
  ]);
  await expect(pane.field("cvv")).toHaveValue("");
});

for (const locale of someOf(["en", "ar"] as const, 1)) {
  test(`is announced once, before its code: ${locale}`, async ({ page, stack }) => {
    await page.setViewportSize({ width: 320, height: 300 });
    const html = merchantPage(stack, savedTag(saved("visa"), `locale="${locale}"`), { head: inFont("wide") });
    const pane = await openPane(page, stack, html, {}, locale);
    const { endingIn, labels, cvvHint } = locales[locale];
    const spoken = endingIn.replace("{brand}", "Visa").replace("{lastFour}", "0005");
    await expect(pane.field("cvv")).toHaveAccessibleName(labels.cvv);
    await expect(pane.field("cvv")).toHaveAccessibleDescription(`${spoken}. ${cvvHint}`);
    await expect(page.locator("card-pane iframe").contentFrame().locator("form")).toMatchAriaSnapshot(`
      - text: ${JSON.stringify(`${spoken} ${labels.cvv}`)}
      - textbox ${JSON.stringify(labels.cvv)}:
        - /placeholder: CVV
      - status
    `);
    const sides = await pane.frame().evaluate(() => {
      const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
      const { kept, digits, input } = { kept: box(".kept"), digits: box(".kept bdi"), input: box("#cvv") };
      if (!kept || !digits || !input) throw new Error("The card is not drawn.");
      const isCut = digits.left < kept.left || digits.right > kept.right;
      return { isCut, isSideBySide: Math.abs(kept.top - input.top) < 1, isFirst: kept.left < input.left };
    });
    expect(sides).toEqual({ isCut: false, isSideBySide: true, isFirst: locale === "en" });
  });
}

test("as an option, and another one at run time: the CVV of the first is forgotten", async ({
  page,
  stack,
}) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  const host = page.locator("card-pane");
  const set = (savedCard: SavedCard | null) =>
    host.evaluate((element, card) => Object.assign(element, { savedCard: card }), savedCard);
  await pane.type({ number: "4242" });
  await set(saved("american-express"));
  await expect(pane.field("number")).toHaveCount(0);
  await pane.type({ cvv: "1234" });
  await set({ ...saved("visa", "4242"), paymentAccountId: paymentAccountId.replace(/^./, "7") });
  await expect(pane.field("cvv")).toHaveValue("");
  await expect(pane.field("cvv")).toHaveAccessibleDescription(/^Visa ending in 4242\. 3/);
  await pane.type({ cvv: "1234" });
  await expect(pane.field("cvv")).toHaveValue("123");
  // The same card with another description keeps the typed CVV.
  await set({ ...saved("visa", null), paymentAccountId: paymentAccountId.replace(/^./, "7") });
  await expect(pane.field("cvv")).toHaveAccessibleDescription(/^Visa\. 3/);
  await expect(pane.field("cvv")).toHaveValue("123");
  await host.evaluate(
    (element, card) => element.setAttribute("saved-card", JSON.stringify(card)),
    saved("mada", "4242"),
  );
  await expect(pane.field("cvv")).toHaveAccessibleDescription(/^mada ending in 4242\. 3/);
  await expect(pane.field("cvv")).toHaveValue("");
  await host.evaluate((element) => element.removeAttribute("saved-card"));
  await expect(pane.field("number")).toHaveValue("");
});
