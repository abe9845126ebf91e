/**
 * `npm start`: the sandbox gateway, the pane's host and the demo shop, each a process of its own, until Ctrl-C.
 *
 *   SHOP_PORT (4000), PANE_PORT (4001), GATEWAY_PORT (4002)   where they listen; 0 takes a free one
 *   --json                                                    one line of JSON on standard output once all answer; the
 *                                                             rest goes to standard error
 *
 * What the services print is shown with their names. When one of them ends, its last lines are printed again, and all end.
 *
 * The children end with this process, however it ends: they hold an IPC channel to it, and it watches its own parent,
 * since a shell between npm and us does not pass signals on.
 */
import { buildDemo } from "../build/build-demo.ts";
import { buildRelease } from "../build/build-release.ts";
import { freePort } from "./ports.ts";
import { createServices } from "./services.ts";

/** The sandbox's first message, when it listens. */
interface Ready {
  readonly url: string;
  readonly merchant?: Merchant;
  /** Opens the sandbox's admin surface. */
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
  // Standard output is for the one line.
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
  await Promise.all([buildRelease(), buildDemo()]);

  // The shop's site is `localhost`, the pane's `127.0.0.1`: two sites, so the browser keeps them in two processes.
  const shop = `http://localhost:${ports.shop}`;
  const gateway = `http://127.0.0.1:${ports.gateway}`;
  const pane = `http://127.0.0.1:${ports.pane}`;
  const [sandbox] = (await Promise.all([
    services.launch({
      name: "gateway",
      entry: "apps/sandbox/src/main.ts",
      // The page of a refill takes its card in the pane, so each of the two knows the other.
      // A customer of the shop gives itself no money.
      env: { GATEWAY_PORT: String(ports.gateway), PANE_URL: pane, CUSTOMER_MONEY: "refuse" },
    }),
    services.launch({
      name: "pane",
      entry: "packages/host/src/cli.ts",
      args: ["serve"],
      env: {
        PANE_PORT: String(ports.pane),
        // Besides ours the pages that someone tries it in.
        PANE_PARENTS: [shop, gateway, process.env["PANE_PARENTS"]].filter(Boolean).join(" "),
        PANE_CACHING: "development",
        PANE_ENVIRONMENTS: JSON.stringify({ sandbox: gateway }),
      },
    }),
  ])) as [Ready, unknown];
  const { merchant, adminToken, compatibility } = sandbox;
  if (!merchant || !adminToken) throw new Error("The sandbox named no merchant, or no admin token.");
  await services.launch({
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

/** Prints why, and ends with the code 1. */
function fail(report: string): void {
  console.error(report);
  void stop(1);
}

async function portOf(variable: string, fallback: number): Promise<number> {
  const text = process.env[variable] ?? String(fallback);
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`${variable} must be a port, 0 to 65535.`);
  return freePort(port, "127.0.0.1").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE") throw error;
    throw new Error(`Port ${port} is taken. Stop what uses it, or set ${variable} to another.`);
  });
}

async function checkAnswer(url: string): Promise<void> {
  // Node resolves no name here but localhost, which may mean ::1 first; the services listen on 127.0.0.1.
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
