/** The HTML-only form: failures that no field caused are shown, announced and focused by the pane itself. */
import { expect, test } from "../support/fixtures.ts";
import { holdRequests, holdResponses } from "../support/held-requests.ts";
import { someOf } from "../support/lanes.ts";
import { merchantPage } from "../support/pages.ts";
import { goodCard, openPane, PaneObject } from "../support/pane-object.ts";

const form = (environment: string, attributes = "") =>
  `<form action="/pay" ${attributes}><card-pane name="payment" environment="${environment}"></card-pane><button>Pay</button></form>`;

for (const environment of someOf(["down", "broken"], 0)) {
  test(`a gateway that is ${environment}: the pane shows it below the form, and nothing is submitted`, async ({
    page,
    stack,
    watch,
  }) => {
    watch.expectedErrors.push(/Failed to load resource/, /net::ERR/, /CORS/);
    const pane = await openPane(page, stack, merchantPage(stack, form(environment)));
    await pane.type(goodCard);
    const address = page.url();
    const button = page.getByRole("button", { name: "Pay" });
    await button.click();
    const alert = page.getByRole("alert");
    await expect(alert).toHaveText(/\w{3}/);
    await expect(alert).toBeFocused();
    await expect(button).not.toHaveAttribute("aria-busy");
    await expect(button).not.toHaveAttribute("aria-disabled");
    await expect(pane.field("number")).toHaveValue("4242 4242 4242 4242");
    expect(page.url()).toBe(address);
  });
}

test("a page that prevents the default of tokenerror shows the failure itself, and the pane does not", async ({
  page,
  stack,
  watch,
}) => {
  watch.expectedErrors.push(/Failed to load resource/, /net::ERR/, /CORS/);
  const pane = await openPane(page, stack, merchantPage(stack, `<p id="own"></p>${form("down")}`));
  await page.evaluate(() =>
    document.querySelector("card-pane")?.addEventListener("tokenerror", (event) => {
      event.preventDefault();
      const own = document.querySelector("#own");
      if (own) own.textContent = event.detail.text;
    }),
  );
  await pane.type(goodCard);
  const button = page.getByRole("button", { name: "Pay" });
  await button.click();
  await expect(page.locator("#own")).toHaveText(/\w{3}/);
  await expect(button).not.toHaveAttribute("aria-busy");
  await expect(page.getByRole("alert")).toBeEmpty();
  await expect(button).toBeFocused();
});

test("the submit button is busy while the pane tokenizes, stays enabled and keeps the focus", async ({
  page,
  stack,
}) => {
  const pane = await openPane(page, stack, merchantPage(stack, form("hang")));
  await pane.type(goodCard);
  const button = page.getByRole("button", { name: "Pay" });
  await button.click();
  await expect(button).toHaveAttribute("aria-busy", "true");
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await expect(button).toHaveJSProperty("disabled", false);
  await expect(button).toBeFocused();
});

test("two presses make one token and one request; when the shopper stops it, the button can be pressed again", async ({
  page,
  stack,
  watch,
}) => {
  watch.expectedErrors.push(/net::ERR_ABORTED/);
  const tokens: string[] = [];
  const submits: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "POST") return;
    if (request.url().endsWith("/tokenize")) tokens.push(request.url());
    if (request.url().endsWith("/pay")) submits.push(request.url());
  });
  const pane = await openPane(page, stack, merchantPage(stack, form("sandbox", 'method="post"')));
  await pane.type(goodCard);
  const token = await holdResponses(page, `${stack.gateway}/tokenize`);
  const deliver = await holdRequests(page, "**/pay");
  const button = page.getByRole("button", { name: "Pay" });
  await button.press("Enter");
  await token.sent;
  await button.press("Enter");
  // Playwright's own methods wait for a navigation.
  await page.evaluate(() => {
    const [pane, button] = [document.querySelector("card-pane"), document.querySelector("button")];
    const pressAndStop = async () => {
      while (!button?.hasAttribute("aria-busy")) await new Promise(requestAnimationFrame);
      button.click();
      // The frame answers this validation after any request of that press.
      await pane?.validate();
      console.log(`pressed again: ${button.getAttribute("aria-busy")}`);
      window.stop();
    };
    navigation.addEventListener("navigate", pressAndStop, { once: true });
  });
  const pressed = page.waitForEvent("console", (line) => line.text().startsWith("pressed again"));
  token.release();
  expect((await pressed).text()).toBe("pressed again: true");
  await expect(button).not.toHaveAttribute("aria-busy");
  await expect(button).not.toHaveAttribute("aria-disabled");
  deliver();
  await pane.type(goodCard);
  await button.press("Enter");
  await expect(page.getByRole("heading", { name: "Thanks" })).toBeVisible();
  expect([tokens.length, submits.length]).toEqual([2, 2]);
});

test("a form for another tab: the page stays, and its button is free at once", { tag: "@nightly" }, async ({
  page,
  stack,
}) => {
  const html = merchantPage(stack, form("sandbox", 'method="post" target="_blank"'));
  const pane = await openPane(page, stack, html);
  await pane.type(goodCard);
  const button = page.getByRole("button", { name: "Pay" });
  const opened = page.waitForEvent("popup");
  await button.press("Enter");
  const tab = await opened;
  await expect(tab.getByRole("heading", { name: "Thanks" })).toBeVisible();
  await tab.close();
  await expect(button).not.toHaveAttribute("aria-busy");
  await expect(button).not.toHaveAttribute("aria-disabled");
});

test("in a failed pane, a submit focuses the failure message, and Try again focuses the first field", async ({
  page,
  stack,
  watch,
}) => {
  watch.expectedErrors.push(/^CardpaneError: .*\(load_\w+\)$/, /Failed to load|ERR_FAILED/);
  await page.route(/\/frame\?/, (route) => route.abort());
  await page.goto(stack.site.serve(merchantPage(stack, form("sandbox"))));
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("could not be loaded");
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(alert).toBeFocused();
  await expect(alert).toContainText("could not be loaded");
  await page.unroute(/\/frame\?/);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const pane = await new PaneObject(page).ready();
  await expect(pane.field("number")).toBeFocused();
  await page.keyboard.type("4242");
  await expect(pane.field("number")).toHaveValue("4242");
});

test("a frame that comes late takes the place of the message, and until then nothing is posted", async ({
  page,
  stack,
  watch,
}) => {
  watch.expectedErrors.push(/^CardpaneError: .*\(load_timeout\)$/);
  const release = await holdRequests(page, /\/frame\?/);
  await page.goto(
    stack.site.serve(
      merchantPage(
        stack,
        `<form action="/pay" method="post"><script>
const options = { name: "payment", environment: "sandbox", loadTimeoutMs: 500 };
const pane = Object.assign(document.createElement("card-pane"), options);
window.log = [];
for (const name of ["loading", "ready", "loaderror"]) pane.addEventListener(name, () => log.push(name));
document.currentScript.replaceWith(pane);
</script><button>Pay</button></form>`,
      ),
    ),
    { waitUntil: "commit" },
  );
  const alert = page.getByRole("alert");
  const button = page.getByRole("button", { name: "Pay" });
  await expect(alert).toContainText("could not be loaded");
  const before = stack.site.posted.length;
  await button.click();
  await expect(alert).toBeFocused();
  expect(stack.site.posted).toHaveLength(before);
  release();
  const pane = new PaneObject(page);
  await expect(pane.field("number")).toBeFocused();
  await expect(alert).toBeEmpty();
  expect(await page.evaluate(() => Reflect.get(window, "log"))).toEqual(["loading", "loaderror", "ready"]);
  const { height } = (await page.locator("card-pane iframe").boundingBox()) ?? {};
  expect(height).toBe(156);
  await pane.type(goodCard);
  await button.click();
  await expect(page.getByRole("heading", { name: "Thanks" })).toBeVisible();
  expect(JSON.parse(stack.site.posted.at(-1)?.get("payment") ?? "{}")).toHaveProperty("token");
});
