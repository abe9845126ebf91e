/** Each field in a place of its own: one form, whatever the page does with the places. */
import { expect, test } from "./fixtures.ts";
import { merchantPage, splitTag } from "./pages.ts";
import { goodCard, openSplitPane } from "./pane-object.ts";

const all = "number expiry cvv cardholder postalCode?";

test("a card typed into several frames becomes a token", async ({ page, stack }) => {
  const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag(all)));
  await expect(page.locator("iframe")).toHaveCount(5);
  await pane.type({ ...goodCard, cardholder: "Ada Example" });
  const { token, card } = await pane.tokenize();
  expect(token).toMatch(/^[0-9a-f-]{36}$/);
  expect(card).toEqual({ brand: "visa", lastFour: "4242" });
  for (const name of ["number", "expiry", "cvv"] as const) await expect(pane.field(name)).toHaveValue("");
  await expect(pane.field("cardholder")).toHaveValue("Ada Example");
});
