/**
 * Takes the picture of README and docs: the checkout with a typed card, at 2x, as the shop is now. Writes the page's texts beside
 * it; `picture.test.ts` compares them with the shop's. Needs `npm run build`.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { freePort } from "@cardpane/tools/process/ports";
import { chromium } from "@playwright/test";
import type { Stack } from "../support/fixtures.ts";
import { textsOf } from "./texts.ts";

const demo = new URL("../../../apps/demo/", import.meta.url);
const stackProgram = fileURLToPath(new URL("../support/stack/main.ts", import.meta.url));
const ports = [await freePort(), await freePort()].join(",");
const server = fork(stackProgram, [], { env: { ...process.env, PARENT_PORTS: ports } });
const executablePath = process.env["HEADLESS_SHELL_PATH"] ?? process.env["CHROMIUM_PATH"];
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  chromiumSandbox: process.getuid?.() !== 0,
  // An emulated scale would not reach the pane, a frame of another process.
  args: ["--force-device-scale-factor=2", "--window-size=1280,1020"],
});
try {
  const [stack] = (await once(server, "message")) as [Stack];
  const page = await browser.newPage({
    viewport: null,
    locale: "en-GB",
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  await page.goto(stack.shop);
  await page.getByRole("button", { name: /Dawn mug$/ }).click();
  await page.goto(`${stack.shop}/checkout`);
  await page.getByLabel("First name").fill("Mira");
  await page.getByLabel("Last name").fill("Sample");
  await page.getByLabel("Email").fill("mira@example.com");
  await page.getByLabel("Country").selectOption("DEU");
  const fields = page.locator("card-pane iframe").contentFrame().getByRole("textbox");
  for (const [index, text] of ["4242424242424242", "1239", "123"].entries())
    await fields.nth(index).pressSequentially(text);
  await page.getByRole("heading", { level: 1 }).click();
  await page.evaluate(() => document.fonts.ready);
  // A browser's window is higher than its page by its own bars, which the headless shell lacks.
  const clip = { x: 0, y: 0, width: 1280, height: 923 };
  await page.screenshot({ path: fileURLToPath(new URL("picture.png", demo)), clip });
  const texts = textsOf(await page.content());
  writeFileSync(new URL("picture.json", demo), `${JSON.stringify(texts, null, 2)}\n`);
} finally {
  await browser.close();
  server.kill();
}
