/** Attacks on the demo shop, in a browser: other people's sessions, other people's money, QA's tools. */
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { BrowserContext } from "@playwright/test";
import { en } from "../../../apps/demo/server/texts/en.ts";
import { expect, test } from "../support/fixtures.ts";
import { heading, putMugIntoBasket } from "../support/shop-object.ts";
import { admin, codeOf, createAccount, logIn, openWallet, refill } from "../wallet/object.ts";

const { wallet } = en;

async function sessionOf(context: BrowserContext): Promise<string | undefined> {
  return (await context.cookies()).find(({ name }) => name === "shop_session")?.value;
}

test("a session that was planted opens nothing once its victim has logged in [T-S12]", async ({
  browser,
  page,
  stack,
}) => {
  const attacker = await browser.newContext();
  const theirs = await attacker.newPage();
  await putMugIntoBasket(theirs, stack);
  const planted = (await sessionOf(attacker)) ?? "";
  await page.context().addCookies([{ name: "shop_session", value: planted, url: stack.shop }]);

  const customer = await openWallet(page, stack);
  const opened = await sessionOf(page.context());
  await theirs.goto(`${stack.shop}/wallet`);
  await expect(theirs.getByLabel(wallet.secret)).toHaveCount(0);
  await logIn(page, stack, customer);
  const loggedIn = await sessionOf(page.context());
  await theirs.goto(`${stack.shop}/wallet`);
  await expect(theirs.getByRole("region", { name: wallet.logIn })).toBeVisible();
  await page.getByRole("button", { name: wallet.logOut }).click();
  await expect(page.getByText(wallet.loggedOut)).toBeVisible();
  const loggedOut = await sessionOf(page.context());
  expect(new Set([planted, opened, loggedIn, loggedOut]).size).toBe(4);

  // The victim keeps the basket of the planted session.
  await page.goto(stack.shop);
  await expect(page.getByText("€18.50").first()).toBeVisible();
  await attacker.close();
});

test("two clicks log in once, and the basket is kept", async ({ page, stack }) => {
  await putMugIntoBasket(page, stack);
  const customer = await openWallet(page, stack);
  await admin(stack, "/clock", { action: "advance", minutes: 1 });
  const form = page.getByRole("region", { name: wallet.logIn });
  await form.getByLabel(en.code, { exact: true }).fill(await codeOf(customer, stack));
  // The page's script sends the form once.
  await page.waitForLoadState();
  await form.getByRole("button", { name: wallet.logIn, exact: true }).dblclick();
  await expect(page.getByText(wallet.loggedInAs(customer.email))).toBeVisible();
  await page.waitForLoadState();
  await page.getByRole("button", { name: wallet.logOut }).dblclick();
  await expect(page.getByText(wallet.loggedOut)).toBeVisible();
  await page.goto(stack.shop);
  await expect(page.getByText("€18.50").first()).toBeVisible();
});

test("a customer keeps the goods or the money: no forged post undoes a payment or gives money [T-S15]", async ({
  page,
  stack,
  watch,
}) => {
  watch.expectedErrors.push(/status of 40[34]/);
  const customer = await openWallet(page, stack);
  await logIn(page, stack, customer);
  await createAccount(page, stack, { name: "Everyday" });
  await refill(page, stack, "60", "4242424242424242");
  await expect(page.getByRole("heading", { name: wallet.refills.succeeded.title })).toBeVisible();
  await putMugIntoBasket(page, stack);
  await page.goto(`${stack.shop}/checkout/wallet`);
  await page.getByRole("button", { name: en.pay("€18.50") }).click();
  await expect(heading(page, en.paidTitle)).toBeVisible();
  const order = page.url();

  await page.goto(`${stack.shop}/wallet`);
  const forge = (path: string, body: string) =>
    page.evaluate(
      async ([url, fields]) =>
        (await fetch(url ?? "", { method: "POST", body: new URLSearchParams(fields ?? "") })).status,
      [path, body],
    );
  expect(await forge("/wallet/transactions/1/void", "reason=Mine")).toBe(404);
  expect(await forge("/wallet/top-up", "amount=500")).toBe(403);
  await page.goto(`${stack.shop}/wallet`);
  await expect(page.getByText("€41.50")).toBeVisible();
  await page.goto(order);
  await expect(heading(page, en.paidTitle)).toBeVisible();
});

test("a link of another site opens no QA panel and begins no session", async ({ page, stack, watch }) => {
  // One link on another site, and one on another port of the shop's site.
  const otherSite = stack.site.url.replace("localhost", "127.0.0.1");
  watch.known.push(otherSite);
  for (const site of [otherSite, stack.site.url]) {
    const path = new URL(stack.site.serve(`<a href="${stack.shop}/?qa=1">Look</a>`)).pathname;
    await page.goto(site + path);
    await page.getByRole("link", { name: "Look" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("#qa")).toHaveCount(0);
    expect(await sessionOf(page.context())).toBeUndefined();
  }
  await page.goto(`${stack.shop}/?qa=1`);
  // The panel itself is a box without a size: its drawer is fixed to the window.
  await expect(page.locator("#qa summary").first()).toBeVisible();
});

test("a request with a proxy's headers gets no QA tools, and a raw path gets a proper response", async ({
  stack,
}) => {
  const { host, port, hostname } = new URL(stack.shop);
  const send = async (head: string) => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(`${head}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    return text(socket);
  };
  expect(hostname).toBe("localhost");
  const panel = "GET /?qa=1 HTTP/1.1\r\nSec-Fetch-Site: none";
  expect(await send(panel)).toContain('id="qa"');
  expect(await send(`${panel}\r\nX-Forwarded-For: 127.0.0.1`)).not.toContain('id="qa"');
  expect(await send("GET /x%0aPOST%20/y%1b[31m HTTP/1.1")).toMatch(/^HTTP\/1\.1 404 /);
  expect(await send("GET /a\\b HTTP/1.1")).toMatch(
    /^HTTP\/1\.1 400 [\s\S]*content-security-policy: default-src 'none'/i,
  );
});
