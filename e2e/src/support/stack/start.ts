/** Starts a whole stack in a separate process, and a merchant's site that may embed the pane. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type MerchantSite, startMerchantSite } from "../merchant-site.ts";
import { freePort } from "./free-port.ts";

/** Addresses of a running stack, and the merchant that its sandbox knows. */
export interface Stack {
  readonly shop: string;
  readonly pane: string;
  readonly gateway: string;
  readonly faults: string;
  readonly merchant: {
    readonly apiKey: string;
    readonly merchantId: number;
    readonly siteId: string;
    readonly sku: string;
  };
  /** Opens the sandbox's admin API. */
  readonly adminToken: string;
  /** Serves a test's pages, on an origin that may embed the pane. */
  readonly site: MerchantSite;
  /** Base address of the release, `http://127.0.0.1:…/0.1.0/`. */
  readonly release: string;
  /** Integrity of the page's script. */
  readonly integrity: string;
}

type Ready = Omit<Stack, "site" | "release" | "integrity">;

/** Starts a stack on free ports; `close` ends it. */
export async function startStack(): Promise<{ stack: Stack; close(): Promise<void> }> {
  const site = await startMerchantSite();
  const shopPort = await freePort();
  const child = fork(fileURLToPath(new URL("main.ts", import.meta.url)), {
    execArgv: ["--conditions=source", "--import", "tsx"],
    env: { ...process.env, NODE_OPTIONS: "", PARENT_PORTS: [shopPort, site.port].join(",") },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.once("message", (message) => resolve(message as Ready));
    child.once("exit", (code) => reject(new Error(`The stack stopped with code ${code}.`)));
  });
  const manifest = (await (await fetch(`${ready.pane}/manifest.json`)).json()) as {
    base: string;
    integrity: string;
  };
  return {
    stack: { ...ready, site, release: `${ready.pane}${manifest.base}`, integrity: manifest.integrity },
    async close() {
      child.kill();
      await site.close();
    },
  };
}
