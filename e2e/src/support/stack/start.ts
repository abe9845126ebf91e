/** Starts a whole stack: its servers in a separate process, and a merchant's site that may embed the pane. */
import { fork } from "node:child_process";
import { freePort } from "@cardpane/tools/process/ports";
import { bundleProgram } from "@cardpane/tools/testing/bundle-program";
import { type MerchantSite, startMerchantSite } from "../merchant-site.ts";

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

/** The addresses of a stack's servers. */
interface Servers extends Omit<Stack, "site" | "release" | "integrity"> {
  /** The port of the merchant's site that may embed the pane. */
  readonly sitePort: number;
}

/** Starts a stack on free ports, and a merchant's site; `close` ends both. */
export async function startStack(): Promise<{ stack: Stack; close(): Promise<void> }> {
  const { servers, stop } = await startServers();
  const { stack, close } = await withSite(servers);
  return {
    stack,
    async close() {
      stop();
      await close();
    },
  };
}

/** The stack of a Playwright worker, on the servers that global-setup.ts starts; `close` ends the merchant's site. */
export async function stackOfWorker(
  parallelIndex: number,
): Promise<{ stack: Stack; close(): Promise<void> }> {
  const response = await fetch(`${process.env["CARDPANE_STACKS"]}/${parallelIndex}`);
  if (!response.ok) throw new Error(await response.text());
  return withSite((await response.json()) as Servers);
}

/** Ends the servers of a worker's stack, whose state a failed test may have left in disorder. */
export async function endStackOfWorker(parallelIndex: number): Promise<void> {
  await fetch(`${process.env["CARDPANE_STACKS"]}/${parallelIndex}`, { method: "DELETE" });
}

/** Starts the servers of a stack in their own process. */
export async function startServers(): Promise<{ servers: Servers; stop(): void }> {
  const [shopPort, sitePort] = [await freePort(), await freePort()];
  const child = fork(await bundleProgram(new URL("main.ts", import.meta.url)), {
    // V8 compiles the WebAssembly of the database without optimizing it, which would take a third of the start.
    execArgv: ["--conditions=source", "--liftoff-only"],
    env: { ...process.env, NODE_OPTIONS: "", PARENT_PORTS: [shopPort, sitePort].join(",") },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ready = await new Promise<Omit<Servers, "sitePort">>((resolve, reject) => {
    child.once("message", (message) => resolve(message as Omit<Servers, "sitePort">));
    child.once("exit", (code) => reject(new Error(`The stack stopped with code ${code}.`)));
  });
  return { servers: { ...ready, sitePort }, stop: () => void child.kill() };
}

async function withSite({
  sitePort,
  ...servers
}: Servers): Promise<{ stack: Stack; close(): Promise<void> }> {
  const site = await startMerchantSite(sitePort);
  const manifest = (await (await fetch(`${servers.pane}/manifest.json`)).json()) as {
    base: string;
    integrity: string;
  };
  const { base, integrity } = manifest;
  return {
    stack: { ...servers, site, release: `${servers.pane}${base}`, integrity },
    close: () => site.close(),
  };
}
