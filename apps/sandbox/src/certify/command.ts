/** `npx @cardpane/sandbox certify`: drives a merchant's own shop through every way in which a payment goes wrong. */
import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { BrowserError, openBrowser } from "@cardpane/host/shopper-browser";
import { envOf, writeEnvFile } from "../env-file.ts";
import { SandboxError } from "../errors.ts";
import { readSettings } from "../settings.ts";
import { startSandboxWithPane } from "../start-with-pane.ts";
import { type CertifyConfig, readConfig } from "./config.ts";
import { Gateway, type SandboxAccess, until } from "./gateway.ts";
import { countOf, lineOf, writeReports } from "./report.ts";
import { certify } from "./run.ts";
import { type Scenario, scenarios } from "./scenarios.ts";
import { answers, ShopProcess } from "./shop-process.ts";

const certifyUsage = `npx @cardpane/sandbox certify --shop <origin> --config <file> [options]

  --shop <origin>      the shop's address, http://localhost:3000 for example
  --config <file>      how a shopper pays in it: see sandbox/certify in the documentation
  --restart <command>  starts the shop with the sandbox's settings, and again after it was killed
  --env <file>         writes the sandbox's settings to a file, and waits until the shop answers
  --sandbox <url>      uses a running sandbox, with SANDBOX_ADMIN_TOKEN and GATEWAY_API_KEY of the environment
  --only <names>       these scenarios, separated by commas, and first of all paid
  --report <folder>    report.html, report.json and junit.xml (default: cardpane-certify)
  --browser <path>     the path of a Chromium (default: playwright-core's own)

Ports and other settings of the sandbox are environment variables: GATEWAY_PORT, PANE_PORT.
Exit code: 0 the shop holds, 1 a scenario failed, 2 the command could not run.
Requires playwright-core: npm install --save-dev playwright-core`;

/** Runs the command; returns its exit code. */
export async function certifyCommand(
  args: readonly string[],
  print: (line: string) => void,
): Promise<0 | 1 | 2> {
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  // Ctrl-C must not leave the shop behind, which has a process group of its own.
  const stop = () => void close().finally(() => process.exit(2));
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    return await run(args, print, closers);
  } catch (error) {
    const { code } = Object(error) as { readonly code?: unknown };
    const isKnown = error instanceof SandboxError || error instanceof BrowserError;
    if (typeof code === "string" && code.startsWith("ERR_PARSE_ARGS"))
      print(`${(error as Error).message}\n\n${certifyUsage}`);
    else print(isKnown ? error.message : String((error as Error).stack));
    return 2;
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop);
    await close();
  }
}

async function run(
  args: readonly string[],
  print: (line: string) => void,
  closers: (() => unknown)[],
): Promise<0 | 1> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      shop: { type: "string" },
      config: { type: "string" },
      restart: { type: "string" },
      env: { type: "string" },
      sandbox: { type: "string" },
      only: { type: "string" },
      report: { type: "string", default: "cardpane-certify" },
      browser: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    print(certifyUsage);
    return 0;
  }
  const shop = readOrigin(values.shop);
  if (values.config === undefined)
    throw new SandboxError("bad-setting", "--config is missing: the file that says how a shopper pays.");
  const names = scenarios.map(({ name }) => name);
  const config = readConfig(resolve(values.config), names);
  const chosen = choose(values.only, names);
  const browser = await openBrowser(values.browser);
  closers.push(() => browser.close());
  const { access, env, isField } =
    values.sandbox === undefined ? await start(shop, values.env, closers) : running(values.sandbox);
  const shopProcess = values.restart === undefined ? undefined : new ShopProcess(values.restart, shop, env);
  closers.push(() => shopProcess?.kill());
  await shopProcess?.start();
  if (!shopProcess) await waitForShop(shop, print);

  const gateway = new Gateway(access);
  const startedAt = performance.now();
  const onResult = (result: Parameters<typeof lineOf>[0]) => print(lineOf(result));
  const deps = {
    browser,
    gateway,
    config: config satisfies CertifyConfig,
    shop,
    process: shopProcess,
    isField,
    onResult,
  };
  const results = await certify(deps, chosen);
  const folder = resolve(values.report);
  writeReports(folder, { shop, at: new Date(), results });
  const counts = (["passed", "failed", "skipped"] as const).map(
    (status) => `${countOf(results, status)} ${status}`,
  );
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  print(`\n${counts.join(", ")} in ${seconds} s. Report: ${folder}/report.html`);
  return countOf(results, "failed") === 0 ? 0 : 1;
}

function readOrigin(text = ""): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === "/" && !url.search && !url.hash)
    return url.origin;
  throw new SandboxError(
    "bad-setting",
    "--shop must be the shop's origin, http://localhost:3000 for example.",
  );
}

function choose(only: string | undefined, names: readonly string[]): readonly Scenario[] {
  if (only === undefined) return scenarios;
  const wanted = only.split(",").map((name) => name.trim());
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown === undefined) return scenarios.filter(({ name }) => name === "paid" || wanted.includes(name));
  throw new SandboxError(
    "bad-setting",
    `--only: no scenario is named ${unknown}. There are ${names.join(", ")}.`,
  );
}

interface Started {
  readonly access: SandboxAccess;
  readonly env: Readonly<Record<string, string>>;
  readonly isField: boolean;
}

async function start(
  shop: string,
  envFile: string | undefined,
  closers: (() => unknown)[],
): Promise<Started> {
  const { pane: _, ...settings } = readSettings({ DATA_DIR: "memory", ...process.env });
  const panePort = Number(process.env["PANE_PORT"] ?? 4001);
  const sandbox = await startSandboxWithPane({ ...settings, parents: [shop], panePort });
  closers.push(() => sandbox.close());
  if (envFile !== undefined) writeEnvFile(envFile, sandbox);
  const { url, adminToken, merchant, compatibility } = sandbox;
  const port = new URL(shop).port;
  return {
    access: { url, adminToken, apiKey: merchant.apiKey, merchantId: merchant.merchantId },
    env: {
      ...envOf(sandbox, randomBytes(32).toString("base64")),
      SHOP_URL: shop,
      ...(port && { PORT: port }),
    },
    isField: compatibility === "field",
  };
}

function running(url: string): Started {
  const { SANDBOX_ADMIN_TOKEN: adminToken, GATEWAY_API_KEY: apiKey } = process.env;
  if (!adminToken || !apiKey) {
    throw new SandboxError(
      "bad-setting",
      "--sandbox needs SANDBOX_ADMIN_TOKEN and GATEWAY_API_KEY in the environment: the sandbox prints both.",
    );
  }
  const { merchant, compatibility } = readSettings(process.env);
  return {
    access: { url: url.replace(/\/$/, ""), adminToken, apiKey, merchantId: merchant?.merchantId ?? 0 },
    env: {},
    isField: compatibility === "field",
  };
}

/** A shop that was started by hand may have to be started after the sandbox, whose settings it needs. */
async function waitForShop(shop: string, print: (line: string) => void): Promise<void> {
  if (await answers(shop)) return;
  print(`Waiting for the shop at ${shop}: start it now.`);
  if (await until(() => answers(shop), Boolean, 120_000)) return;
  throw new SandboxError("bad-setting", `No shop answers at ${shop}.`);
}
