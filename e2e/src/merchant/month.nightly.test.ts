/**
 * A month of orders against the real sandbox: a shop that is killed and whose network breaks, shoppers who click twice, come back
 * with another card and leave challenges. Then the shop's ledger is compared with the gateway's own records.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { exampleDevice, exampleShopper } from "@cardpane/gateway/testing";
import { type Sandbox, startSandbox } from "@cardpane/sandbox";
import { afterAll, beforeAll, expect, it } from "vitest";
import { admin, cardOf } from "./merchant.ts";

const orders = Number(process.env["MONTH_ORDERS"] ?? 1_000);

interface Entry {
  readonly reference: string;
  readonly type: string;
  readonly transaction: string | null;
  readonly attempt: string;
  readonly amount: number | null;
  readonly source: string;
}

/** A payment as the gateway records it. */
interface Truth {
  readonly transactionId: string;
  readonly mode: string;
  readonly status: string;
  readonly code: string | null;
  readonly amount: number;
  readonly metadata: { readonly reference?: string };
}

/** An answer of the shop. */
interface Answer {
  readonly ok: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the routes of the shop's process answer with different values
  readonly value?: any;
}

let sandbox: Sandbox;
let folder: string;
let shop: { readonly process: ChildProcess; readonly url: string } | undefined;
let isClosing = false;
let kills = 0;
let port = 0;

/** Starts the shop's process, and again whenever it is killed. */
async function openShop(seed: number): Promise<void> {
  const options = { port, folder, seed, gateway: sandbox.url, ...sandbox.merchant };
  const child = spawn(
    process.execPath,
    [
      "--conditions=source",
      "--import",
      "tsx",
      fileURLToPath(new URL("month-shop.ts", import.meta.url)),
      JSON.stringify(options),
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  child.on("exit", (code, signal) => {
    shop = undefined;
    if (isClosing) return;
    if (signal === "SIGKILL") kills += 1;
    else throw new Error(`The shop ended with ${code}.`);
    void openShop(seed + 1);
  });
  for await (const url of createInterface({ input: child.stdout })) {
    port = Number(new URL(url).port);
    shop = { process: child, url };
    return;
  }
}

/** Calls the shop; `undefined` if it was killed meanwhile. Waits until it runs. */
async function call(path: string, body: object): Promise<Answer | undefined> {
  while (!shop) await pause(50);
  try {
    const response = await fetch(`${shop.url}${path}`, { method: "POST", body: JSON.stringify(body) });
    return (await response.json()) as Answer;
  } catch {
    await pause(50);
    return undefined;
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function tokenize(number: string): Promise<string> {
  const { type: _, ...card } = cardOf(number);
  const response = await fetch(`${sandbox.url}/tokenize`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Requested-With": "XMLHttpRequest" },
    body: JSON.stringify(card),
  });
  return ((await response.json()) as { token: string }).token;
}

const cards = {
  good: "4242424242424242",
  declined: "4000000000009995",
  challenge: "4000000000002503",
  // Code 1001: a part of the amount.
  part: "4000005510010003",
} as const;

const httpRequest = {
  headers: { "user-agent": exampleShopper.userAgent, accept: "text/html" },
  remoteAddress: exampleShopper.ip,
};

async function pay(reference: string, card: keyof typeof cards) {
  const token = await tokenize(cards[card]);
  const body = { reference, token, amountMinor: 1250, httpRequest, device: exampleDevice };
  return (await call("/pay", body))?.value as { type: string; url?: string } | undefined;
}

async function answerChallenge(url: string | undefined): Promise<void> {
  if (url === undefined) return;
  await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: "answer=approve",
    redirect: "manual",
  }).catch(() => undefined);
}

/** One shopper, of ten kinds. Whoever gets no answer, or is told to wait, tries once more. */
async function buy(index: number): Promise<void> {
  const reference = `order-${index}`;
  const kind = index % 10;
  if (kind < 4) await again(reference, await pay(reference, "good"));
  else if (kind < 6) await Promise.all([pay(reference, "good"), pay(reference, "good")]);
  else if (kind === 6) {
    await pay(reference, "declined");
    await again(reference, await pay(reference, "good"));
  } else if (kind === 7) {
    const outcome = await pay(reference, "challenge");
    await answerChallenge(outcome?.url);
    await again(reference, outcome);
  } else if (kind === 8) {
    const left = await pay(reference, "challenge");
    await call("/supersede", { reference });
    await pay(reference, "good");
    if (index % 20 === 8) await answerChallenge(left?.url);
  } else await pay(reference, index % 20 === 9 ? "part" : "good");
}

async function again(reference: string, outcome: { type: string } | undefined): Promise<void> {
  if (outcome && ["paid", "redirect", "pending"].includes(outcome.type)) return;
  await pay(reference, "good");
}

/** Every payment of the gateway, by its own account. */
async function truth(): Promise<readonly Truth[]> {
  const all: Truth[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const query = after === "" ? "" : `&after=${after}`;
    const response = await fetch(`${sandbox.url}/admin/payments?limit=500${query}`, {
      headers: { Authorization: `Bearer ${sandbox.adminToken}` },
    });
    const page = (await response.json()) as { data: Truth[]; next: string | null };
    all.push(...page.data);
    after = page.next;
  }
  return all;
}

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, compatibility: "field" });
  folder = await mkdtemp(`${tmpdir()}/cardpane-month-`);
  await openShop(7);
});
afterAll(async () => {
  isClosing = true;
  shop?.process.kill();
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

it("charges no order twice, and the ledger equals the gateway's records", {
  timeout: 3_600_000,
}, async () => {
  const left = Array.from({ length: orders }, (_, index) => index);
  const shopper = async () => {
    for (let index = left.pop(); index !== undefined; index = left.pop()) await buy(index);
  };
  await Promise.all(Array.from({ length: 8 }, shopper));
  // Challenges that were left time out, and every notification is sent again until it is taken.
  for (let hour = 0; hour < 48; hour++) {
    await admin(sandbox, "/clock", { action: "advance", hours: 1 });
    await pause(20);
  }
  await pause(2_000);

  const made = await truth();
  const successes = made.filter(
    ({ mode, status }) => mode === "sale" && ["success", "confirmed"].includes(status),
  );
  const ofOrder = (reference: string) => successes.filter(({ metadata }) => metadata.reference === reference);
  // The operator looks up what nobody has reported: nothing was made.
  const resolved: string[] = [];
  for (let index = 0; index < orders; index++) {
    const reference = `order-${index}`;
    let found = await call("/find", { reference });
    while (!found) found = await call("/find", { reference });
    if (found.value?.state !== "in_progress") continue;
    expect(ofOrder(reference), `${reference} waits, and the gateway charged nothing`).toEqual([]);
    while ((await call("/resolve", { reference, decision: "not_made" })) === undefined);
    resolved.push(reference);
  }
  let ledger: readonly Entry[] | undefined;
  while (!ledger) ledger = (await call("/ledger", {}))?.value;

  const charges = ledger.filter(({ type }) => /succeeded|mismatched|duplicate/.test(type));
  const told = charges.map(({ transaction, amount }) => `${transaction} ${amount}`).sort();
  const moved = successes
    .map(({ transactionId, amount }) => `${transactionId} ${Math.round(amount * 100)}`)
    .sort();
  expect(told, "every charge is told once, with its amount").toEqual(moved);
  const twice = Array.from({ length: orders }, (_, index) => `order-${index}`).filter(
    (reference) => ofOrder(reference).length > 1,
  );
  for (const reference of twice) {
    expect(Number(reference.split("-")[1]) % 10, `${reference} was charged twice`).toBe(8);
    const duplicates = charges.filter(
      (entry) => entry.reference === reference && entry.type === "payment.duplicate",
    );
    expect(duplicates.length, reference).toBe(ofOrder(reference).length - 1);
  }
  for (let index = 0; index < orders; index++) {
    const reference = `order-${index}`;
    const paid = charges.filter(
      (entry) => entry.reference === reference && entry.type === "payment.succeeded",
    );
    expect(paid.length, reference).toBeLessThanOrEqual(1);
    const isPart = ofOrder(reference).some(({ code }) => code === "1001");
    expect(paid.length, reference).toBe(ofOrder(reference).length > 0 && !isPart ? 1 : 0);
  }
  console.log({
    orders,
    payments: made.length,
    charged: successes.length,
    kills,
    resolved: resolved.length,
    superseded: twice.length,
  });
  if (orders >= 100) expect(kills).toBeGreaterThan(0);
});
