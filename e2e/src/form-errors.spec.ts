/** The HTML-only form: failures that no field caused are shown, announced and focused by the pane itself. */
import { expect, test } from "./fixtures.ts";
import { merchantPage } from "./pages.ts";
import { goodCard, openPane } from "./pane-object.ts";

const form = (environment: string) =>
  `<form action="/pay"><card-pane name="payment" environment="${environment}"></card-pane><button>Pay</button></form>`;

for (const environment of ["down", "broken"]) {
  test(`a gateway that is ${environment}: the pane says so below the form, and nothing is submitted`, async ({
    page,
    stack,
    watch,
  }) => {
    watch.expectedErrors.push(/Failed to load resource/, /net::ERR/, /CORS/);
    const pane = await openPane(page, stack, merchantPage(stack, form(environment)));
    await pane.type(goodCard);
    const address = page.url();
    await page.getByRole("button", { name: "Pay" }).click();
    const alert = page.getByRole("alert");
    await expect(alert).toHaveText(/\w{3}/);
    await expect(alert).toBeFocused();
    await expect(page.getByRole("button", { name: "Pay" })).not.toHaveAttribute("aria-busy");
    await expect(pane.field("number")).toHaveValue("4242 4242 4242 4242");
    expect(page.url()).toBe(address);
  });
}

test("the submit button is busy while the pane tokenizes, and stays enabled", async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, form("hang")));
  await pane.type(goodCard);
  const button = page.getByRole("button", { name: "Pay" });
  await button.click();
  await expect(button).toHaveAttribute("aria-busy", "true");
  await expect(button).toBeEnabled();
});
