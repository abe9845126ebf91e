/** The accessibility tree of the demo's checkout in each state, as screen readers receive it. */
import { en } from "../../../apps/demo/server/texts/en.ts";
import { expect, test } from "../support/fixtures.ts";
import { holdRequests, withResolver } from "../support/held-requests.ts";
import { PaneObject } from "../support/pane-object.ts";
import { card, fillContact, openCheckout, pressPay, putMugIntoBasket } from "../support/shop-object.ts";

test("from wrong fields through a payment in progress to a decline", async ({ page, stack }) => {
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
        - text: Email
        - textbox "Email" [invalid]: mira
        - paragraph: Enter a valid email address
        - text: Country
        - combobox "Country":
          - option "Select a country"
          - option "Australia"
          - option "Austria"
          - option "Belgium"
          - option "Canada"
          - option "Czechia"
          - option "Denmark"
          - option "Egypt"
          - option "Finland"
          - option "France"
          - option "Germany" [selected]
          - option "Ireland"
          - option "Italy"
          - option "Japan"
          - option "Luxembourg"
          - option "Morocco"
          - option "Netherlands"
          - option "Norway"
          - option "Poland"
          - option "Portugal"
          - option "Saudi Arabia"
          - option "Spain"
          - option "Sweden"
          - option "Switzerland"
          - option "United Arab Emirates"
          - option "United Kingdom"
          - option "United States"
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
    await pane.paste(card("4000000000009995"));
    await pressPay(page);
    await expect(payment).toMatchAriaSnapshot(`
      - region "Payment":
        - heading "Payment" [level=2]
        - alert
        - radiogroup "Payment":
          - radio "Card" [checked]
          - text: Card
          - alert
          - iframe
          - checkbox "Save this card for next time"
          - text: Save this card for next time
          - button "Paying…" [disabled]
          - paragraph: Your card details are encrypted and go straight to our payment provider.
          - radio "Wallet"
          - text: Wallet
          - radio "More ways to pay"
          - text: More ways to pay
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
          - paragraph: Nothing was charged.
          - group: Details for support
        - radiogroup "Payment":
          - radio "Card" [checked]
          - text: Card
          - alert
          - iframe
          - checkbox "Save this card for next time"
          - text: Save this card for next time
          - button /Pay €\\d+\\.\\d+/
          - paragraph: Your card details are encrypted and go straight to our payment provider.
          - radio "Wallet"
          - text: Wallet
          - radio "More ways to pay"
          - text: More ways to pay
    `);
  });
});

test("a card form that did not come, and a saved card", { tag: "@nightly" }, async ({
  page,
  stack,
  watch,
}) => {
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
            - link "More ways to pay":
              - /url: /checkout/other
        - radiogroup "Payment":
          - radio "Card" [checked]
          - text: Card
          - checkbox "Save this card for next time"
          - text: Save this card for next time
          - button /Pay €\\d+\\.\\d+/ [disabled]
          - paragraph: Your card details are encrypted and go straight to our payment provider.
          - radio "Wallet"
          - text: Wallet
          - radio "More ways to pay"
          - text: More ways to pay
    `);
    await page.unroute(/\/cardpane\.js$/);
  });

  await test.step("a saved card: it is named once, beside the way to another one", async () => {
    const pane = await openCheckout(page, stack);
    await pane.paste(card("4242424242424242"));
    await page.getByRole("checkbox", { name: en.saveCard }).check();
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
        - radiogroup "Payment":
          - radio /Visa ending in \\d+/ [checked]
          - text: /Visa ending in \\d+/
          - alert
          - iframe
          - button /Pay €\\d+\\.\\d+/
          - paragraph: Your card details are encrypted and go straight to our payment provider.
          - radio "Use a different card"
          - text: Use a different card
          - radio "Wallet"
          - text: Wallet
          - radio "More ways to pay"
          - text: More ways to pay
    `);
  });
});

test("from the bank's dialog through a cancelled payment to the receipt", async ({ page, stack }) => {
  const main = page.getByRole("main");
  await putMugIntoBasket(page, stack, "?challenge=dialog&qa=0");

  await test.step("at first: what is asked, what it costs, and the other ways", async () => {
    await page.goto(`${stack.shop}/checkout`);
    await new PaneObject(page).ready();
    await expect(main).toMatchAriaSnapshot(`
      - main:
        - heading "Checkout" [level=1]
        - region "Contact":
          - heading "Contact" [level=2]
          - text: First name
          - textbox "First name"
          - paragraph
          - text: Last name
          - textbox "Last name"
          - paragraph
          - text: Email
          - textbox "Email"
          - paragraph
          - text: Country
          - combobox "Country":
            - option "Select a country"
            - option "Australia"
            - option "Austria"
            - option "Belgium"
            - option "Canada"
            - option "Czechia"
            - option "Denmark"
            - option "Egypt"
            - option "Finland"
            - option "France"
            - option "Germany"
            - option "Ireland"
            - option "Italy"
            - option "Japan"
            - option "Luxembourg"
            - option "Morocco"
            - option "Netherlands"
            - option "Norway"
            - option "Poland"
            - option "Portugal"
            - option "Saudi Arabia"
            - option "Spain"
            - option "Sweden"
            - option "Switzerland"
            - option "United Arab Emirates"
            - option "United Kingdom" [selected]
            - option "United States"
          - paragraph
        - region "Payment":
          - heading "Payment" [level=2]
          - alert
          - radiogroup "Payment":
            - radio "Card" [checked]
            - text: Card
            - alert
            - iframe
            - checkbox "Save this card for next time"
            - text: Save this card for next time
            - button /Pay €\\d+\\.\\d+/
            - paragraph: Your card details are encrypted and go straight to our payment provider.
            - radio "Wallet"
            - text: Wallet
            - radio "More ways to pay"
            - text: More ways to pay
        - region "Your order":
          - heading "Your order" [level=2]
          - list:
            - listitem: /Dawn mug 1 × €\\d+\\.\\d+/
          - paragraph:
            - text: Total
            - strong: /€\\d+\\.\\d+/
    `);
  });

  const pane = await openCheckout(page, stack);
  await pane.paste(card("4000000000002503"));
  await pressPay(page);

  await test.step("the bank's question: a dialog with a name, a way out, and the bank's page", async () => {
    const dialog = page.getByRole("dialog");
    await expect(
      dialog.locator("iframe").contentFrame().getByRole("button", { name: "Approve" }),
    ).toBeVisible();
    await expect(dialog).toMatchAriaSnapshot(`
      - dialog "Confirm your payment · Odd Harbour · €18.50":
        - heading "Confirm your payment · Odd Harbour · €18.50" [level=2]
        - button "Cancel payment"
        - status
        - iframe
    `);
  });

  await test.step("cancelled: what became of it, and the form as it was", async () => {
    await page.keyboard.press("Escape");
    await expect(page.getByRole("region", { name: en.paymentTitle })).toMatchAriaSnapshot(`
      - region "Payment":
        - heading "Payment" [level=2]
        - alert:
          - heading "Payment not completed" [level=3]
          - paragraph: The payment was cancelled before it was completed. Nothing was charged.
        - radiogroup "Payment":
          - radio "Card" [checked]
          - text: Card
          - alert
          - iframe
          - checkbox "Save this card for next time"
          - text: Save this card for next time
          - button /Pay €\\d+\\.\\d+/
          - paragraph: Your card details are encrypted and go straight to our payment provider.
          - radio "Wallet"
          - text: Wallet
          - radio "More ways to pay"
          - text: More ways to pay
    `);
    await expect(pane.field("cvv")).toBeFocused();
  });

  await test.step("paid: the receipt", async () => {
    await pane.replace(card("4242424242424242"));
    await pressPay(page);
    await expect(main).toMatchAriaSnapshot(`
      - main:
        - article:
          - paragraph: /€\\d+\\.\\d+/
          - paragraph: /^Order [\\w-]+$/
          - heading "Payment complete" [level=1]
          - paragraph: Thank you. In a real shop, we would now email a receipt to mira@shop.example.
          - term: Paid by
          - definition: /Visa ending in \\d+/
          - term: Appears on your statement as
          - definition: CARDPANE SANDBOX
          - group: Details for support
          - region "Your order":
            - heading "Your order" [level=2]
            - list:
              - listitem: /Dawn mug 1 × €\\d+\\.\\d+/
            - paragraph:
              - text: Total
              - strong: /€\\d+\\.\\d+/
          - paragraph:
            - link "Continue shopping":
              - /url: /
        - status
    `);
  });
});

test("other payment methods, a subscription, and the HTML-only checkout without a gateway", {
  tag: "@nightly",
}, async ({ page, stack, watch }) => {
  watch.expectedErrors.push(/ERR_FAILED/, /status of 422/);
  const payment = page.getByRole("region", { name: en.paymentTitle });
  await putMugIntoBasket(page, stack);

  await test.step("another payment method: its wrong field is marked, with what to do", async () => {
    await page.goto(`${stack.shop}/checkout/other`);
    await fillContact(page);
    await page.getByRole("radio", { name: en.sourceNames.sepa }).check();
    await pressPay(page);
    await expect(payment).toMatchAriaSnapshot(`
      - region "Payment":
        - heading "Payment" [level=2]
        - alert
        - radiogroup "Payment":
          - radio "Card"
          - text: Card
          - radio "Wallet"
          - text: Wallet
          - radio "More ways to pay" [checked]
          - text: More ways to pay
          - group "Popular in Germany":
            - text: Popular in Germany
            - radio "SEPA direct debit" [checked]
            - text: SEPA direct debit IBAN
            - textbox "IBAN" [invalid]
            - paragraph: "IBAN: enter a valid value"
            - text: BIC (optional)
            - textbox "BIC (optional)"
            - paragraph
            - radio "paysafecard"
            - text: paysafecard
          - group: /All methods \\(\\d+\\)/
          - button /Pay €\\d+\\.\\d+/
    `);
  });

  await test.step("a subscription: the terms stand beside the button, and on it", async () => {
    await page.goto(`${stack.shop}/subscribe`);
    await new PaneObject(page).ready();
    await expect(payment).toMatchAriaSnapshot(`
      - region "Payment":
        - heading "Payment" [level=2]
        - alert
        - alert
        - iframe
        - button "Subscribe · €9.00 today"
        - paragraph: Your card details are encrypted and go straight to our payment provider.
        - paragraph:
          - text: By subscribing, you allow us to charge your card €24.00 every 30 days until you cancel. You can cancel at any time under
          - link "My subscription":
            - /url: /subscription
          - text: .
    `);
  });

  await test.step("HTML only, no gateway: the pane's own message, and a button that is free", async () => {
    const pane = await openCheckout(page, stack, "/checkout/html");
    await pane.paste(card("4242424242424242"));
    const { promise: isSeen, resolve: fail } = withResolver();
    await page.route(`${stack.gateway}/**`, async (route) => {
      await isSeen;
      await route.abort();
    });
    await pressPay(page);
    await expect(page.getByRole("button", { name: /^Pay / })).toHaveCSS("cursor", "progress");
    fail();
    await expect(page.locator("card-pane").getByRole("alert")).toBeFocused();
    await expect(payment).toMatchAriaSnapshot(`
      - region "Payment":
        - heading "Payment" [level=2]
        - alert
        - alert: We couldn’t connect. You haven’t been charged. Try again.
        - iframe
        - button /Pay €\\d+\\.\\d+/
        - paragraph: Your card details are encrypted and go straight to our payment provider.
    `);
  });
});
