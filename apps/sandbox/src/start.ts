/** Starts a sandbox in this process: key, lock, database, merchant, port, and the sweep that removes expired data. */
import { networkInterfaces } from "node:os";
import { join, resolve } from "node:path";
import { serverLimits } from "@cardpane/contract/server-limits";
import { type ServerType, serve } from "@hono/node-server";
import { isBearerToken } from "./admin/guard.ts";
import { createApp } from "./app.ts";
import { type Compatibility, defaultThreeDsMissing } from "./compatibility/compatibility.ts";
import { lockFolder } from "./db/lock.ts";
import { saveMerchant } from "./db/merchants.ts";
import { type Database, openPglite, openPostgres } from "./db/open.ts";
import { checkVault } from "./db/vault-check.ts";
import { describeFailure } from "./describe-failure.ts";
import { SandboxError } from "./errors.ts";
import { findPaneScript, type PaneSettings } from "./http/pane-script.ts";
import type { RequestLogEntry } from "./http/request-log.ts";
import { failureLines, requestFailureLines } from "./log.ts";
import { type DemoMerchant, demoMerchant } from "./merchant.ts";
import { answerWithinMs } from "./notifications/retry.ts";
import type { SignatureSettings } from "./notifications/signature.ts";
import type { DomainSettings } from "./operation-context.ts";
import { createRuntime, type Step } from "./runtime.ts";
import { sweepExpired } from "./sweep.ts";
import { keyOfFolder, parseKey, randomKey } from "./vault/key.ts";
import { openVault } from "./vault/vault.ts";

/** Options of {@link startSandbox}. */
export interface SandboxOptions {
  /**
   * Port to listen on; 0 takes a free one.
   * @default 4002
   */
  readonly port?: number;
  /**
   * Address to listen on.
   * @default "127.0.0.1"
   */
  readonly host?: string;
  /**
   * The address at which shoppers reach the sandbox, for the addresses of challenge pages.
   * @default the address it listens on
   */
  readonly publicUrl?: string | undefined;
  /**
   * Folder of the data and the encryption key, or `"memory"` to store nothing.
   * @default "memory"
   */
  readonly dataDir?: string;
  /** PostgreSQL instead of the database in this process; the folder then holds the key only. */
  readonly databaseUrl?: string | undefined;
  /**
   * 32 bytes as hexadecimal digits or base64.
   * @default the folder's own key, created on the first start
   */
  readonly encryptionKey?: string | undefined;
  /**
   * The machine's time in Unix milliseconds. The sandbox's own clock starts from it; the admin API can move that clock.
   * @default Date.now
   */
  readonly clock?: () => number;
  /**
   * How notifications are signed.
   * @default { scheme: "none" }
   */
  readonly signature?: SignatureSettings;
  /**
   * How long a receiver of notifications may take to answer, in milliseconds of the machine's time.
   * @default 15_000
   */
  readonly answerWithinMs?: number;
  /**
   * The pane that takes the card on the pages of refills. Its host must list this sandbox's origin among its parents.
   * @default none: the page then says so
   */
  readonly pane?: PaneSettings | undefined;
  /**
   * Fields of the sandbox's merchant that differ from {@link demoMerchant}.
   * @default the API key is derived from the encryption key: another in each data folder, the same at every start
   */
  readonly merchant?: Partial<DemoMerchant>;
  /**
   * The token of the admin API: letters, digits and `-._~+/`, with `=` at the end only, as in a bearer token (RFC 6750, 2.1).
   * @default derived from the encryption key: another in each data folder, the same at every start
   */
  readonly adminToken?: string | undefined;
  /**
   * Whether other machines may use the admin API.
   * @default "loopback"
   */
  readonly adminFrom?: "loopback" | "anywhere";
  /**
   * Whether payments that ask for 3D Secure without the browser's fields are refused, or processed without it.
   * @default "refuse", and "skip" with `compatibility: "field"`, as live gateways do
   */
  readonly threeDsMissing?: "refuse" | "skip" | undefined;
  /**
   * The message format: the document's, or that of live gateways where they differ from it.
   * @default "document"
   */
  readonly compatibility?: Compatibility;
  /**
   * Whether a customer's own token may top up its wallet and void its payments. The document allows it (section 5.6), so
   * that every customer can credit itself.
   * @default "allow"
   */
  readonly customerMoney?: "allow" | "refuse";
  /**
   * Receives one entry for each answered request; it never contains a body.
   * @default failures of the sandbox itself, the causes of its 500s, as lines of JSON on standard error
   */
  readonly log?: (entry: RequestLogEntry) => void;
  /**
   * Called when another process has taken the data over, after this sandbox has stopped.
   * @default nothing
   */
  readonly onLost?: () => void;
  /**
   * Called at each step of payment and delivery, so that a fault test can kill the process there.
   * @default nothing
   */
  readonly onStep?: ((step: Step) => void) | undefined;
}

/** A running sandbox. */
export interface Sandbox {
  /** Its address, without a slash at the end. */
  readonly url: string;
  readonly merchant: DemoMerchant;
  readonly compatibility: Compatibility;
  /** The token of the admin API, for `Authorization: Bearer`. */
  readonly adminToken: string;
  /** Refuses new requests, then closes the database. May be called twice. */
  close(): Promise<void>;
}

const defaultHost = "127.0.0.1";
const sweepEveryMs = 30_000;
const stopGraceMs = 2_000;

/**
 * Starts a sandbox.
 *
 * @throws SandboxError when the port is taken, the data is in use, or it was written by another version or with another key.
 * @example const sandbox = await startSandbox({ port: 0 });
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const logFailure = failureLines();
  checkAdminToken(options.adminToken);
  const closers: (() => unknown)[] = [];
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeAll(closers);
    return closing;
  };

  try {
    const { database, vault } = await openStores(options, closers, () => close().then(options.onLost));
    const merchant = {
      ...demoMerchant,
      apiKey: `sandbox_key_${vault.accessSecret("API key")}`,
      ...options.merchant,
    };
    await saveMerchant(database.db, merchant);

    const { server, url } = await listen(options, (request, env) => app.fetch(request, env));
    closers.push(() => stopServer(server));
    const systemNow = options.clock ?? Date.now;
    const settings = {
      publicUrl: options.publicUrl ?? url,
      threeDsMissing: options.threeDsMissing ?? defaultThreeDsMissing[options.compatibility ?? "document"],
      compatibility: options.compatibility ?? "document",
      customerMoney: options.customerMoney ?? "allow",
      senders: ownAddresses(),
    } satisfies DomainSettings;
    const parts = { database, vault, settings, systemNow };
    const runtime = createRuntime({
      ...parts,
      signature: options.signature ?? { scheme: "none" },
      fetch,
      answerWithinMs: options.answerWithinMs ?? answerWithinMs,
      logFailure,
      onStep: options.onStep,
    });
    const adminToken = options.adminToken ?? `sandbox_admin_${vault.accessSecret("admin token")}`;
    const app = createApp({
      ...parts,
      runtime,
      listensOn: options.host ?? defaultHost,
      adminToken,
      adminFrom: options.adminFrom ?? "loopback",
      findPane: async () => options.pane && findPaneScript(options.pane),
      log: options.log ?? requestFailureLines(),
    });
    const sweep = async () => sweepExpired(database.db, await runtime.clock.now());
    await sweep();
    runtime.scheduler.start();
    closers.push(() => runtime.stop());
    // The next sweep repeats a failed one; expired data is refused even before it is swept.
    const noteFailure = (error: unknown) => logFailure({ work: "sweep", failure: describeFailure(error) });
    const timer = setInterval(() => void sweep().catch(noteFailure), sweepEveryMs);
    timer.unref();
    closers.push(() => clearInterval(timer));
    return { url, merchant, compatibility: settings.compatibility, adminToken, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @throws SandboxError `bad-setting` for a token that no `Authorization` header can carry. */
function checkAdminToken(token: string | undefined): void {
  if (token === undefined || isBearerToken(token)) return;
  throw new SandboxError(
    "bad-setting",
    "SANDBOX_ADMIN_TOKEN (option adminToken) must consist of letters, digits and -._~+/ with = at the end only: a bearer token has no other characters. Change it, or leave it out and use the printed one.",
  );
}

/** Every address of this machine: a notification may come from any of them, depending on the route to its receiver. */
function ownAddresses(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((some = []) => some);
  return [...new Set(all.map(({ address }) => address))];
}

async function openStores(options: SandboxOptions, closers: (() => unknown)[], onLost: () => void) {
  const { databaseUrl, encryptionKey, dataDir = "memory" } = options;
  const folder = dataDir === "memory" ? undefined : resolve(dataDir);
  if (folder !== undefined && databaseUrl === undefined) {
    closers.push(await lockFolder(folder, onLost));
  }
  const key = encryptionKey ? parseKey(encryptionKey) : folder ? await keyOfFolder(folder) : randomKey();
  const vault = openVault(key);
  const database: Database =
    databaseUrl === undefined
      ? await openPglite(folder && join(folder, "pglite"))
      : await openPostgres(databaseUrl, onLost);
  closers.push(() => database.close());
  await checkVault(database.db, vault);
  return { database, vault };
}

function listen(
  { port = 4002, host = defaultHost }: SandboxOptions,
  handle: (request: Request, env: object) => Response | Promise<Response>,
): Promise<{ server: ServerType; url: string }> {
  return new Promise((resolveListening, reject) => {
    const server = serve({ fetch: handle, port, hostname: host, serverOptions: serverLimits }, (address) => {
      const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
      resolveListening({ server, url: `http://${name}:${address.port}` });
    });
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EADDRINUSE") return reject(error);
      const message = `Port ${port} on ${host} is taken. Stop what uses it, or set GATEWAY_PORT to another port.`;
      reject(new SandboxError("port-taken", message));
    });
  });
}

function stopServer(server: ServerType): Promise<void> {
  return new Promise((resolveStopped) => {
    server.close(() => resolveStopped());
    // Requests in progress are finished; idle connections are closed at once.
    if ("closeIdleConnections" in server) {
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), stopGraceMs).unref();
    }
  });
}

/** Closes in reverse order of opening; one failure does not keep the others open. */
async function closeAll(closers: readonly (() => unknown)[]): Promise<void> {
  for (const closer of [...closers].reverse()) {
    try {
      await closer();
    } catch {
      // The remaining closers must still run.
    }
  }
}
