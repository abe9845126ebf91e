import { en } from "../../../apps/demo/server/texts/en.ts";
import { expect, test } from "../support/fixtures.ts";
import { holdRequests, holdResponses, withResolver } from "../support/held-requests.ts";
import { PaneObject } from "../support/pane-object.ts";
import {
  card,
  fillContact,
  heading,
  openCheckout,
  pressPay,
  putMugIntoBasket,
} from "../support/shop-object.ts";
import { freshEmail } from "../wallet/object.ts";

const good = "4242424242424242";

test("Pay that is pressed again while the order's page is on its way changes nothing", async ({
  page,
  stack,
}) => {
  const tokens: string[] = [];
  page.on("request", (request) => request.url().endsWith("/tokenize") && tokens.push(request.method()));
  await putMugIntoBasket(page, stack);
  const pane = await openCheckout(page, stack);
  await pane.paste(card(good));
  const order = await holdResponses(page, /\/orders\/[\w-]+$/);
  // Playwright's own methods wait for the navigation.
  await page.evaluate(() => {
    const [pane, button] = [document.querySelector("card-pane"), document.querySelector<HTMLElement>(".pay")];
    let failures = 0;
    pane?.addEventListener("tokenerror", () => {
      failures += 1;
    });
    const pressAgain = async () => {
      button?.click();
      // The frame handles this validation after any request of that press.
      await pane?.validate();
      console.log(`pressed again: ${button?.textContent} ${failures}`);
    };
    const navigation = Reflect.get(window, "navigation") as EventTarget;
    navigation.addEventListener("navigate", () => setTimeout(pressAgain));
  });
  const pressed = page.waitForEvent("console", (line) => line.text().startsWith("pressed again"));
  await pressPay(page);
  await order.sent;
  expect((await pressed).text()).toBe(`pressed again: ${en.paying} 0`);
  order.release();
  await expect(heading(page, en.paidTitle)).toBeVisible();
  expect(tokens.filter((method) => method === "POST")).toHaveLength(1);
});

test("a form of the wallet is sent once; when the shopper stops it, it can be sent again", async ({
  page,
  stack,
  watch,
}) => {
  watch.expectedErrors.push(/net::ERR_ABORTED/);
  await page.goto(`${stack.shop}/wallet`);
  const form = page.getByRole("region", { name: en.wallet.open });
  await form.getByLabel(en.contact.email).fill(freshEmail());
  const button = form.getByRole("button", { name: en.wallet.open });
  await holdRequests(page, /\/wallet\/users$/);
  // Playwright's own methods wait for a navigation.
  const sent = await button.evaluate(async (button: HTMLButtonElement) => {
    const submits: boolean[] = [];
    addEventListener("submit", (event) => submits.push(event.defaultPrevented));
    // The request begins at the end of the event's own task.
    const begun = new Promise((resolve) => {
      navigation.addEventListener("navigate", () => setTimeout(resolve), { once: true });
    });
    button.click();
    await begun;
    button.click();
    const isDisabled = button.ariaDisabled;
    window.stop();
    return { submits, isDisabled };
  });
  expect(sent).toEqual({ submits: [false, true], isDisabled: "true" });
  await expect(button).not.toHaveAttribute("aria-disabled");
  await page.unroute(/\/wallet\/users$/);
  await button.click();
  await expect(page.getByRole("img", { name: en.wallet.scanTitle })).toBeVisible();
});

test("a contact that only the shop refuses is corrected, and pays with the card typed again", async ({
  page,
  stack,
  watch,
}) => {
  watch.expectedErrors.push(/status of 422/);
  await putMugIntoBasket(page, stack);
  const pane = await openCheckout(page, stack);
  const email = page.getByLabel(en.contact.email);
  await email.fill("mira@shop");
  await pane.paste(card(good));
  await pressPay(page);
  await expect(page.getByText(en.contactProblems.not_an_email)).toBeVisible();
  await expect(email).toBeFocused();
  await email.fill("mira@shop.example");
  await pane.paste(card(good));
  await pressPay(page);
  await expect(heading(page, en.paidTitle)).toBeVisible();
});

test("a card number that is typed as a name is found before anything is sent, and the card stays", async ({
  page,
  stack,
}) => {
  await putMugIntoBasket(page, stack);
  const pane = await openCheckout(page, stack);
  const name = page.getByLabel(en.contact.lastName);
  await name.fill("4242-4242 42424242");
  await pane.paste(card(good));
  await pressPay(page);
  await expect(page.getByText(en.contactProblems.holds_card_number)).toBeVisible();
  await expect(name).toBeFocused();
  await name.fill("Sample");
  await pressPay(page);
  await expect(heading(page, en.paidTitle)).toBeVisible();
});

test("Pay before the frame is there leads to the contact's wrong field at once, and takes the focus once", async ({
  page,
  stack,
}) => {
  await putMugIntoBasket(page, stack);
  const release = await holdRequests(page, /\/frame\?/);
  await page.goto(`${stack.shop}/checkout`, { waitUntil: "domcontentloaded" });
  const firstName = page.getByLabel(en.contact.firstName);
  await pressPay(page);
  await expect(firstName).toBeFocused();
  await fillContact(page);
  const email = page.getByLabel(en.contact.email);
  await email.focus();
  release();
  const pane = await new PaneObject(page).ready();
  // The frame has answered the validation that Pay requested.
  await expect(pane.field("number")).toHaveAttribute("aria-invalid", "true");
  await expect(email).toBeFocused();
  await pane.paste(card(good));
  await pressPay(page);
  await expect(heading(page, en.paidTitle)).toBeVisible();
});

test("a shop that never answers keeps nobody waiting: the payment's outcome is shown after a minute", async ({
  page,
  stack,
}) => {
  await putMugIntoBasket(page, stack);
  await page.clock.install();
  const pane = await openCheckout(page, stack);
  await pane.paste(card(good));
  const payment = await holdResponses(page, /\/pay$/);
  await pressPay(page);
  await payment.sent;
  const slow = page.getByText(en.payingSlowly);
  // Else the time of a slow machine would be added.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await page.clock.fastForward(30_000);
  await expect(page.getByRole("button", { name: en.paying })).toBeVisible();
  await expect(slow).toBeVisible();
  await expect(pane.frame().getByRole("status")).toHaveText(en.payingSlowly);
  await page.clock.fastForward(30_000);
  await expect(page.locator("#outcome")).toContainText(en.shopUnreachable);
  await expect(page.getByRole("link", { name: en.checkOrder })).toHaveAttribute("href", /^\/orders\//);
  await expect(page.getByRole("button", { name: en.pay("€18.50") })).toBeVisible();
  await expect(slow).toBeHidden();
  payment.release();
});

test("QA: the sandbox's time is that of the last move, although an earlier answer comes after it", async ({
  page,
  stack,
}) => {
  const { promise: released, resolve: release } = withResolver();
  const news = (days: number) => ({
    contentType: "text/html",
    body: `<!doctype html><title>News</title><span id="qa-clock">Sandbox: (+${days} d)</span>`,
  });
  let moves = 0;
  await page.route(/\/qa\/time\/day$/, (route) => {
    moves += 1;
    return route.fulfill({ body: `Moved ${moves}` });
  });
  await page.route(/\/qa\/news$/, async (route) => {
    const days = moves;
    if (days === 1) await released;
    await route.fulfill(news(days));
  });
  await page.goto(`${stack.shop}/?qa=1`);
  const clock = page.locator("#qa-clock");
  await expect(clock).toHaveText(/\(\+0 d\)$/);
  const late = page.waitForRequest((request) => moves === 1 && request.url().endsWith("/qa/news"));
  await page.getByRole("button", { name: "+1 day" }).click();
  const response = (await late).response();
  await page.getByRole("button", { name: "+1 day" }).click();
  await expect(clock).toHaveText(/\(\+2 d\)$/);
  release();
  await (await response)?.finished();
  // This task of the page runs after the tasks of the response.
  await page.evaluate(() => fetch(location.href).then((answer) => answer.text()));
  await expect(clock).toHaveText(/\(\+2 d\)$/);
});
