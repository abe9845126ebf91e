/**
 * What every test gets: a stack of its worker's own, a merchant's site that serves what the test writes, and an eye on
 * what must never happen in any test: errors in the console, and requests to anyone who is not part of the stack.
 */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { test as base, expect } from "@playwright/test";
import { type MerchantSite, startMerchantSite } from "./merchant-site.ts";
import { freePort } from "./stack/free-port.ts";

/** Addresses of a running stack, and the merchant that its sandbox knows. */
export interface Stack {
  readonly shop: string;
  readonly pane: string;
  readonly gateway: string;
  readonly faults: string;
  readonly merchant: {
    readonly apiKey: string;
    readonly clientId: number;
    readonly siteId: string;
    readonly sku: string;
  };
  /** Opens the sandbox's admin surface. */
  readonly adminToken: string;
  /** A page of the test's own on an origin that may embed the pane. */
  readonly site: MerchantSite;
  /** Base address of the release, `http://127.0.0.1:…/0.1.0/`. */
  readonly release: string;
  /** Integrity of the page's script. */
  readonly integrity: string;
}

interface Watch {
  /** Addresses besides the stack's that a test may ask. */
  readonly known: string[];
  /** Console errors that a test expects, as patterns. */
  readonly expectedErrors: RegExp[];
  /** Every line the page printed. */
  readonly consoleLines: string[];
}

/** For what needs no browser: a stack, and no page. */
export const stackTest = base.extend<object, { stack: Stack }>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern
    async ({}, use) => {
      const site = await startMerchantSite();
      const shopPort = await freePort();
      const { child, ready } = await startStack([shopPort, site.port]);
      const manifest = (await (await fetch(`${ready.pane}/manifest.json`)).json()) as {
        base: string;
        integrity: string;
      };
      await use({ ...ready, site, release: `${ready.pane}${manifest.base}`, integrity: manifest.integrity });
      child.kill();
      await site.close();
    },
    { scope: "worker", timeout: 60_000 },
  ],
});

export const test = stackTest.extend<{ watch: Watch }>({
  watch: [
    async ({ page, stack }, use) => {
      // A pane that cannot load says so in the console, for developers.
      const watch: Watch = { expectedErrors: [], known: [], consoleLines: [] };
      const unexpected: string[] = [];
      const foreign: string[] = [];
      const known: string[] = [
        stack.shop,
        stack.pane,
        stack.gateway,
        stack.faults,
        stack.site.url,
        "http://127.0.0.1:9/",
      ];
      page.on("console", (line) => {
        watch.consoleLines.push(line.text());
        if (line.type() === "error") unexpected.push(line.text());
      });
      page.on("pageerror", (error) => unexpected.push(String(error)));
      page.on("request", (request) => {
        const url = request.url();
        if (/^https?:/.test(url) && ![...known, ...watch.known].some((origin) => url.startsWith(origin)))
          foreign.push(url);
      });
      await use(watch);
      expect(foreign, "requests to someone who is not part of the stack").toEqual([]);
      expect(
        unexpected.filter((text) => !watch.expectedErrors.some((pattern) => pattern.test(text))),
        "errors in the console",
      ).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

type Ready = Omit<Stack, "site" | "release" | "integrity">;

async function startStack(parents: readonly number[]): Promise<{ child: ChildProcess; ready: Ready }> {
  const child = fork(fileURLToPath(new URL("stack/main.ts", import.meta.url)), {
    execArgv: ["--conditions=source", "--import", "tsx"],
    env: { ...process.env, NODE_OPTIONS: "", PARENT_PORTS: parents.join(",") },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.once("message", (message) => resolve(message as Ready));
    child.once("exit", (code) => reject(new Error(`The stack stopped with code ${code}.`)));
  });
  return { child, ready };
}
