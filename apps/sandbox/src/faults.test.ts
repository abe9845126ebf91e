/**
 * The fault suite: even if processes are killed and notifications are duplicated, delayed or undeliverable, every stored payment
 * is notified, nothing else is, and no attempt number is sent twice.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PaymentCode, paymentCodes } from "@cardpane/gateway";
import { cardForCode } from "@cardpane/gateway/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bundleProgram } from "../../../packages/tools/src/testing/bundle-program.ts";
import type { Compatibility } from "./compatibility/compatibility.ts";
import type { Step } from "./runtime.ts";
import { type Sandbox, startSandbox } from "./start.ts";
import { isNightly, makeDatabase, testServerUrl } from "./testing/databases.ts";
import { execArgs } from "./testing/exec-args.ts";
import {
  cardPayment,
  demoMerchant,
  openGateway,
  type TestGateway,
  testSandboxes,
} from "./testing/gateway.ts";
import { type Receiver, startReceiver } from "./testing/receiver.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
type Json = any;

async function pay(url: string, body: object): Promise<Json> {
  const response = await fetch(`${url}/payment`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: demoMerchant.apiKey },
    body: JSON.stringify(body),
  });
  return response.json();
}
async function refund(
  url: string,
  id: string,
  amount: number,
  headers: Record<string, string>,
): Promise<Json> {
  const response = await fetch(`${url}/payment/${id}/credit`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: demoMerchant.apiKey, ...headers },
    body: JSON.stringify({ amount, reason: "Sent back" }),
  });
  return response.json();
}
async function admin({ url, adminToken }: Pick<Sandbox, "url" | "adminToken">, path: string, body?: object) {
  const response = await fetch(`${url}/admin${path}`, {
    method: body ? "POST" : "GET",
    headers: { Authorization: `Bearer ${adminToken}`, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Json;
}
const paymentTo = (receiver: Receiver) =>
  cardPayment({}, { url: { ipnUrl: receiver.url, redirectUrl: "https://shop.test/return" } });

/** The invariants of all notifications that arrived, given the payments that the sandbox has stored. */
function expectWhole(receiver: Receiver, stored: readonly { transactionId: string }[]): void {
  const ids = new Set(stored.map(({ transactionId }) => transactionId));
  const notified = new Set(receiver.arrived.map(({ transactionId }) => transactionId));
  expect(notified).toEqual(ids);
  const perPayment = new Map(receiver.arrived.map((one) => [one.transactionId, one.deliveryId]));
  expect(new Set(perPayment.values()).size).toBe(ids.size);
  for (const { transactionId, deliveryId } of receiver.arrived)
    expect(deliveryId).toBe(perPayment.get(transactionId));
  const sent = receiver.arrived.map(({ deliveryId, attempt }) => `${deliveryId} ${attempt}`);
  expect(new Set(sent).size).toBe(sent.length);
}

/** The steps that a short run kills at; the nightly run kills at every one. */
const stepsOf = (all: readonly Step[], short: readonly Step[]) => (isNightly ? all : short);

describe.each([
  ...(isNightly || !testServerUrl ? [["a data folder", undefined] as const] : []),
  ...(testServerUrl ? [["PostgreSQL", testServerUrl] as const] : []),
] as const)("a sandbox on %s that is killed", (_, server) => {
  const encryptionKey = "22".repeat(32);
  let folder: string;
  let database: Awaited<ReturnType<typeof makeDatabase>> | undefined;
  let receiver: Receiver;
  let child: ChildProcess | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cardpane-fault-"));
    database = server ? await makeDatabase(server) : undefined;
    receiver = await startReceiver();
  });
  afterEach(async () => {
    child?.kill("SIGKILL");
    await receiver.close();
    await database?.drop();
    await rm(folder, { recursive: true });
  });

  async function startDoomed(dieAt: string, compatibility: Compatibility = "document") {
    child = fork(await bundleProgram(new URL("./testing/doomed.ts", import.meta.url)), {
      execArgv: [...execArgs],
      env: {
        ...process.env,
        DIE_AT: dieAt,
        COMPATIBILITY: compatibility,
        DATA_DIR: folder,
        DATABASE_URL: database?.url ?? "",
        SANDBOX_ENCRYPTION_KEY: encryptionKey,
      },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const gone = once(child, "exit");
    const [message] = await once(child, "message");
    return { ...(message as Pick<Sandbox, "url" | "adminToken">), gone };
  }

  /** The sandbox that is started after the killed one. */
  const startAgain = (compatibility: Compatibility = "document") =>
    startSandbox({
      port: 0,
      compatibility,
      dataDir: folder,
      encryptionKey,
      ...(database && { databaseUrl: database.url }),
      merchant: { apiKey: demoMerchant.apiKey },
    });

  const wireOf = ({ text }: { text: string }): Json => JSON.parse(text).payment;

  it.each(stepsOf(["stored", "committed", "claimed", "sent", "recorded"], ["sent"]))(
    "at step %s loses no payment and invents none",
    async (step) => {
      const { url, gone } = await startDoomed(`${step}:3`);
      // Some answers never come, as intended: the test compares with the stored payments.
      const answers = await Promise.allSettled(
        Array.from({ length: 8 }, () => pay(url, paymentTo(receiver))),
      );
      await gone;
      const sandbox = await startAgain();
      await admin(sandbox, "/clock", { action: "advance", hours: 2 });
      const { data } = await admin(sandbox, "/payments?limit=500");
      const listed = (await admin(sandbox, "/notifications?limit=500")).data as Json[];
      await sandbox.close();
      expectWhole(receiver, data);
      expect(listed.every(({ status }) => status === "delivered")).toBe(true);
      const answered = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
      const notified = receiver.arrived.map(({ transactionId }) => transactionId);
      for (const { payment } of answered) expect(notified).toContain(payment.transactionId);
    },
    240_000,
  );

  it.each(stepsOf(["stored", "committed", "sent"], ["stored"]))(
    "at step %s in the middle of refunds gives each part back once, by the same request again [T-P24]",
    async (step) => {
      const { url, gone } = await startDoomed(`${step}:6`);
      const paid = await Promise.all([1, 2, 3].map(() => pay(url, paymentTo(receiver))));
      const parts = paid.flatMap(({ payment }) =>
        [4.9, 20].map((amount) => ({ id: payment.transactionId as string, amount })),
      );
      const refundAll = (at: string) =>
        Promise.allSettled(
          parts.map(({ id, amount }) => refund(at, id, amount, { "X-Request-ID": `refund-${id}-${amount}` })),
        );
      await refundAll(url);
      await gone;
      const sandbox = await startAgain();
      const again = await refundAll(sandbox.url);
      expect(again.map((result) => result.status === "fulfilled" && result.value.payment?.status)).toEqual(
        parts.map(() => "success"),
      );
      // Nothing is left of any payment: a different request gets a different answer.
      expect((await refund(sandbox.url, parts[0]?.id ?? "", 0.01, {})).errors).toHaveProperty("id");
      await admin(sandbox, "/clock", { action: "advance", hours: 2 });
      const { data } = await admin(sandbox, "/payments?limit=500");
      await sandbox.close();
      const refunds = (data as Json[]).filter(({ mode }) => mode === "refund");
      expect(refunds).toHaveLength(parts.length);
      expectWhole(receiver, data);
      const notified = new Map(receiver.arrived.map((one) => [one.transactionId, wireOf(one)]));
      const notifiedParts = [...notified.values()].filter(({ mode }) => mode === "refund");
      const text = ({ id, amount }: { id: string; amount: number }) => `${id} ${amount}`;
      expect(notifiedParts.map(({ parentTransactionId: id, amount }) => text({ id, amount })).sort()).toEqual(
        parts.map(text).sort(),
      );
    },
    240_000,
  );

  it.each(stepsOf(["claimed", "recorded"], []))(
    "at step %s in the middle of settlements settles each authorization once",
    async (step) => {
      const { gone, ...doomed } = await startDoomed(`${step}:5`, "field");
      await admin(doomed, "/rules", {
        merchant: 1001,
        effect: { type: "auth", settleAfterDays: 1 },
        times: 3,
      });
      const paid = await Promise.all([1, 2, 3].map(() => pay(doomed.url, paymentTo(receiver))));
      await expect.poll(() => receiver.arrived.length).toBe(3);
      await Promise.allSettled([admin(doomed, "/clock", { action: "advance", days: 1 })]);
      await gone;
      const sandbox = await startAgain("field");
      await admin(sandbox, "/clock", { action: "advance", days: 2 });
      const { data } = await admin(sandbox, "/payments?limit=500");
      await sandbox.close();
      expectWhole(receiver, data);
      const notified = new Map(receiver.arrived.map((one) => [one.transactionId, wireOf(one)]));
      const settled = [...notified.values()].filter(({ mode }) => mode === "settle");
      expect(settled.map(({ parentTransactionId }) => parentTransactionId).sort()).toEqual(
        paid.map(({ payment }) => payment.transactionId).sort(),
      );
      expect(data).toHaveLength(6);
    },
    240_000,
  );
});

const total = isNightly ? 600 : 9;
const reordered = total / 3;
/** Payments that are made while their receiver is down. */
const whileDown = isNightly ? 20 : 4;

describe("a running sandbox", () => {
  let receiver: Receiver;
  let sandbox: Sandbox;
  beforeAll(async () => {
    receiver = await startReceiver();
    sandbox = await startSandbox({
      port: 0,
      merchant: { apiKey: demoMerchant.apiKey },
      // A busy machine may take longer for all answers than a merchant may; a late attempt would be sent again.
      answerWithinMs: 600_000,
    });
  });
  afterAll(async () => {
    await sandbox.close();
    await receiver.close();
  });
  beforeEach(() => {
    receiver.arrived.length = 0;
  });

  it("notifies of a payment automatically, at once", async () => {
    const { payment } = await pay(sandbox.url, paymentTo(receiver));
    await expect.poll(() => receiver.arrived.map(({ orderId }) => orderId)).toEqual([payment.orderId]);
  });

  it("also sends a delayed notification automatically when it is due", async () => {
    const effect = { type: "notification", mode: "delay", delayMs: 700 };
    await admin(sandbox, "/rules", { merchant: sandbox.merchant.merchantId, effect });
    const startedAt = Date.now();
    const late = await pay(sandbox.url, paymentTo(receiver));
    await expect.poll(() => receiver.arrived.map(({ orderId }) => orderId)).toEqual([late.payment.orderId]);
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(700);
  });

  it(`sends ${total} payments' notifications, duplicated and reordered, with the same id for all copies of each`, async () => {
    const { merchant } = sandbox;
    const effect = (mode: string) => ({ type: "notification", mode });
    await admin(sandbox, "/rules", {
      merchant: merchant.merchantId,
      effect: effect("reorder"),
      times: reordered,
    });
    await admin(sandbox, "/rules", {
      merchant: merchant.merchantId,
      effect: effect("duplicate"),
      times: total - reordered,
    });
    const made: string[] = [];
    for (let count = 0; count < total; count += 3) {
      const some = await Promise.all(Array.from({ length: 3 }, () => pay(sandbox.url, paymentTo(receiver))));
      made.push(...some.map(({ payment }) => payment.transactionId));
    }
    await admin(sandbox, "/clock", { action: "advance", minutes: 1 });
    const copies = new Map<string, Set<string>>();
    for (const { transactionId, deliveryId } of receiver.arrived) {
      copies.set(transactionId, (copies.get(transactionId) ?? new Set()).add(deliveryId));
    }
    expect([...copies.keys()].sort()).toEqual(made.sort());
    expect([...copies.values()].every((ids) => ids.size === 1)).toBe(true);
    expect(receiver.arrived).toHaveLength(total + (total - reordered));
    const order = receiver.arrived.map(({ transactionId }) => Number(transactionId));
    expect(order).not.toEqual([...order].sort((one, two) => one - two));
  });

  it("delivers everything after the receiver was down for an hour of the clock", async () => {
    receiver.status = 503;
    const payments = await Promise.all(
      Array.from({ length: whileDown }, () => pay(sandbox.url, paymentTo(receiver))),
    );
    await admin(sandbox, "/clock", { action: "advance", hours: 1 });
    receiver.status = 200;
    const before = receiver.arrived.length;
    const { events } = await admin(sandbox, "/clock", { action: "advance", hours: 1 });
    const delivered = (events as Json[]).filter(({ outcome }) => outcome === "delivered");
    expect(delivered.map(({ orderId }) => orderId).sort()).toEqual(
      payments.map(({ payment }) => payment.orderId).sort(),
    );
    expect(receiver.arrived.length - before).toBe(whileDown);
  });
});

// Otherwise notifications.test.ts notifies of a few codes, and result.ts makes the response and the notification alike.
describe.runIf(isNightly).each(testSandboxes)(
  "every code of section 7 on $name, COMPATIBILITY=$compatibility",
  (sandbox) => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await openGateway(sandbox, sandbox.settings);
    });
    afterAll(() => gateway.close());

    it.each(Object.entries(paymentCodes))(
      "%s is notified with its description",
      async (code, description) => {
        const { json } = await gateway.pay(cardPayment({ number: cardForCode(code as PaymentCode) }));
        await gateway.runDue();
        const { payment } = gateway.received.at(-1)?.json ?? {};
        expect(payment).toMatchObject({ code, description, orderId: json.payment.orderId });
      },
    );
  },
);
