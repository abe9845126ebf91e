/**
 * `npm run examples`: tests the examples of apps/examples in the form in which a reader copies them. Packs the packages of this
 * repository, installs the examples with them by their own lock file, builds each example, serves it with a sandbox, pays in
 * a browser, and certifies the shop.
 *
 *   npm run examples                      all examples
 *   npm run examples -- react-vite        the named examples
 *   npm run examples -- contract          the table of all adapters and steps
 *
 * The Express example uses PGlite, or a new database on the PostgreSQL server that TEST_DATABASE_URL names.
 * The packages must be built. Ends with the code 1 when a check fails.
 */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { fillCard, paneField } from "@cardpane/sandbox/playwright";
import { type Browser, chromium, expect, type Page } from "@playwright/test";
import { makeDatabase } from "../../../../apps/sandbox/src/testing/databases.ts";
import { ensureChromium, ensureHeadlessShell } from "../env/chromium.ts";
import { complaintsOf } from "../env/complaints.ts";
import { findTool } from "../env/system-tool.ts";
import { hangMs } from "../process/hang.ts";
import { pnpm } from "../process/pnpm.ts";
import { freePort } from "../process/ports.ts";
import { launch, lineOf, stop } from "../process/processes.ts";
import { mustRun, root } from "../process/program.ts";
import { packPackage } from "../release/pack.ts";
import { testContract } from "./contract.ts";

interface Example {
  readonly name: string;
  readonly hasBuild?: boolean;
  /** The example is not a shop: only its own `npm test` runs. */
  readonly isOfTests?: boolean;
  /** A program without which the example is skipped. */
  readonly needs?: string;
  /** Further steps after the payments. The page shows an order whose challenge was passed. */
  readonly more?: (page: Page) => Promise<void>;
  /** A test that replaces the usual payments. */
  readonly test?: (browser: Browser, shop: string) => Promise<void>;
}

/** The sandbox's line of JSON. */
interface SandboxSummary {
  readonly gateway: string;
  readonly pane: string;
  readonly adminToken: string;
  readonly apiKey: string;
  readonly siteId: string;
}

const examples: readonly Example[] = [
  { name: "eight-ways" },
  { name: "express-postgres", more: refund },
  { name: "fastify" },
  { name: "hono-worker", hasBuild: true },
  { name: "plain-html", hasBuild: true },
  { name: "plain-html-strict" },
  { name: "react-vite", hasBuild: true },
  { name: "vue-vite", hasBuild: true },
  { name: "svelte-vite", hasBuild: true },
  { name: "angular", hasBuild: true },
  { name: "next", hasBuild: true, more: payTwice },
  { name: "sveltekit", hasBuild: true, more: payTwice },
  { name: "react-router", hasBuild: true, more: payTwice },
  { name: "without-node", needs: "python3" },
  { name: "unit-tests", isOfTests: true },
  { name: "contract", hasBuild: true, test: testContract },
];
const packages = ["angular", "browser", "node", "react", "svelte", "vue"];
const folder = `${root}apps/examples/`;
const sandboxProgram = `${root}apps/sandbox/dist/cli.js`;
const staffToken = randomBytes(16).toString("hex");

const given = process.argv.slice(2);
const chosen = examples.filter(({ name }) => given.length === 0 || given.includes(name));
const names = examples.map(({ name }) => name);
const unknown = given.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`No example is named ${unknown.join(", ")}: ${names.join(", ")}.`);
  process.exit(1);
}

process.exit((await testAll()) ? 0 : 1);

async function testAll(): Promise<boolean> {
  await install();
  const shops = new Map<Example, number>();
  for (const example of chosen) shops.set(example, await freePort());
  const server = process.env["TEST_DATABASE_URL"];
  // Without a server, the empty address overrides that of the environment.
  const database = server ? await makeDatabase(server) : { url: "", drop: async () => {} };
  const sandbox = await startSandbox([...shops.values()].map(addressOf));
  const executablePath = await ensureHeadlessShell(await ensureChromium());
  const browser = await chromium.launch({ executablePath });
  let failed = 0;
  for (const [example, port] of shops) {
    if (example.needs && !findTool(example.needs)) {
      console.log(`skipped ${example.name}: it needs ${example.needs}`);
      continue;
    }
    const startedAt = performance.now();
    try {
      await testExample(example, port, { ...sandbox, database: database.url }, browser, executablePath);
      console.log(`ok      ${example.name}  ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
    } catch (error) {
      failed += 1;
      console.error(`failed  ${example.name}\n${error instanceof Error ? error.message : String(error)}`);
    }
  }
  await browser.close();
  await database.drop();
  console.log(`${chosen.length - failed} of ${chosen.length} examples hold.`);
  return failed === 0;
}

/** Installs from scratch, because pnpm keeps an unpacked package as long as its version is the same. */
async function install(): Promise<void> {
  const packed = `${folder}.packages/`;
  await rm(packed, { recursive: true, force: true });
  await rm(`${folder}node_modules`, { recursive: true, force: true });
  for (const name of packages) {
    const into = `${packed}${name}`;
    await mkdir(into, { recursive: true });
    const tarball = await packPackage(`packages/${name}`, packed);
    await mustRun("tar", ["-xzf", packed + tarball, "-C", into, "--strip-components", "1"], { quiet: true });
  }
  // The repository refuses packages for other versions of Node.js. Angular 22 requires a later one, but runs only in a browser.
  const env = { npm_config_engine_strict: "false" };
  await mustRun("npx", [...pnpm, "-C", folder, "install", "--frozen-lockfile"], { quiet: true, env });
}

async function testExample(
  { name, hasBuild, isOfTests, more, test }: Example,
  port: number,
  { gateway, pane, adminToken, apiKey, siteId, database }: SandboxSummary & { readonly database: string },
  browser: Browser,
  executablePath: string,
): Promise<void> {
  const at = `${folder}${name}`;
  const public_ = { PANE_HOST: pane, PANE_ENVIRONMENT: "sandbox" };
  const env = {
    ...public_,
    ...Object.fromEntries(Object.entries(public_).map(([key, value]) => [`VITE_${key}`, value])),
    GATEWAY_URL: gateway,
    GATEWAY_API_KEY: apiKey,
    SITE_ID: siteId,
    IPN_SECRET: randomBytes(32).toString("base64"),
    STAFF_TOKEN: staffToken,
    DATABASE_URL: database,
    PORT: String(port),
    SHOP_URL: addressOf(port),
    NEXT_TELEMETRY_DISABLED: "1",
    SANDBOX_ADMIN_TOKEN: adminToken,
  };
  if (isOfTests) return mustRun("npm", ["--prefix", at, "test"], { quiet: true });
  if (hasBuild) await mustRun("npm", ["--prefix", at, "run", "build"], { quiet: true, env });
  const server = launch("npm", ["--prefix", at, "start"], env);
  try {
    await lineOf(server, name, (line) =>
      /^The shop is at |Ready in|Listening on|"event":"listen"/.test(line),
    );
    const shop = addressOf(port);
    await (test ? test(browser, shop) : testShop(browser, shop, more));
  } finally {
    stop(server);
  }
  if (test) return;
  // The pages have a server in common, and its configuration.
  const config = [at, `${folder}pay-server`].find((one) => existsSync(`${one}/certify.json`));
  const options = {
    // The same sandbox: a built page contains the address of its pane.
    sandbox: gateway,
    shop: addressOf(port),
    config: `${config}/certify.json`,
    restart: `npm --prefix ${at} start`,
    report: `${root}node_modules/.cache/cardpane/certify/${name}`,
    browser: executablePath,
  };
  const args = Object.entries(options).flatMap(([option, value]) => [`--${option}`, value]);
  await mustRun(process.execPath, [sandboxProgram, "certify", ...args], { quiet: true, env });
}

async function testShop(browser: Browser, shop: string, more?: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage();
  page.setDefaultTimeout(hangMs);
  try {
    const complaints = complaintsOf(page);
    await payInShop(page, shop);
    await more?.(page);
    expect(complaints, "The console has no warning and no error.").toEqual([]);
  } finally {
    await page.close();
  }
}

/** The payments of every shop: an empty form, a declined card, a successful card, a card with a challenge. */
async function payInShop(page: Page, shop: string): Promise<void> {
  await page.goto(shop);
  const number = await paneField(page, "number");
  await expect(number).toBeVisible();
  const pay = page.getByRole("button", { name: /^Pay/ });
  const status = page.getByRole("status");
  await pay.click();
  await expect(number).toHaveAttribute("aria-invalid", "true");
  await expect(page).toHaveURL(`${shop}/`);

  await fillCard(page, "4000000000009995");
  await pay.click();
  const form = page.locator('iframe[src*="/frame?"]').contentFrame();
  await expect(form.getByText(/balance or limit/).first()).toBeVisible();

  await fillCard(page, "4242424242424242");
  await pay.click();
  await expect(status.filter({ hasText: /paid/i })).toBeVisible();

  await page.goto(shop);
  await fillCard(page, "4000000000002503");
  await pay.click();
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page).toHaveURL((url) => url.origin === shop);
  await expect(status).toBeVisible();
}

/** Only the notification reports a passed challenge to the shop; then staff refunds the order. */
async function refund(page: Page): Promise<void> {
  await showsSoon(page, /paid/);
  const address = new URL(`${new URL(page.url()).pathname}/refund`, page.url()).href;
  const refundAs = (token: string) =>
    page.request.post(address, { headers: { Authorization: `Bearer ${token}` } });
  expect((await refundAs("guessed")).status()).toBe(401);
  expect(await (await refundAs(staffToken)).text()).toBe("refunded");
  await showsSoon(page, /refunded/);
  expect((await refundAs(staffToken)).status()).toBe(409);
}

/** Pays twice, with client-side navigation between: the page is hidden with its pane in it, and shown again. */
async function payTwice(page: Page): Promise<void> {
  await page.goto(new URL("/", page.url()).href);
  for (const time of ["first", "second"]) {
    await expect(await paneField(page, "number"), time).toHaveValue("");
    await fillCard(page, "4242424242424242");
    await page.getByRole("button", { name: /^Pay/ }).click();
    await expect(page.getByRole("status")).toHaveText(/paid/i);
    await page.getByRole("link", { name: "Another payment" }).click();
    await expect(page.getByRole("status")).toBeHidden();
  }
}

/** Reloads until the order has this state, which a notification sets. */
async function showsSoon(page: Page, state: RegExp): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.reload();
        return page.locator("body").textContent();
      },
      { timeout: hangMs },
    )
    .toMatch(state);
}

/** Starts the sandbox in the same way as `npx @cardpane/sandbox`. */
async function startSandbox(parents: readonly string[]): Promise<SandboxSummary> {
  const ports = ["--json", "--port", "0", "--pane-port", "0"];
  const child = launch(process.execPath, [
    sandboxProgram,
    ...ports,
    ...parents.flatMap((parent) => ["--parent", parent]),
  ]);
  return JSON.parse(await lineOf(child, "sandbox", (line) => line.startsWith("{"))) as SandboxSummary;
}

/** The shop's address: on another site than the pane, which is on 127.0.0.1. */
function addressOf(port: number): string {
  return `http://localhost:${port}`;
}
