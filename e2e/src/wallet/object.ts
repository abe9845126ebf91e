/** The shop's wallet as a customer uses it, with an independent authenticator. */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { findTool, missingTool } from "@cardpane/tools/env/system-tool";
import type { Locator, Page } from "@playwright/test";
import { en } from "../../../apps/demo/server/texts/en.ts";
import { expect, type Stack, test } from "../support/fixtures.ts";
import { PaneObject } from "../support/pane-object.ts";
import { scan } from "../support/read-qr-code.ts";
import { card, heading } from "../support/shop-object.ts";
import { payRefillPage } from "./world.ts";

const { wallet } = en;
let opened = 0;

/** A customer with a wallet. */
export interface Customer {
  readonly email: string;
  /** In Base32, as the authenticator keeps it. */
  readonly secret: string;
}

/** An e-mail address that no other test uses. */
export function freshEmail(): string {
  opened += 1;
  return `mira.${Date.now().toString(36)}.${opened}@shop.example`;
}

/** Opens a wallet and reads its secret from the picture, as an authenticator does. */
export async function openWallet(page: Page, stack: Stack, email = freshEmail()): Promise<Customer> {
  await page.goto(`${stack.shop}/wallet`);
  await page.getByRole("region", { name: wallet.openTitle }).getByLabel(wallet.email).fill(email);
  await page.getByRole("button", { name: wallet.open }).click();
  const url = new URL(await scan(page.getByRole("img", { name: wallet.qr })));
  expect(url.protocol).toBe("otpauth:");
  expect(decodeURIComponent(url.pathname)).toContain(email);
  const secret = url.searchParams.get("secret") ?? "";
  await expect(page.getByLabel(wallet.secret)).toHaveValue(secret);
  return { email, secret };
}

/** The authenticator's code at the sandbox's time. The test is skipped if oathtool is not installed. */
export async function codeOf({ secret }: Customer, stack: Stack): Promise<string> {
  const tool = findTool("oathtool");
  test.skip(!tool, missingTool("oathtool", "oathtool"));
  const { now } = await admin<{ readonly now: string }>(stack, "/clock");
  const options = ["--totp", "--base32", `--now=${now.slice(0, 19).replace("T", " ")} UTC`, secret];
  return execFileSync(tool ?? "", options, { encoding: "utf8" }).trim();
}

/** Logs in by e-mail and code. A code can be used once, so the sandbox's clock advances past the last one. */
export async function logIn(page: Page, stack: Stack, customer: Customer): Promise<string> {
  await admin(stack, "/clock", { action: "advance", minutes: 1 });
  await page.goto(`${stack.shop}/wallet`);
  const code = await codeOf(customer, stack);
  await fillLogIn(page, customer.email, code);
  await expect(page.getByText(wallet.loggedInAs(customer.email))).toBeVisible();
  return code;
}

/** Fills in the login form and submits it. */
export async function fillLogIn(page: Page, email: string, code: string): Promise<void> {
  const form = page.getByRole("region", { name: wallet.logInTitle });
  await form.getByLabel(wallet.email).fill(email);
  await form.getByLabel(wallet.code, { exact: true }).fill(code);
  await form.getByRole("button", { name: wallet.logIn, exact: true }).click();
}

/** Creates an account and shows it. */
export async function createAccount(
  page: Page,
  stack: Stack,
  {
    name,
    type = "fiat",
    currency = "EUR",
  }: { readonly name: string; readonly type?: "fiat" | "promo"; readonly currency?: string },
): Promise<void> {
  await page.goto(`${stack.shop}/wallet`);
  const button = page.getByRole("button", { name: wallet.createAccount });
  if (!(await button.isVisible())) await page.getByText(wallet.newAccount, { exact: true }).click();
  const shop = page.getByRole("main");
  await shop.getByLabel(wallet.accountName).fill(name);
  await shop.getByLabel(wallet.currency).selectOption(currency);
  await shop.getByLabel(wallet.accountType).selectOption(type);
  await button.click();
  await expect(heading(page, name)).toBeVisible();
}

/** Opens a wallet and logs in without a page, for tests that begin with an existing customer. */
export async function enterWallet(page: Page, stack: Stack): Promise<Customer> {
  const email = freshEmail();
  await send(page, stack, "/wallet/users", { email });
  const door = await (await page.context().request.get(`${stack.shop}/wallet`)).text();
  const secret = /id="authenticator-secret"[^>]*>([A-Z2-7]+)</.exec(door)?.[1] ?? "";
  await send(page, stack, "/wallet/log-in", { email, code: await codeOf({ email, secret }, stack) });
  return { email, secret };
}

/** Creates an account without a page; returns its address. */
export function addAccount(page: Page, stack: Stack, name: string, type = "fiat"): Promise<string> {
  return send(page, stack, "/wallet/accounts", { name, currency: "EUR", type });
}

/** Refills an account by card without a page; returns the shop's address to which the gateway redirects. */
export async function addMoney(page: Page, stack: Stack, account: string, amount: string): Promise<string> {
  const payment = await send(page, stack, `${new URL(account).pathname}/refill`, { device: "", amount });
  return (await payRefillPage(stack, payment)) ?? "";
}

/** Sends a form of the shop as the page's customer; returns the address to which the shop redirects. */
async function send(page: Page, stack: Stack, path: string, form: Record<string, string>): Promise<string> {
  const answer = await page.context().request.post(`${stack.shop}${path}`, {
    form: { formToken: randomBytes(12).toString("base64url"), ...form },
    headers: { Origin: stack.shop },
    maxRedirects: 0,
  });
  expect(answer.status(), path).toBe(303);
  return new URL(answer.headers()["location"] ?? "", stack.shop).href;
}

/** From an account's page: refills it by a card, typed into the pane on the gateway's page. */
export async function refill(page: Page, stack: Stack, amount: string, number: string): Promise<void> {
  await page.getByLabel(`${wallet.amount} (EUR)`, { exact: true }).fill(amount);
  await page.getByRole("button", { name: wallet.goToRefill }).click();
  await page.waitForURL(`${stack.gateway}/refill/**`);
  const pane = await new PaneObject(page).ready();
  const { cardholder: _, ...typed } = card(number);
  await pane.type(typed);
  await page.getByRole("button", { name: /^Pay / }).press("Enter");
}

/** From an account's page: adds promo money. */
export async function topUp(page: Page, amount: string, days = ""): Promise<void> {
  const form = page.getByRole("region", { name: wallet.topUp });
  await form.getByLabel(wallet.topUpAmount).fill(amount);
  if (days !== "") await form.getByLabel(wallet.expiresInDays).fill(days);
  await form.getByRole("button", { name: wallet.topUpNow }).click();
}

/** The balance that the page of an account shows. */
export function balance(page: Page, amount: string): Locator {
  return page.getByText(`${wallet.balance} ${amount}`, { exact: true });
}

/** The sandbox's admin API. */
export async function admin<T>(stack: Stack, path: string, body?: object): Promise<T> {
  const response = await fetch(`${stack.gateway}/admin${path}`, {
    method: body ? "POST" : "GET",
    headers: { Authorization: `Bearer ${stack.adminToken}`, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.ok, path).toBe(true);
  return (await response.json()) as T;
}
