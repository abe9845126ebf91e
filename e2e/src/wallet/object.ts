/** The shop's wallet as a customer uses it, with an independent authenticator. */
import { execFileSync } from "node:child_process";
import { findTool, missingTool } from "@cardpane/tools/env/system-tool";
import type { Page } from "@playwright/test";
import { en } from "../../../apps/demo/server/texts/en.ts";
import { expect, type Stack, test } from "../support/fixtures.ts";
import { PaneObject } from "../support/pane-object.ts";
import { scan } from "../support/read-qr-code.ts";
import { card } from "../support/shop-object.ts";

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
  await page.getByRole("region", { name: wallet.open }).getByLabel(en.contact.email).fill(email);
  await page.getByRole("button", { name: wallet.open }).click();
  const url = new URL(await scan(page.getByRole("img", { name: wallet.scanTitle })));
  expect(url.protocol).toBe("otpauth:");
  expect(decodeURIComponent(url.pathname)).toContain(email);
  const secret = url.searchParams.get("secret") ?? "";
  await expect(page.getByRole("textbox", { name: wallet.secret })).toHaveValue(secret);
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
async function fillLogIn(page: Page, email: string, code: string): Promise<void> {
  const form = page.getByRole("region", { name: wallet.logIn });
  await form.getByLabel(en.contact.email).fill(email);
  await form.getByLabel(en.code, { exact: true }).fill(code);
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
  const shop = page.getByRole("main");
  await shop.getByLabel(wallet.accountName).fill(name);
  await shop.getByLabel(wallet.currency).selectOption(currency);
  await shop.getByLabel(en.sourceFields.accountType).selectOption(type);
  await button.click();
  await expect(page.getByRole("heading", { level: 3, name })).toBeVisible();
}

/** On the wallet's page: refills the first account by a card, typed into the pane on the gateway's page. */
export async function refill(page: Page, stack: Stack, amount: string, number: string): Promise<void> {
  await page.getByRole("region", { name: wallet.refill }).getByLabel(wallet.amount).fill(amount);
  await page.getByRole("button", { name: wallet.goToRefill }).click();
  await page.waitForURL(`${stack.gateway}/refill/**`);
  const pane = await new PaneObject(page).ready();
  const { cardholder: _, ...typed } = card(number);
  await pane.paste(typed);
  await page.getByRole("button", { name: /^Pay / }).press("Enter");
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
