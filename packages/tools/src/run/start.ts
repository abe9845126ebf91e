/**
 * `npm start`: runs the sandbox gateway, the pane's host and the demo shop, each in its own process, until Ctrl-C.
 *
 *   SHOP_PORT (4000), PANE_PORT (4001), GATEWAY_PORT (4002)   the ports; 0 selects a free one
 *   PANE_PARENTS                                              origins of further pages that may embed the pane
 *   --json                                                    one line of JSON on standard output once all respond; all
 *                                                             other output goes to standard error
 *
 * The services' output is shown with their names. When a service ends, its last lines are printed again, and the others end, too.
 *
 * The child processes end with this process, however it ends, because they hold an IPC channel to it. This process watches its
 * own parent, because a shell between npm and this process does not forward signals.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { shopFont } from "../../../../apps/demo/server/http/assets.ts";
import { freePort, isFree } from "../process/ports.ts";
import { mustRun, root } from "../process/program.ts";
import { createServices } from "./services.ts";

/** The sandbox's first message: it listens. */
interface Ready {
  readonly url: string;
  readonly merchant?: Merchant;
  /** The token of the sandbox's admin API. */
  readonly adminToken?: string;
  /** The sandbox's COMPATIBILITY. */
  readonly compatibility?: string;
}

interface Merchant {
  readonly apiKey: string;
  readonly merchantId: number;
  readonly siteId: string;
  readonly sku: string;
}

const asJson = process.argv.includes("--json");
let isStopping = false;
const services = createServices({
  // With --json, standard output holds only the line of JSON.
  out: asJson ? process.stderr : process.stdout,
  err: process.stderr,
  onEnd: fail,
});

process.once("SIGINT", () => stop(0));
process.once("SIGTERM", () => stop(0));
const parent = process.ppid;
setInterval(() => process.ppid !== parent && stop(0), 1_000).unref();

try {
  await start();
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

async function start(): Promise<void> {
  const ports = {
    shop: await portOf("SHOP_PORT", 4000),
    pane: await portOf("PANE_PORT", 4001),
    gateway: await portOf("GATEWAY_PORT", 4002),
  };
  // In a process of its own: this one stays free to say for what it waits.
  await step("Building", "the scripts of pane and shop", () =>
    mustRun("npm", ["run", "--silent", "build", "--", "--to-run"], { quiet: true }),
  );

  // The shop is on `localhost`, the pane on `127.0.0.1`: two sites, so the browser runs them in two processes.
  const shop = `http://localhost:${ports.shop}`;
  const gateway = `http://127.0.0.1:${ports.gateway}`;
  const pane = `http://127.0.0.1:${ports.pane}`;
  const startFirst = () =>
    Promise.all([
      services.launch({
        name: "gateway",
        entry: "apps/sandbox/src/main.ts",
        // The sandbox's refill page embeds the pane, so each of the two gets the address of the other.
        // CUSTOMER_MONEY: customers of the shop cannot top up their own accounts.
        env: { GATEWAY_PORT: String(ports.gateway), PANE_URL: pane, CUSTOMER_MONEY: "refuse" },
      }),
      services.launch({
        name: "pane",
        entry: "packages/host/src/cli.ts",
        args: ["serve", "--port", String(ports.pane), "--config", writePaneConfig(shop, gateway)],
      }),
    ]) as Promise<[Ready, unknown]>;
  const [sandbox] = await step("Starting the gateway", "its database to open", startFirst);
  const { merchant, adminToken, compatibility } = sandbox;
  if (!merchant || !adminToken) throw new Error("The sandbox named no merchant, or no admin token.");
  const startShop = () =>
    services.launch({
      name: "shop",
      entry: "apps/demo/server/main.ts",
      env: {
        SHOP_PORT: String(ports.shop),
        PANE_URL: pane,
        GATEWAY_URL: gateway,
        API_KEY: merchant.apiKey,
        SITE_ID: merchant.siteId,
        SKU: merchant.sku,
        SANDBOX_ADMIN_URL: gateway,
        SANDBOX_ADMIN_TOKEN: adminToken,
      },
    });
  await step("Starting the shop", "its first answer", startShop);
  await Promise.all([
    checkAnswer(`${shop}/`),
    checkAnswer(`${pane}/health`),
    checkAnswer(`${gateway}/health`),
  ]);

  if (asJson) {
    const { apiKey, merchantId, siteId, sku } = merchant;
    const account = { apiKey, merchantId, siteId, sku, adminToken };
    console.log(JSON.stringify({ shop, pane, gateway, ...account, compatibility }));
    return;
  }
  console.log(`
  Cardpane runs, offline:

    shop      ${shop}
    pane      ${pane}
    gateway   ${gateway}

  Pay with 4242 4242 4242 4242, any expiry in the future, any CVV.
  A decline: 4000 0000 0000 9995. A 3DS challenge: 4000 0000 0000 2503.
  Other sources: /checkout/other. A wallet: /wallet. A subscription, whose time the QA panel moves: /subscribe.
  Ctrl-C stops all three.
`);
}

/** Says what is done before it is done, and every ten seconds for what it waits. It waits as long as the work goes on. */
async function step<Result>(what: string, awaited: string, work: () => Promise<Result>): Promise<Result> {
  console.error(what);
  const startedAt = performance.now();
  const still = setInterval(() => {
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
    console.error(`Still ${what.toLowerCase()}, for ${seconds} s: waiting for ${awaited}`);
  }, 10_000);
  try {
    return await work();
  } finally {
    clearInterval(still);
  }
}

/** Writes the configuration of the pane's host, and returns its path. */
function writePaneConfig(shop: string, gateway: string): string {
  const folder = `${root}node_modules/.cache/cardpane`;
  const file = `${folder}/pane-${process.pid}.config.json`;
  const more = process.env["PANE_PARENTS"]?.split(/[\s,]+/).filter(Boolean) ?? [];
  const config = {
    environments: { sandbox: gateway },
    parents: [shop, gateway, ...more],
    caching: "development",
    fonts: [shopFont],
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify(config));
  process.once("exit", () => rmSync(file, { force: true }));
  return file;
}

/** Prints the reason, and ends with the code 1. */
function fail(report: string): void {
  console.error(report);
  void stop(1);
}

async function portOf(variable: string, fallback: number): Promise<number> {
  const text = process.env[variable] ?? String(fallback);
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`${variable} must be a port, 0 to 65535.`);
  if (port === 0) return freePort();
  if (await isFree(port)) return port;
  throw new Error(`Port ${port} is taken. Stop what uses it, or set ${variable} to another.`);
}

async function checkAnswer(url: string): Promise<void> {
  // Node.js may resolve `localhost` to ::1 first; the services listen on 127.0.0.1.
  const response = await fetch(url.replace("//localhost", "//127.0.0.1"));
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${url} answers ${response.status}.`);
}

async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await services.stop();
  process.exit(code);
}
