/** Where the pane's script does not run, the guard of the recipe keeps the form from posting, and shows the page's own sentence. */
import { guardScript } from "@cardpane/contract/embed";
import type { Page } from "@playwright/test";
import { exchange } from "../support/exchange.ts";
import { expect, type Stack, test } from "../support/fixtures.ts";
import { merchantPage } from "../support/pages.ts";
import { goodCard, PaneObject } from "../support/pane-object.ts";

const sentence = "This browser cannot show the card form.";
const pageWith = (inside = "") => `<form method="post" action="/pay">
  <card-pane name="payment" environment="sandbox">${inside}<p slot="cardpane-fallback" hidden>${sentence} <a href="/help">Other ways to pay</a></p></card-pane>
  <button>Pay</button></form>
  <form method="post" action="/search"><input name="q" value="shoes"><button>Search</button></form>`;

async function open(page: Page, stack: Stack, body = pageWith()): Promise<void> {
  await page.goto(stack.site.serve(merchantPage(stack, body, { head: `<script>${guardScript}</script>` })));
}

for (const [what, body] of [
  ["cannot be parsed", "class A { static {"],
  ["throws", "throw new Error('too old')"],
  ["does not arrive", null],
] as const) {
  test(`a script that ${what}`, async ({ page, stack, watch }) => {
    watch.expectedErrors.push(/SyntaxError|too old|Failed to load|integrity/);
    await page.route("**/cardpane.js", (route) =>
      body === null ? route.abort() : route.fulfill({ contentType: "text/javascript", body }),
    );
    await page.goto(
      stack.site.serve(
        `<!doctype html><title>Shop</title><script>${guardScript}</script><script src="${stack.release}cardpane.js"></script>${pageWith()}`,
      ),
    );
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.getByRole("link", { name: "Other ways to pay" })).toBeVisible();
    const before = stack.site.posted.length;
    await page.getByRole("button", { name: "Pay" }).click();
    await exchange(page);
    expect(stack.site.posted).toHaveLength(before);
    // Another form of the page is not ours.
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page.getByRole("heading", { name: "Thanks" })).toBeVisible();
  });
}

test("beside a pane that works, the sentence is not seen and the form posts its token", async ({
  page,
  stack,
}) => {
  await open(page, stack);
  const pane = await new PaneObject(page).ready();
  await expect(page.getByText(sentence)).toBeHidden();
  await pane.paste(goodCard);
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(page.getByRole("heading", { name: "Thanks" })).toBeVisible();
  expect(stack.site.posted.at(-1)?.get("payment")).toContain("token");
});

test("a browser whose script runs, but lacks what the pane needs, says so", async ({
  page,
  stack,
  watch,
}) => {
  watch.expectedErrors.push(/load_unsupported/);
  await page.addInitScript(() => void Reflect.deleteProperty(Array.prototype, "at"));
  await open(page, stack);
  await expect
    .poll(() => page.evaluate(() => document.querySelector("card-pane")?.error?.code))
    .toBe("load_unsupported");
  await expect(page.getByRole("alert").filter({ hasText: "could not be loaded" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
  const before = stack.site.posted.length;
  await page.getByRole("button", { name: "Pay" }).click();
  await exchange(page);
  expect(stack.site.posted).toHaveLength(before);
});
