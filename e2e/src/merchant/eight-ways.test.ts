/** Shops of apps/examples against the sandbox: eight-ways pays by every source, and each says at once that nothing was made. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath, pathToFileURL } from "node:url";
import { exampleDevice } from "@cardpane/gateway/testing";
import { type Sandbox, startSandbox } from "@cardpane/sandbox";
import { freePort } from "@cardpane/tools/process/ports";
import { bundleProgram } from "@cardpane/tools/testing/bundle-program";
import { afterAll, beforeAll, expect, it } from "vitest";

const examples = fileURLToPath(new URL("../../../apps/examples/", import.meta.url));
/** Below this package, whose dependencies the servers find there. */
const folder = fileURLToPath(new URL("../../node_modules/.cache/examples/", import.meta.url));
const pane = createServer((_, response) => response.end('{"script":"/pane.js","integrity":"sha384-x"}'));
let sandbox: Sandbox;
const servers: ChildProcess[] = [];
let shop: string;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, dataDir: "memory" });
  await new Promise<void>((resolve) => pane.listen(0, "127.0.0.1", resolve));
  mkdirSync(folder, { recursive: true });
  shop = await start("eight-ways");
});
afterAll(async () => {
  for (const server of servers) {
    const gone = once(server, "exit");
    server.kill();
    await gone;
  }
  pane.close();
  await sandbox?.close();
});

/** Starts an example; returns its address. */
async function start(name: string): Promise<string> {
  cpSync(`${examples}${name}/server.js`, `${folder}${name}.js`);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    GATEWAY_URL: sandbox.url,
    GATEWAY_API_KEY: sandbox.merchant.apiKey,
    SITE_ID: sandbox.merchant.siteId,
    PANE_HOST: `http://127.0.0.1:${(pane.address() as AddressInfo).port}`,
    PANE_ENVIRONMENT: "sandbox",
    IPN_SECRET: "f2mQ8ZkW0v1dYtM3xGhJb7LcUa5nEoPi",
    PORT: `${port}`,
    SHOP_URL: url,
  };
  const args = ["--conditions=source", await bundleProgram(pathToFileURL(`${folder}${name}.js`))];
  const server = spawn(process.execPath, args, { cwd: folder, env, stdio: ["ignore", "pipe", "ignore"] });
  servers.push(server);
  while (!(await fetch(url).catch(() => undefined))) {
    if (server.exitCode !== null) throw new Error(`${name} has ended.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return url;
}

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
  expect(readFileSync(`${examples}eight-ways/server.js`, "utf8").split("\n").length).toBeLessThanOrEqual(121);
  expect(await pay("SEPA", { iban: "DE00" })).toContain("The payment was not made");
  expect(
    (await fetch(`${shop}/pay`, { method: "POST", body: new URLSearchParams({ way: "toString" }) })).status,
  ).toBe(400);
});

it.each(["eight-ways", "plain-html-strict"])(
  "%s says at once that a payment was not made, and shows the form again",
  async (name) => {
    const url = await start(name);
    const payment = JSON.stringify({ token: "no-token", device: exampleDevice });
    // A reference that is too long: nothing begins, so the store knows no order.
    const body = new URLSearchParams({ order: "o".repeat(129), way: "card", payment });
    const headers = { "User-Agent": "Mozilla/5.0", Accept: "text/html" };
    const page = await (await fetch(`${url}/pay`, { method: "POST", headers, body })).text();
    expect(page).toMatch(/role="alert">The payment was not made\./);
    expect(page).toContain("<card-pane");
    expect(page).not.toContain("by mail");
  },
);
