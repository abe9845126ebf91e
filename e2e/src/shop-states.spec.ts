/** The accessibility tree of the demo's checkout in each state, as a screen reader has it. */
import { en } from "../../apps/demo/server/texts/en.ts";
import { expect, test } from "./fixtures.ts";
import { holdRequests } from "./held-requests.ts";
import { card, openCheckout, pressPay, putMugIntoBasket } from "./shop-object.ts";

test("from wrong fields over a payment under way to a decline", async ({ page, stack }) => {
  const payment = page.getByRole("region", { name: en.paymentTitle });
  await putMugIntoBasket(page, stack);

  await test.step("wrong fields: each is marked, with what to do as its description", async () => {
    const pane = await openCheckout(page, stack);
    await page.getByLabel(en.contact.firstName).fill("");
    await page.getByLabel(en.contact.email).fill("mira");
    await pressPay(page);
    const contact = page.getByRole("region", { name: en.contactTitle });
    await expect(contact).toMatchAriaSnapshot(`
      - region "Contact":
        - heading "Contact" [level=2]
        - text: First name
        - textbox "First name" [invalid]
        - paragraph: Enter your first name
        - text: Last name
        - textbox "Last name": Sample
        - paragraph
        - text: E-mail
        - textbox "E-mail" [invalid]: mira
        - paragraph: Enter a valid e-mail address
        - text: Country
        - combobox "Country"
        - paragraph
    `);
    await expect(page.getByLabel(en.contact.firstName)).toHaveAccessibleDescription(
      en.contactMissing.firstName,
    );
    await expect(pane.field("number")).toHaveAttribute("aria-invalid", "true");
  });

  await test.step("under way: the button and the frame's status line show it", async () => {
    const pane = await openCheckout(page, stack);
    const answer = await holdRequests(page, /\/pay$/);
    await pane.type(card("4000000000009995"));
    await pressPay(page);
    await expect(payment).toMatchAriaSnapshot(`
      - region "Payment":
        - heading "Payment" [level=2]
        - alert
        - paragraph: Your card details are encrypted and go straight to our payment provider.
        - alert
        - iframe
        - button "Paying…" [disabled]
    `);
    await expect(pane.frame().locator("form")).toMatchAriaSnapshot(`- status: Paying…`);
    answer();
  });

  await test.step("declined: what became of it, what to do, and the form as it was", async () => {
    await expect(payment).toMatchAriaSnapshot(`
      - region "Payment":
        - heading "Payment" [level=2]
        - alert:
          - heading "Your payment was declined" [level=3]
          - paragraph: Your card has insufficient funds. Nothing was charged. You can try again or use another payment method.
          - group: Details for support
        - paragraph: Your card details are encrypted and go straight to our payment provider.
        - alert
        - iframe
        - button "Pay €18.50"
    `);
  });
});

test("a card form that did not come, and a saved card", async ({ page, stack, watch }) => {
  watch.expectedErrors.push(/ERR_FAILED/);
  const payment = page.getByRole("region", { name: en.paymentTitle });
  await putMugIntoBasket(page, stack);

  await test.step("no card form: the message has the ways out", async () => {
    await page.route(/\/cardpane\.js$/, (route) => route.abort());
    await page.goto(`${stack.shop}/checkout`);
    await expect(payment).toMatchAriaSnapshot(`
      - region "Payment":
        - heading "Payment" [level=2]
        - alert:
          - paragraph: The card form didn’t load. Nothing was charged. Reload the page or use another payment method.
          - paragraph:
            - link "Reload the page":
              - /url: /\\/checkout$/
          - paragraph:
            - link "More payment methods":
              - /url: /checkout/other
        - paragraph: Your card details are encrypted and go straight to our payment provider.
        - button "Pay €18.50" [disabled]
    `);
    await page.unroute(/\/cardpane\.js$/);
  });

  await test.step("a saved card: it is named once, beside the way to another one", async () => {
    const pane = await openCheckout(page, stack);
    await pane.type(card("4242424242424242"));
    await pressPay(page);
    await expect(page.getByRole("heading", { level: 1, name: en.paidTitle })).toBeVisible();
    await putMugIntoBasket(page, stack);
    await page.goto(`${stack.shop}/checkout/saved`);
    await expect(
      page.locator("card-pane iframe").contentFrame().getByText("Visa ending in 4242", { exact: true }),
    ).toBeAttached();
    await expect(payment).toMatchAriaSnapshot(`
      - region "Payment":
        - heading "Payment" [level=2]
        - alert
        - group "Card":
          - text: Just confirm the security code
          - alert
          - iframe
          - link "Use a different card Enter all card details":
            - /url: /checkout
        - button "Pay €18.50"
    `);
  });
});
