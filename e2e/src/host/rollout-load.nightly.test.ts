/**
 * A rollout and a rollback while shoppers pay. Two releases of the pane's host replace each other behind a proxy that forwards
 * connections, as a load balancer does. Shoppers with pages of either release load the frame, get a token and pay, one after the
 * other without a pause. rollout.spec.ts tests a rollout in a browser.
 */
import { createHash } from "node:crypto";
import { request } from "node:http";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { type RunningHost, startHost } from "@cardpane/host";
import { type Sandbox, startSandbox } from "@cardpane/sandbox";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { paymentFrom, testCard } from "../../../apps/sandbox/src/testing/gateway.ts";
import type { Assets } from "../../../packages/host/src/assets.ts";
import { testAssets } from "../../../packages/host/src/testing.ts";

const older: Assets = { ...testAssets, version: "1.0.0", pageScripts: { "cardpane.js": "older()" } };
const newer: Assets = { ...testAssets, version: "1.1.0", pageScripts: { "cardpane.js": "newer()" } };
const shoppers = 3;
const paymentsPerPhase = 10;

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Starts a proxy that forwards each new connection to the current host. */
function openFront() {
  let port = 0;
  const connecting = new Set<Promise<unknown>>();
  const server = createServer((client) => {
    const upstream = connect(port, "127.0.0.1");
    const isConnected = new Promise((resolve) => upstream.once("connect", resolve).once("error", resolve));
    connecting.add(isConnected);
    void isConnected.then(() => connecting.delete(isConnected));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const satisfies readonly (readonly [Socket, Socket])[]) {
      one.pipe(other);
      one.on("error", () => other.destroy());
    }
  });
  return {
    listen: () =>
      new Promise<string>((resolve) =>
        server.listen(0, "127.0.0.1", () =>
          resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
        ),
      ),
    /** Forwards new connections to this host; resolves once no connection to the former host is still being opened. */
    async switchTo(url: string) {
      port = Number(new URL(url).port);
      await Promise.all(connecting);
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Sends one request on a new connection, as opening a page does. */
function send(url: string, { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {}) {
  return new Promise<Answer>((resolve, reject) => {
    const text = body && JSON.stringify(body);
    const sent = request(
      url,
      {
        agent: false,
        method: body ? "POST" : "GET",
        headers: { ...(text && { "Content-Type": "application/json" }), ...headers },
      },
      (response) => {
        let read = "";
        response.setEncoding("utf8").on("data", (part) => {
          read += part;
        });
        response
          .on("error", reject)
          .on("end", () => resolve({ status: response.statusCode ?? 0, text: read }));
      },
    );
    sent.on("error", reject).end(text);
  });
}

describe("pages of two releases pay under load", () => {
  const front = openFront();
  let sandbox: Sandbox;
  let pane = "";
  let host: RunningHost;
  /** The releases of the pages that shoppers have open, used in turn. */
  let pages: readonly Assets[] = [older];
  const paid: string[] = [];
  const failed: string[] = [];
  let underWay = 0;
  let onPayment: () => void = () => undefined;
  /** Resolves when the next shopper has finished, while others are still paying. */
  const nextPayment = () =>
    new Promise<void>((resolve) => {
      onPayment = resolve;
    });

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0 });
    pane = await front.listen();
    host = await start([older]);
    await front.switchTo(host.url);
  });
  afterAll(async () => {
    await front.close();
    await host.close();
    await sandbox.close();
  });

  const start = (assets: readonly Assets[]) =>
    startHost({
      port: 0,
      environments: { sandbox: sandbox.url },
      parents: ["https://shop.example"],
      assets,
    });

  /** Starts a new host while shoppers are paying; the old one finishes its requests and closes. */
  async function replaceHost(assets: readonly Assets[]) {
    const before = host;
    host = await start(assets);
    await nextPayment();
    expect(underWay).toBeGreaterThan(0);
    await front.switchTo(host.url);
    await before.close();
  }

  /** One shopper's requests, from the page's script to the payment. */
  async function pay({ version, pageScripts }: Assets): Promise<void> {
    const script = await send(`${pane}/${version}/cardpane.js`);
    const hash = (text: string) => createHash("sha384").update(text).digest("base64");
    if (script.status !== 200 || hash(script.text) !== hash(pageScripts["cardpane.js"]))
      throw new Error(`script ${script.status}`);
    const frame = await send(`${pane}/${version}/frame?environment=sandbox`);
    if (frame.status !== 200 || !frame.text.includes(sandbox.url)) throw new Error(`frame ${frame.status}`);
    const made = await send(`${sandbox.url}/tokenize`, { body: testCard, headers: { Origin: pane } });
    if (made.status !== 201) throw new Error(`token ${made.status}`);
    const { token } = JSON.parse(made.text) as { token: string };
    const payment = await send(`${sandbox.url}/payment`, {
      body: paymentFrom(
        { type: "token", value: token },
        { url: { ipnUrl: sandbox.url, redirectUrl: sandbox.url } },
      ),
      headers: { Authorization: sandbox.merchant.apiKey },
    });
    if (!/"status":"success"/.test(payment.text)) throw new Error(`payment ${payment.status}`);
  }

  /** Lets shoppers pay during the work, and until at least `paymentsPerPhase` of them have finished. */
  async function whilePaying(work: () => Promise<void>): Promise<void> {
    const before = paid.length + failed.length;
    let isWorking = true;
    let turn = 0;
    const shop = async () => {
      while (isWorking || paid.length + failed.length < before + paymentsPerPhase) {
        const page = pages[turn++ % pages.length] ?? older;
        underWay += 1;
        await pay(page).then(
          () => paid.push(page.version),
          (error: unknown) => failed.push(`${page.version}: ${String(error)}`),
        );
        underWay -= 1;
        onPayment();
      }
    };
    const all = Array.from({ length: shoppers }, shop);
    await work().finally(() => {
      isWorking = false;
    });
    await Promise.all(all);
  }

  it("no payment fails while a release is added, pages move to it, go back, move again, and the old one is removed [T-D13]", async () => {
    await whilePaying(() => replaceHost([newer, older]));
    pages = [older, newer];
    await whilePaying(async () => undefined);
    // Rollback: the older release becomes current again while pages of the newer one are still open.
    await whilePaying(() => replaceHost([older, newer]));
    pages = [older];
    await whilePaying(() => replaceHost([newer, older]));
    pages = [newer];
    await whilePaying(() => replaceHost([newer]));
    expect(failed).toEqual([]);
    expect(paid.length).toBeGreaterThanOrEqual(5 * paymentsPerPhase);
    expect(new Set(paid)).toEqual(new Set([older.version, newer.version]));
  });

  it("a release that is removed while pages of it are open does fail payments, and they are counted", async () => {
    pages = [older];
    await whilePaying(async () => undefined);
    expect(new Set(failed)).toEqual(new Set(["1.0.0: Error: script 404"]));
  });
});
