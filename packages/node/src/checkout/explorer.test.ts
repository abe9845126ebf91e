/**
 * The rules of the checkout in random worlds: tabs, lost answers, processes that die and stores that fail at any step, two clocks,
 * reports early, late, twice and out of order, refunds, banks that take a success back, people who decide. A failure prints its seed
 * and its log; `EXPLORER_SEED=17` walks that world alone.
 *
 * Mutants that it kills in each run, tried by hand: no `checkPayable` in `begin`; `mayHavePaid` false of a lost connection;
 * `refundsUnderWay` empty; `supersedeAttempts` for an attempt without an answer; a record saved without its charges.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Checkout, CheckoutEvent, CheckoutOutcome, CheckoutStore } from "../index.ts";
import { createClient } from "../index.ts";
import { bodyOf, mug, openShop, postTo } from "./shop.test-shop.ts";

/** How the gateway decides: `part` is code 1001, `other` a cent less, `contradiction` a success with the code of a decline. */
const kinds = "success decline redirect part other contradiction auth redirect-auth refused refused-but-paid";
const decisions = `success redirect ${kinds}`.split(" ");

/** A transaction of the gateway: the truth. */
interface Transaction {
  readonly id: string;
  readonly attempt: string;
  readonly url: string;
  readonly decision: string;
  readonly amountMinor: number;
  status: "pending" | "success" | "fail";
  readonly refunds: { readonly id: string; readonly amountMinor: number }[];
  /** The authorization that it charges. */
  readonly settles?: string;
}

/** A payment that the shop has sent. */
interface Sent {
  readonly attempt: string;
  readonly url: string;
  readonly amountMinor: number;
  state: "travelling" | "decided" | "gone";
  answer?: Response;
  /** What `pay` returns to the tab that waits. */
  outcome?: Promise<CheckoutOutcome>;
  /** Hands the answer to the shop, or ends the connection. */
  readonly end: (answer: Response | undefined) => void;
}

/** The transaction that an event is about. */
const idOf = (event: CheckoutEvent) => ("transactionId" in event ? event.transactionId : undefined);
const { reference } = mug;
const isAuth = ({ decision }: Transaction) => decision.endsWith("auth");
const mayBeReserved = (it: Transaction) => it.status === "success" && isAuth(it);
const leftOf = ({ amountMinor, refunds }: Transaction) =>
  refunds.reduce((left, refund) => left - refund.amountMinor, amountMinor);
/** Whether money has moved, and has not come back. */
const isCharged = (it: Transaction) => it.status === "success" && !isAuth(it) && leftOf(it) > 0;
/** Whether a charge is what the order asked for. */
const isAsExpected = ({ decision }: Transaction) => /^(success|redirect|refused-but-paid)$/.test(decision);

/** A process that has ended: its calls never return. */
const death = new Error("the process has ended");
const never = () => new Promise<never>(() => undefined);

const charges = /^payment\.(succeeded|identified|mismatched|duplicate|authorized)$/;

/** A world: the truth at the gateway, what is on the disk of the shop's database, and its processes. */
class World {
  readonly log: string[] = [];
  readonly transactions: Transaction[] = [];
  readonly requests: Sent[] = [];
  /** Notifications, and how often each was answered with 200. */
  readonly reports: { readonly url: string; readonly body: string; times: number }[] = [];
  /** The payments for whose answers tabs wait. */
  readonly tabs: Sent[] = [];
  readonly events: CheckoutEvent[] = [];
  /** Attempts that a person or the shopper has ended. */
  readonly ended = new Set<string>();
  /** What the shop has asked back, by transaction, without what was refused. */
  readonly sentRefunds = new Map<string, number>();
  readonly rows = new Map<string, ReadonlyMap<number, string>>();
  /** What the explorer found wrong where nothing can throw. */
  readonly problems: string[] = [];
  /** The clocks of the shop and of the gateway are half an hour apart. */
  shopMs = Date.UTC(2030, 0, 1);
  gatewayMs = Date.UTC(2030, 0, 1, 0, 30);
  /** How many calls of the store, or of its parts, still succeed, and what happens then. */
  fault: { left: number; readonly kind: "fails" | "dies" } | undefined;
  process: ReturnType<typeof openProcess>;
  /** Called when the tab that pays has sent its payment. */
  onSent: (sent: Sent) => void = () => undefined;
  #state: number;
  #ids = 0;
  #checked = 0;

  constructor(seed: number) {
    this.#state = seed;
    this.process = openProcess(this);
  }

  /** A whole number below `limit`, by a linear congruential generator. */
  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return (this.#state >>> 8) % limit;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  id(first: number): string {
    return String(first * 1e8 + ++this.#ids);
  }

  /** The process ends, and another one begins on what is on the disk. */
  crash(): void {
    this.log.push("  the process dies");
    this.process.end();
    this.tabs.length = 0;
    this.process = openProcess(this);
  }

  /** One attempt at a time: nothing is sent while another attempt is undecided, or has the shopper's money. */
  checkSent({ attempt }: Sent): void {
    const { requests, transactions, ended, problems } = this;
    for (const request of requests) {
      const of = transactions.filter((it) => it.attempt === request.attempt);
      if (ended.has(request.attempt)) continue;
      const isOpen = of.some((it) => it.status === "pending" || isCharged(it) || this.#isReserved(it));
      if (request.state === "travelling" || isOpen)
        problems.push(`${attempt} was sent beside ${request.attempt}`);
    }
  }

  /** The gateway decides a request. */
  decide(request: Sent, decision: string): void {
    // The other one of two at once may have been first.
    if (request.state !== "travelling") return;
    request.state = decision === "lost" ? "gone" : "decided";
    if (decision === "lost") return;
    const { attempt, url, amountMinor: asked } = request;
    request.answer = Response.json({ message: "no" }, { status: 400 });
    if (decision === "refused") return;
    const amountMinor = decision === "part" ? asked / 2 : decision === "other" ? asked - 1 : asked;
    const status = decision.startsWith("redirect") ? "pending" : decision === "decline" ? "fail" : "success";
    const made = this.#make({ attempt, url, decision, amountMinor, status });
    const body = bodyOf(paymentOf(made));
    request.answer = Response.json(body, { status: decision === "refused-but-paid" ? 400 : 201 });
  }

  /** An authorization that no other transaction has charged. */
  #isReserved(of: Transaction): boolean {
    return mayBeReserved(of) && !this.transactions.some(({ settles }) => settles === of.id);
  }

  #make(fields: Omit<Transaction, "id" | "refunds">): Transaction {
    const made = { ...fields, id: this.id(2), refunds: [] };
    this.transactions.push(made);
    // The interface sends one notification for each final state.
    if (made.status !== "pending") this.report(made);
    return made;
  }

  /** Gives money back, if there is as much. Returns the payment of the refund. */
  refund(of: Transaction, amountMinor = leftOf(of)): object | undefined {
    if (!isCharged(of) || amountMinor > leftOf(of)) return undefined;
    const id = this.id(3);
    of.refunds.push({ id, amountMinor });
    const ids = { transactionId: id, parentTransactionId: of.id };
    const payment = { ...paymentOf(of), ...ids, mode: "refund", code: "0", amount: amountMinor / 100 };
    this.report(of, payment);
    return payment;
  }

  /** The shop refunds a transaction. */
  answerRefund(id: string, amount: number | undefined): Response {
    const of = this.transactions.find((it) => it.id === id);
    const fate = this.pick(["made", "made", "lost before", "lost after", "refused"] as const);
    this.log.push(`  a refund of ${id} is ${fate}`);
    const asked = amount === undefined ? undefined : Math.round(amount * 100);
    const sum = (this.sentRefunds.get(id) ?? 0) + (asked ?? of?.amountMinor ?? 0);
    if (of && isAsExpected(of) && sum > of.amountMinor)
      this.problems.push(`the shop refunds more than is left of ${id}`);
    const payment = of && fate !== "lost before" && fate !== "refused" ? this.refund(of, asked) : undefined;
    if (payment || fate === "lost before") this.sentRefunds.set(id, sum);
    if (fate.startsWith("lost")) throw new TypeError("terminated");
    const answer = payment ? bodyOf({ ...payment }) : { message: "no" };
    return Response.json(answer, { status: payment ? 201 : 400 });
  }

  report(of: Transaction, payment: object = paymentOf(of)): void {
    this.gatewayMs += 1_000;
    const timestamp = { unixTime: String(Math.floor(this.gatewayMs / 1000)) };
    const body = JSON.stringify(bodyOf({ ...payment }, { timestamp }));
    this.reports.push({ url: of.url, body, times: 0 });
  }

  async walk(): Promise<void> {
    for (let left = 10 + this.below(25); left > 0; left--) {
      const steps = [...this.#steps()];
      if (this.below(4) === 0)
        this.fault = { left: this.below(7), kind: this.below(6) === 0 ? "dies" : "fails" };
      // Two at once meet at the order's lock.
      const both = new Map([this.pick(steps), ...(this.below(4) === 0 ? [this.pick(steps)] : [])]);
      this.log.push([...both.keys()].join(" | "));
      const orDeath = (run: () => unknown, { died } = this.process) => Promise.race([run(), died]);
      await Promise.all([...both.values()].map((run) => orDeath(run)));
      this.fault = undefined;
      this.#checkEvents();
    }
    await this.#conclude();
  }

  /** What can happen next, by its name. */
  #steps(): ReadonlyMap<string, () => unknown> {
    const { transactions, requests, reports } = this;
    const steps = new Map<string, () => unknown>();
    const rarely = (...step: readonly [string, () => unknown]) => this.below(4) === 0 && steps.set(...step);
    steps.set("the clocks go on", () => {
      this.shopMs += this.below(3_600_000);
      this.gatewayMs += this.below(3_600_000);
    });
    if (requests.length < 4) steps.set("a tab pays", () => this.#pay());
    for (const request of requests.filter(({ state }) => state === "travelling")) {
      const decision = this.pick(decisions);
      steps.set(`${request.attempt} is decided: ${decision}`, () => this.decide(request, decision));
      rarely(`${request.attempt} never arrives`, () => this.decide(request, "lost"));
    }
    for (const tab of this.tabs) {
      const { attempt, answer } = tab;
      if (answer) steps.set(`${attempt} gets its answer`, () => this.#answer(tab, true));
      rarely(`${attempt} loses its connection`, () => this.#answer(tab, false));
    }
    for (const it of transactions) {
      // The other one of two at once may have changed it.
      const become = (from: Transaction["status"], to: Transaction["status"]) => () =>
        it.status === from && it.refunds.length === 0 && this.#become(it, to);
      if (it.status === "pending") steps.set(`${it.id} succeeds`, become("pending", "success"));
      if (it.status === "pending") steps.set(`${it.id} fails`, become("pending", "fail"));
      if (this.#isReserved(it))
        steps.set(`${it.id} is settled`, () => this.#make({ ...it, decision: "success", settles: it.id }));
      if (!isCharged(it)) continue;
      rarely(`${it.id} is refunded`, () => this.refund(it, this.pick([undefined, 300])));
      if (isAsExpected(it)) rarely(`${it.id} is reversed`, become("success", "fail"));
    }
    for (const [index, report] of reports.entries()) {
      const deliver = () => this.#deliver(report);
      if (report.times === 0) steps.set(`report ${index} arrives`, deliver);
      else rarely(`report ${index} arrives again`, deliver);
    }
    const call = async (ends: readonly Sent[], work: (checkout: Checkout) => Promise<unknown>) => {
      // A store that fails may have committed before.
      const fresh = ends.filter(({ attempt }) => !this.ended.has(attempt));
      for (const { attempt } of fresh) this.ended.add(attempt);
      const { outcome = "done" } = await work(this.process.checkout).then(Object, Object);
      if (outcome === "not_sent") for (const { attempt } of fresh) this.ended.delete(attempt);
    };
    if (this.below(3) === 0) rarely("the process dies", () => this.crash());
    const amountMinor = this.pick([undefined, 300, 700]);
    if (transactions.some(isCharged))
      steps.set("the shop refunds", () => call([], (it) => it.refund(reference, { amountMinor })));
    const isEarly = requests.some((it) => it.state === "travelling" && !this.ended.has(it.attempt));
    steps.set("the shopper leaves", () =>
      call([...requests], async (checkout) => {
        await checkout.supersede(reference);
        if (isEarly) this.problems.push("an attempt was left before it was answered");
      }),
    );
    // A person waits until the calls have ended, and looks at the gateway.
    const charge = transactions.find(isCharged);
    const isSeen = this.tabs.length === 0 && requests.every(({ state }) => state !== "travelling");
    const isOpen = transactions.some((it) => it.status === "pending" || this.#isReserved(it));
    const decision = charge ? "paid" : "not_made";
    const options = charge && { transactionId: charge.id };
    if (isSeen && requests.length > 0 && (charge || !isOpen))
      rarely(`a person says ${decision}`, () =>
        call(requests, (it) => it.resolve(reference, decision, options)),
      );
    return steps;
  }

  #become(it: Transaction, status: Transaction["status"]): void {
    it.status = status;
    this.report(it);
  }

  /** Pays until the request is sent, or until the outcome is known without one. */
  async #pay(
    amountMinor = this.pick([1250, 1250, 990]),
  ): Promise<CheckoutOutcome["type"] | "sent" | "failed"> {
    const sending = new Promise<Sent>((resolve) => {
      this.onSent = resolve;
    });
    const outcome = this.process.checkout.pay({
      reference,
      price: [{ amountMinor, currency: "EUR" }],
      token: this.id(7),
      threeDs: false,
      httpRequest: { headers: {}, remoteAddress: "203.0.113.7" },
      sku: { siteId: "site-1" },
      consumer: { id: "300000001" },
      redirectUrl: "https://shop.example.com/back",
    });
    // A store that fails throws, and nothing was sent.
    const failed = { type: "failed" } as const;
    const first = await Promise.race([sending, outcome.catch(() => failed)]);
    if ("type" in first) return first.type;
    this.tabs.push(Object.assign(first, { outcome }));
    return "sent";
  }

  async #answer(sent: Sent, isHeard: boolean): Promise<void> {
    if (!this.tabs.includes(sent)) return;
    this.tabs.splice(this.tabs.indexOf(sent), 1);
    const { fault } = this;
    sent.end(isHeard ? sent.answer : undefined);
    const { type } = (await sent.outcome) as CheckoutOutcome;
    this.log.push(`  ${sent.attempt} -> ${type}`);
    this.#checkOutcome(sent, type, isHeard && sent.answer !== undefined && !fault);
  }

  async #deliver(report: World["reports"][number]): Promise<void> {
    const { fault } = this;
    const status = await postTo(this.process.checkout, report.url, report.body);
    if (status === 200) report.times++;
    else if (!fault) throw new Error(`a notification was answered ${status}`);
  }

  /** No charge is told twice or invented, and the order is paid by none that is not as expected. */
  #checkEvents(): void {
    const { events, transactions, problems } = this;
    if (problems.length > 0) throw new Error(problems.join("; "));
    for (; this.#checked < events.length; this.#checked++) {
      const event = events[this.#checked] as CheckoutEvent;
      if (event.type === "payment.succeeded") this.ended.delete(event.attempt);
      if (event.source === "operator" || !charges.test(event.type)) continue;
      const of = transactions.find(({ id }) => id === idOf(event));
      expect(of, `${event.type} of a transaction that the gateway made`).toBeDefined();
      const told = events.slice(0, this.#checked).filter(({ source }) => source !== "operator");
      const isSame = (it: CheckoutEvent) => it.type === event.type && idOf(it) === idOf(event);
      expect(told.filter(isSame), `${event.type} of ${idOf(event)} once`).toEqual([]);
      if (event.type !== "payment.succeeded" || !of) continue;
      const isUndone = told.some((it) => /refunded|reversed|failed/.test(it.type) && idOf(it) === of.id);
      expect(isUndone, `${of.id} had been given back, or had failed`).toBe(false);
      expect(isAsExpected(of), "paid by a charge of the whole amount").toBe(true);
      expect(event).toMatchObject({ attempt: of.attempt, money: { amountMinor: of.amountMinor } });
      const paid = told.filter(({ type }) => type === "payment.succeeded").map(idOf);
      const stands = transactions.filter((it) => isCharged(it) && paid.includes(it.id));
      expect(stands, "orders paid by one charge").toEqual([]);
    }
  }

  /** An answer to a shopper is true when it is given. */
  #checkOutcome({ attempt, state }: Sent, type: CheckoutOutcome["type"], isHeard: boolean): void {
    const { transactions, events } = this;
    const of = transactions.find((it) => it.attempt === attempt);
    if (type === "paid") expect(events.map((it) => it.type)).toContain("payment.succeeded");
    const hasFailed = transactions.some((it) => it.attempt === attempt && it.status === "fail");
    if (type === "declined") expect(hasFailed, "declined").toBe(true);
    const isReserved = transactions.some((it) => it.attempt === attempt && mayBeReserved(it));
    if (type === "declined") expect(isReserved, "declined, though money may be reserved").toBe(false);
    if (type === "not_made") expect([of, state], "not made").toEqual([undefined, "decided"]);
    if (type === "redirect") expect(of?.decision, "redirect").toMatch(/^redirect/);
    // A payment in a refusal is a contradiction.
    const isClear = isHeard && of?.decision !== "refused-but-paid";
    expect(type === "unknown" && isClear, "unknown, though the answer tells").toBe(false);
  }

  /** Everything is decided and told, and then nothing may be missing. */
  async #conclude(): Promise<void> {
    for (const request of this.requests.filter(({ state }) => state === "travelling"))
      this.decide(request, "decline");
    for (const tab of [...this.tabs]) await this.#answer(tab, true);
    for (const it of this.transactions.filter(({ status }) => status === "pending")) this.#become(it, "fail");
    for (const report of this.reports.filter(({ times }) => times === 0)) await this.#deliver(report);
    this.#checkEvents();
    const { transactions, events, requests, process } = this;
    const about = (type: string, id: string) =>
      events.filter((it) => it.type === type && idOf(it) === id).length;
    for (const it of transactions) {
      const isTold = events.some((event) => charges.test(event.type) && idOf(event) === it.id);
      if (isCharged(it) || this.#isReserved(it)) expect(isTold, `money of ${it.id} was told`).toBe(true);
      if (it.decision === "decline") expect(about("payment.failed", it.id), "the decline was told").toBe(1);
      for (const { id } of it.refunds) expect(about("payment.refunded", id), `refund ${id}`).toBe(1);
      const paid = events.find((event) => event.type === "payment.succeeded" && idOf(event) === it.id);
      if (it.status === "fail" && paid && paid.source !== "operator")
        expect(about("payment.reversed", it.id), "the reversal was told").toBe(1);
    }
    const charged = transactions.filter(isCharged);
    const doubted = charged.filter(
      ({ id }) => about("payment.duplicate", id) + about("payment.mismatched", id) > 0,
    );
    expect(charged.length - doubted.length, "charges that nobody looks at").toBeLessThanOrEqual(1);
    const order = await process.checkout.find(reference);
    const state = order?.state;
    if (charged.length > 0) expect(state, "an order with a charge").not.toBe("payable");
    // A settlement that the bank takes back may leave the money reserved.
    if (state === "authorized") expect(transactions.some(mayBeReserved), "reserved money").toBe(true);
    const isDecided = events.some(({ source }) => source === "operator");
    if (state === "paid") expect(isDecided || charged.some(isAsExpected), "a paid order").toBe(true);
    const known = new Set(transactions.map(({ attempt }) => attempt));
    const isMute = order?.attempts.some(({ id }) => !known.has(id));
    if (state === "in_progress") expect(isMute, "waits, though everything was told").toBe(true);
    expect(requests.every(({ attempt }) => order?.attempts.some(({ id }) => id === attempt))).toBe(true);
    if (!order) return;
    // Nothing waits for ever: a person, and then a shopper, can end it.
    const hasMoney = charged.length > 0 || state === "authorized";
    if (state !== "paid" && state !== "payable")
      await process.checkout.resolve(reference, hasMoney ? "paid" : "not_made");
    const isPaid = hasMoney && state !== "payable";
    expect((await process.checkout.find(reference))?.state).toBe(isPaid ? "paid" : "payable");
    expect(await this.#pay(1250), "the next attempt").toBe(isPaid ? "already_paid" : "sent");
  }
}

function paymentOf(of: Transaction) {
  const { id, status, decision, amountMinor, settles } = of;
  const mode = settles ? "settle" : isAuth(of) ? "auth" : "sale";
  const code =
    status === "fail" || decision === "contradiction" ? "5051" : decision === "part" ? "1001" : "0";
  const step = { action: "redirect", url: "https://bank.example.com/step", code: undefined };
  return {
    ...(status === "pending" ? step : { mode, code }),
    status,
    amount: amountMinor / 100,
    transactionId: id,
    ...(settles && { parentTransactionId: settles }),
  };
}

/** A store on the world's disk. A fault hits one of its steps; what a transaction wrote before is rolled back. */
function openStore(world: World, life: AbortSignal): CheckoutStore<CheckoutEvent[]> {
  const last = new Map<string, Promise<unknown>>();
  const at = (place: string) => {
    if (life.aborted) throw death;
    if (world.fault === undefined || world.fault.left-- !== 0) return;
    const what = `the store ${world.fault.kind} at ${place}`;
    world.log.push(`  ${what}`);
    if (world.fault.kind === "fails") throw new Error(what);
    world.crash();
    throw death;
  };
  const records = (key: string) =>
    [...(world.rows.get(key) ?? [])].sort(([a], [b]) => a - b).map(([, text]) => JSON.parse(text));
  return {
    find: async (key) => {
      at("find");
      return records(key);
    },
    once: (key, work) => {
      const run = async () => {
        at("begin");
        const rows = new Map(world.rows.get(key));
        const tx: CheckoutEvent[] = [];
        const save = async (number: number, record: object) => {
          at("save");
          rows.set(number, JSON.stringify(record));
          return record;
        };
        const result = await work({ tx, records: records(key), save });
        at("commit");
        world.rows.set(key, rows);
        world.events.push(...tx);
        for (const event of tx) world.log.push(`  ${event.type} ${idOf(event)} (${event.source})`);
        at("the answer to commit");
        return result;
      };
      const mine = (last.get(key) ?? Promise.resolve()).then(run);
      last.set(
        key,
        mine.catch(() => undefined),
      );
      return mine;
    },
  };
}

/** A process of the shop on the world's disk. */
function openProcess(world: World) {
  const life = new AbortController();
  const died = new Promise((resolve) => life.signal.addEventListener("abort", resolve));
  const fetch = async (input: unknown, { headers, body }: RequestInit = {}) => {
    if (life.signal.aborted) return never();
    const { url, sku, amount } = JSON.parse(String(body));
    const [, id] = /\/payment\/(\d+)\/credit$/.exec(String(input)) ?? [];
    if (id !== undefined) return world.answerRefund(id, amount);
    return new Promise<Response>((resolve, reject) => {
      const attempt = String(new Headers(headers).get("x-request-id"));
      const amountMinor = Math.round(sku.price[0].amount * 100);
      const end: Sent["end"] = (answer) => (answer ? resolve(answer) : reject(new TypeError("terminated")));
      const sent: Sent = { attempt, url: url.ipnUrl, amountMinor, state: "travelling", end };
      world.checkSent(sent);
      world.requests.push(sent);
      world.onSent(sent);
    });
  };
  const clock = { now: () => world.shopMs, sleep: never };
  const options = { apiKey: "key", baseUrl: "https://gateway.example.com", ipv6: "send", clock } as const;
  const { checkout } = openShop({
    client: createClient({ ...options, maxRetries: 0, fetch: fetch as typeof globalThis.fetch }),
    clock,
    store: openStore(world, life.signal) as never,
    // The guard has records and tests of its own (attempt-guard.test.ts).
    attempts: false,
    onEvent: (event, tx) => void (tx as unknown as CheckoutEvent[]).push(event),
  });
  return { checkout, died, end: () => life.abort() };
}

const { EXPLORER_SEED: only } = process.env;
const count = process.env["NIGHTLY"] ? 5_000 : 200;

it(`one attempt, one charge: in ${count} random worlds`, { timeout: 600_000 }, async () => {
  const first = Number(only ?? 1);
  for (let seed = first; seed < first + (only ? 1 : count); seed++) {
    const world = new World(seed);
    const limit = sleep(5_000, undefined, { ref: false }).then(() =>
      Promise.reject(new Error("It waits for ever")),
    );
    await Promise.race([world.walk(), limit]).catch((error: unknown) => {
      throw new Error(`Seed ${seed}: ${String(error)}\n${world.log.join("\n")}`, { cause: error });
    });
  }
});
