/**
 * The oldest Chromium that is supported, a real one: OLD_CHROMIUM_PATH names its program. The npm package chrome-aws-lambda 10.1.0 holds it,
 * compressed: `brotli -d node_modules/chrome-aws-lambda/bin/chromium.br -o chromium && chmod +x chromium`.
 */
import { chromium } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";
import { merchantPage, paneTag } from "../support/pages.ts";

const executablePath = process.env["OLD_CHROMIUM_PATH"];

test("Chromium 92 types a card, and its form posts the token", async ({ stack }) => {
  test.skip(!executablePath, "OLD_CHROMIUM_PATH is not set.");
  const browser = await chromium.launch({ executablePath: String(executablePath), chromiumSandbox: false });
  const page = await browser.newPage();
  const form = `<form method="post" action="/pay"><input id="mail">${paneTag('name="payment" match="#mail"')}<button>Pay</button></form>`;
  await page.goto(stack.site.serve(merchantPage(stack, form)));
  await expect.poll(() => page.evaluate(() => document.querySelector("card-pane")?.status)).toBe("ready");
  const frame = page.frames().find((each) => each.url().includes("/frame?"));
  for (const [id, text] of [
    ["number", "4242424242424242"],
    ["expiry", "1239"],
    ["cvv", "123"],
  ] as const) {
    await frame?.focus(`#${id}`);
    await page.keyboard.type(text);
  }
  const before = stack.site.posted.length;
  // Playwright's own click needs a newer browser.
  await page.evaluate(() => document.querySelector("button")?.click());
  await expect.poll(() => stack.site.posted.length).toBe(before + 1);
  expect(JSON.parse(stack.site.posted.at(-1)?.get("payment") ?? "{}").token).toBeTruthy();
  await browser.close();
});
