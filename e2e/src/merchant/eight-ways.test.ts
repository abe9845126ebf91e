/** apps/examples/eight-ways against the sandbox: every source is paid, in one form, one call and one `switch`. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { exampleDevice } from "@cardpane/gateway/testing";
import { type Sandbox, startSandbox } from "@cardpane/sandbox";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../support/stack/free-port.ts";

const examples = fileURLToPath(new URL("../../../apps/examples/", import.meta.url));
const example = `${examples}eight-ways/server.js`;
/** Below this package, whose dependencies the server finds there. */
const folder = fileURLToPath(new URL("../../node_modules/.cache/eight-ways/", import.meta.url));
const pane = createServer((_, response) => response.end('{"script":"/pane.js","integrity":"sha384-x"}'));
let sandbox: Sandbox;
let server: ChildProcess;
let shop: string;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, dataDir: "memory" });
  await new Promise<void>((resolve) => pane.listen(0, "127.0.0.1", resolve));
  mkdirSync(folder, { recursive: true });
  cpSync(example, `${folder}server.js`);
  const port = await freePort();
  shop = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    GATEWAY_URL: sandbox.url,
    GATEWAY_API_KEY: sandbox.merchant.apiKey,
    SITE_ID: sandbox.merchant.siteId,
    PANE_HOST: `http://127.0.0.1:${(pane.address() as AddressInfo).port}`,
    PANE_ENVIRONMENT: "sandbox",
    IPN_SECRET: "f2mQ8ZkW0v1dYtM3xGhJb7LcUa5nEoPi",
    PORT: `${port}`,
    SHOP_URL: shop,
  };
  const args = ["--conditions=source", "--import", "tsx", "server.js"];
  server = spawn(process.execPath, args, { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  await once(server.stdout as NodeJS.ReadableStream, "data");
});
afterAll(async () => {
  server?.kill();
  pane.close();
  await sandbox?.close();
});

async function tokenize(): Promise<string> {
  const card = { number: "4242424242424242", expirationMonth: "12", expirationYear: "39", cvv: "123" };
  const headers = { "Content-Type": "application/json", "X-Requested-With": "XMLHttpRequest" };
  const response = await fetch(`${sandbox.url}/tokenize`, {
    method: "POST",
    headers,
    body: JSON.stringify(card),
  });
  return ((await response.json()) as { readonly token: string }).token;
}

/** Submits the form of a new page, and pays on the bank's page if there is one; returns the text of the shop's last page. */
async function pay(way: string, form: Readonly<Record<string, string>>): Promise<string> {
  const page = await (await fetch(shop)).text();
  const [, order = ""] = /name="order" value="([^"]+)"/.exec(page) ?? [];
  expect(page).toContain(`value="${way}"`);
  const headers = { "User-Agent": "Mozilla/5.0", Accept: "text/html" };
  const body = new URLSearchParams({ ...form, order, way });
  const answer = await fetch(`${shop}/pay`, { method: "POST", headers, body, redirect: "manual" });
  const next =
    answer.headers.get("Location") ?? /href="(http[^"]+\/\w+\/[^"]+)">Pay on/.exec(await answer.text())?.[1];
  if (next?.startsWith(sandbox.url)) {
    const paid = new URLSearchParams({ answer: "paid" });
    await fetch(next, { method: "POST", body: paid, redirect: "manual" });
  }
  return (await fetch(`${shop}/orders/${order}`)).text();
}

it.each<[string, () => Promise<Readonly<Record<string, string>>> | Readonly<Record<string, string>>]>([
  ["card", async () => ({ payment: JSON.stringify({ token: await tokenize(), device: exampleDevice }) })],
  // Once the card has paid.
  ["saved card", () => ({})],
  ["Apple Pay", () => ({ appleToken: `{"data":"${"x".repeat(3_000)}"}` })],
  ["iDEAL", () => ({})],
  ["Pix", () => ({ cpf: "12345678909" })],
  ["PSE", () => ({ bankCode: "1815", document: "1020304050" })],
  ["SEPA", () => ({ iban: "DE89370400440532013000" })],
  ["ACH", () => ({ abaNumber: "021000021", accountNumber: "000123456789" })],
])("%s is paid", async (way, form) => {
  expect(await pay(way, await form())).toContain("Paid. Thank you!");
});

it("has at most 120 lines, and refuses a wrong field without a payment", async () => {
  expect(readFileSync(example, "utf8").split("\n").length).toBeLessThanOrEqual(121);
  expect(await pay("SEPA", { iban: "DE00" })).toContain("The payment was not made");
  expect(
    (await fetch(`${shop}/pay`, { method: "POST", body: new URLSearchParams({ way: "toString" }) })).status,
  ).toBe(400);
});
