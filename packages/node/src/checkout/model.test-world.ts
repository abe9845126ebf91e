/**
 * Test helper: a gateway, a network, tabs and an operator as plain data, and every step that one of them can take next. Written from
 * the design of the checkout and from its interface, not from its code.
 *
 * A world is data, so a walk can go on from each of its states. Only the checkout itself runs: a tab that waits for its answer is run
 * again from the records that it began with, until it has sent the same request.
 */
import { vi } from "vitest";
import type { CheckoutEvent, CheckoutOutcome, CheckoutStore, Order } from "../index.ts";
import { createCheckout, createClient } from "../index.ts";

/** How the gateway decides a request. */
export type Decision =
  | "success"
  | "decline"
  | "redirect"
  /** Code 1001: half of the amount. */
  | "part"
  /** A cent less, with code 0. */
  | "other"
  /** Status success with the code of a decline. */
  | "contradiction"
  | "auth"
  /** A challenge without a mode, after which money is reserved. */
  | "redirect-auth"
  /** HTTP 400, and nothing is made. */
  | "refused"
  /** HTTP 400 with a payment that was made. */
  | "refused-but-paid";

/** A transaction of the gateway: the truth. */
export interface Transaction {
  readonly id: string;
  readonly attempt: string;
  readonly url: string;
  readonly status: "pending" | "success" | "fail";
  readonly decision: Decision;
  readonly amountMinor: number;
  /** All of it was refunded. */
  readonly isReturned: boolean;
  /** Of an authorization: its money was charged by another transaction. */
  readonly isSettled?: boolean;
  /** The authorization that it settles. */
  readonly settles?: string;
}

export interface Tab {
  readonly phase: "idle" | "waiting" | "done" | "dead";
  /** The records when it began. */
  readonly before?: string;
  readonly outcome?: CheckoutOutcome["type"];
  /** It got the answer of the gateway, and the store did not fail. */
  readonly hasAnswer?: boolean;
}

/** A request on its way, or decided. */
export interface Request_ {
  readonly attempt: string;
  readonly url: string;
  readonly amountMinor: number;
  readonly state: "travelling" | "decided" | "gone";
  readonly answer?: { readonly status: number; readonly body: object };
}

/** A notification, and how often it was delivered. */
export interface Report {
  readonly url: string;
  readonly transaction: string;
  readonly body: object;
  readonly times: number;
}

/** An event that the shop got, with its transaction. */
export interface Told {
  readonly type: CheckoutEvent["type"];
  readonly attempt: string;
  readonly transaction: string | undefined;
  readonly amountMinor: number | undefined;
  readonly source: string;
}

/** How often something may still happen. */
export interface Budget {
  /** Connections that break before the answer. */
  readonly lost: number;
  /** Requests that never arrive. */
  readonly dropped: number;
  /** Processes that end while a tab waits. */
  readonly dead: number;
  /** Answers that arrive while the store fails. */
  readonly storeFails: number;
  /** Notifications that are delivered again. */
  readonly again: number;
  readonly supersede: number;
  readonly resolve: number;
  readonly refund: number;
  /** A success of the bank that is taken back. */
  readonly reverse: number;
  /** Reserved money that is charged. */
  readonly settle: number;
}

export interface World {
  /** The store's records by number, as text. */
  readonly records: string;
  readonly events: readonly Told[];
  readonly tabs: readonly Tab[];
  readonly requests: readonly Request_[];
  readonly transactions: readonly Transaction[];
  readonly reports: readonly Report[];
  /** Attempts that were superseded, or ended by the operator. */
  readonly ended: readonly string[];
  readonly budget: Budget;
}

const none: Budget = {
  lost: 0,
  dropped: 0,
  dead: 0,
  storeFails: 0,
  again: 0,
  supersede: 0,
  resolve: 0,
  refund: 0,
  reverse: 0,
  settle: 0,
};

export const newWorld = (tabs: number, budget: Partial<Budget>): World => ({
  records: "[]",
  events: [],
  tabs: Array.from({ length: tabs }, () => ({ phase: "idle" })),
  requests: [],
  transactions: [],
  reports: [],
  ended: [],
  budget: { ...none, ...budget },
});

/** A step of somebody. */
export interface Step {
  readonly name: string;
  run(world: World): Promise<World>;
}

const reference = "order-1";
/** The third tab's basket has changed. */
export const amountOf = (tab: number): number => (tab === 2 ? 990 : 1250);
export const idOf = (tab: number): string => `00000000-0000-4000-8000-00000000000${tab}`;

/** A store whose records the test reads and sets between two transactions. Events are committed with the records. */
function createModelStore(records: string) {
  const state = { records, events: [] as Told[], isFailing: false };
  let last: Promise<unknown> = Promise.resolve();
  const store: CheckoutStore<Told[]> = {
    find: async () => recordsOf(),
    once: (_key, work) => {
      const run = async () => {
        const rows = new Map(JSON.parse(state.records) as [number, unknown][]);
        const tx: Told[] = [];
        const result = await work({
          tx,
          records: recordsOf(),
          save: async (number, record) => void rows.set(number, record),
        });
        if (state.isFailing) throw new Error("the database is away");
        state.records = JSON.stringify([...rows].sort(([a], [b]) => a - b));
        state.events.push(...tx);
        return result;
      };
      const mine = last.then(run, run);
      last = mine.catch(() => undefined);
      return mine;
    },
  };
  const recordsOf = () => (JSON.parse(state.records) as [number, unknown][]).map(([, record]) => record);
  return { state, store };
}

/** The checkout on a store's records, in a new process. */
function openCheckout(records: string) {
  const { state, store } = createModelStore(records);
  let answer: (response: Response) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  let onSent: (sent: { url: string; amountMinor: number; key: string }) => void = () => undefined;
  const client = createClient({
    apiKey: "key",
    baseUrl: "https://gateway.example.com",
    ipv6: "send",
    maxRetries: 0,
    fetch: (_input, init) => {
      const { url, sku } = JSON.parse(String(init?.body));
      const key = new Headers(init?.headers).get("x-request-id") ?? "";
      onSent({ url: url.ipnUrl, amountMinor: Math.round(sku.price[0].amount * 100), key });
      return new Promise((resolve, reject) => {
        answer = resolve;
        fail = reject;
      });
    },
    clock: { now: () => 1_893_456_000_000, sleep: () => new Promise(() => undefined) },
  });
  const failures: unknown[] = [];
  const checkout = createCheckout<Told[]>({
    client,
    store,
    // The guard has records and tests of its own (attempt-guard.test.ts).
    attempts: false,
    secret: "rq8ZkW0v1dYtM3xGhJb7LcUa5nEoPi2S",
    environment: "test",
    ipnUrl: "https://shop.example.com/ipn",
    clock: { now: () => 1_893_456_000_000 },
    onEvent: (event, tx) => void tx.push(told(event)),
    onFailure: (error) => failures.push(error),
  });
  /** Pays until the request is sent, or the outcome is known without one. */
  const start = async (tab: number) => {
    const uuid = vi
      .spyOn(globalThis.crypto, "randomUUID")
      .mockReturnValue(idOf(tab) as `${string}-${string}-${string}-${string}-${string}`);
    const sent = new Promise<{ url: string; amountMinor: number; key: string }>((resolve) => {
      onSent = resolve;
    });
    const outcome = checkout.pay({
      reference,
      price: [{ amountMinor: amountOf(tab), currency: "EUR" }],
      token: `token-of-tab-${tab}`,
      threeDs: false,
      httpRequest: { headers: {}, remoteAddress: "203.0.113.7" },
      sku: { siteId: "site-1" },
      consumer: { id: "300000001" },
      redirectUrl: "https://shop.example.com/back",
    });
    const first = await Promise.race([sent, outcome]);
    uuid.mockRestore();
    return { first, outcome };
  };
  return {
    state,
    checkout,
    start,
    failures,
    answer: (response: Response) => answer(response),
    lose: () =>
      fail(
        Object.assign(new TypeError("fetch failed"), {
          cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }),
        }),
      ),
  };
}

function told(event: CheckoutEvent): Told {
  return {
    type: event.type,
    attempt: event.attempt,
    transaction: "transactionId" in event ? event.transactionId : undefined,
    amountMinor: "money" in event ? event.money?.amountMinor : undefined,
    source: event.source,
  };
}

type Live = ReturnType<typeof openCheckout>;

/** What a call of the checkout returned and committed. */
interface Called<Result> {
  readonly result: Result;
  readonly records: string;
  readonly events: readonly Told[];
}

const calls = new Map<string, Promise<Called<unknown>>>();

/**
 * Calls the checkout in a new process on the given records. The records are all that a process knows, so a call that was made
 * before on the same ones is not made again: many worlds differ only in what the checkout has not heard of yet.
 */
function callCheckout<Result>(
  records: string,
  call: readonly unknown[],
  act: (live: Live) => Promise<Result>,
): Promise<Called<Result>> {
  const key = JSON.stringify([records, ...call]);
  let called = calls.get(key) as Promise<Called<Result>> | undefined;
  if (!called) {
    const live = openCheckout(records);
    called = act(live).then((result) => ({ result, records: live.state.records, events: live.state.events }));
    calls.set(key, called);
  }
  return called;
}

/** A tab pays: the request that it sends, or the outcome without one. */
export const pay = (records: string, tab: number) =>
  callCheckout(records, ["pay", tab], async ({ start }) => (await start(tab)).first);

/** The state of the order; `undefined` if none was begun. */
export const stateOf = async (records: string): Promise<Order["state"] | undefined> =>
  (await callCheckout(records, ["find"], ({ checkout }) => checkout.find(reference))).result?.state;

/** Somebody ends an attempt; `false` if the checkout refuses that. */
export const end = (records: string, how: "supersede" | "paid" | "not_made") =>
  callCheckout(records, [how], ({ checkout }) =>
    (how === "supersede" ? checkout.supersede(reference) : checkout.resolve(reference, how)).then(
      () => true,
      (error: { outcome?: string }) => {
        if (error.outcome !== "not_sent") throw error;
        return false;
      },
    ),
  );

/** The world after what the checkout has committed. */
const after = (world: World, { records, events }: Called<unknown>, changes: Partial<World> = {}): World => ({
  ...world,
  records,
  events: [...world.events, ...events],
  ...changes,
});
const replace = <T>(list: readonly T[], index: number, changes: Partial<T>): readonly T[] =>
  list.map((item, at) => (at === index ? { ...item, ...changes } : item));
const spend = (world: World, name: keyof Budget): Budget => ({
  ...world.budget,
  [name]: world.budget[name] - 1,
});

/** Every step that somebody can take in this world. */
export function stepsOf(world: World, decisions: readonly Decision[]): readonly Step[] {
  return [
    ...world.tabs.flatMap((tab, index) => tabSteps(world, tab, index)),
    ...world.requests.flatMap((request, index) => requestSteps(world, request, index, decisions)),
    ...world.transactions.flatMap((transaction, index) => transactionSteps(world, transaction, index)),
    ...world.reports.flatMap((report, index) => reportSteps(world, report, index)),
    ...operatorSteps(world),
  ];
}

function tabSteps({ budget, requests, tabs }: World, tab: Tab, index: number): readonly Step[] {
  // Tabs differ by their number only, so they begin in its order.
  if (index > 0 && tabs[index - 1]?.phase === "idle") return [];
  const step = (name: string, run: Step["run"]): Step => ({ name: `tab ${index} ${name}`, run });
  if (tab.phase === "idle") return [step("pays", (world) => startTab(world, index))];
  if (tab.phase !== "waiting") return [];
  const hasAnswer = answerTo(index, requests) !== undefined;
  return [
    ...(hasAnswer ? [step("gets its answer", (world) => endTab(world, index, "answer"))] : []),
    ...(hasAnswer && budget.storeFails > 0
      ? [
          step("gets its answer while the store fails", (world) =>
            endTab({ ...world, budget: spend(world, "storeFails") }, index, "answer, no store"),
          ),
        ]
      : []),
    ...(budget.lost > 0
      ? [
          step("loses its connection", (world) =>
            endTab({ ...world, budget: spend(world, "lost") }, index, "lost"),
          ),
        ]
      : []),
    ...(budget.dead > 0
      ? [
          step("dies", async (world) => ({
            ...world,
            budget: spend(world, "dead"),
            tabs: replace(world.tabs, index, { phase: "dead" }),
          })),
        ]
      : []),
  ];
}

async function startTab(world: World, index: number): Promise<World> {
  const called = await pay(world.records, index);
  const first = called.result;
  if ("type" in first) {
    return after(world, called, { tabs: replace(world.tabs, index, { phase: "done", outcome: first.type }) });
  }
  const { url, amountMinor, key } = first;
  return after(world, called, {
    tabs: replace(world.tabs, index, { phase: "waiting", before: world.records }),
    requests: [...world.requests, { attempt: key, url, amountMinor, state: "travelling" }],
  });
}

const answerTo = (tab: number, requests: readonly Request_[]) =>
  requests.find(({ attempt }) => attempt === idOf(tab))?.answer;

/** A tab that waits comes to its end, on the records as they are by then. */
async function endTab(
  world: World,
  index: number,
  end: "answer" | "answer, no store" | "lost",
): Promise<World> {
  const { records, tabs, requests } = world;
  const { before = "[]" } = tabs[index] ?? {};
  const answer = end === "lost" ? undefined : answerTo(index, requests);
  const called = await callCheckout(before, ["end", index, end, answer, records], async (live) => {
    const { outcome } = await live.start(index);
    live.state.records = records;
    live.state.events = [];
    live.state.isFailing = end === "answer, no store";
    if (answer) live.answer(new Response(JSON.stringify(answer.body), { status: answer.status }));
    else live.lose();
    return (await outcome).type;
  });
  const hasAnswer = end === "answer";
  return after(world, called, {
    tabs: replace(tabs, index, { phase: "done", outcome: called.result, hasAnswer }),
  });
}

function requestSteps(
  { budget }: World,
  request: Request_,
  index: number,
  decisions: readonly Decision[],
): readonly Step[] {
  if (request.state !== "travelling") return [];
  const name = `request ${index}`;
  return [
    ...decisions.map((decision) => ({
      name: `${name} is decided: ${decision}`,
      run: async (world: World) => decide(world, request, index, decision),
    })),
    ...(budget.dropped > 0
      ? [
          {
            name: `${name} never arrives`,
            run: async (world: World): Promise<World> => ({
              ...world,
              budget: spend(world, "dropped"),
              requests: replace(world.requests, index, { state: "gone" }),
            }),
          },
        ]
      : []),
  ];
}

function decide(world: World, request: Request_, index: number, decision: Decision): World {
  const { attempt, url, amountMinor } = request;
  if (decision === "refused") {
    const answer = { status: 400, body: { message: "no", errors: { "sku.siteId": "is unknown" } } };
    return { ...world, requests: replace(world.requests, index, { state: "decided", answer }) };
  }
  const transaction: Transaction = {
    id: `20000000${world.transactions.length}`,
    attempt,
    url,
    status: decision.startsWith("redirect") ? "pending" : decision === "decline" ? "fail" : "success",
    decision,
    amountMinor: decision === "part" ? amountMinor / 2 : decision === "other" ? amountMinor - 1 : amountMinor,
    isReturned: false,
  };
  const body = bodyOf(transaction);
  const answer = { status: decision === "refused-but-paid" ? 400 : 201, body };
  return {
    ...world,
    requests: replace(world.requests, index, { state: "decided", answer }),
    transactions: [...world.transactions, transaction],
    // The interface sends one notification for each final state.
    reports: transaction.status === "pending" ? world.reports : reported(world, transaction),
  };
}

/** Each report is a second later than the one before, whatever the order of their deliveries. */
const reported = (world: World, transaction: Transaction, payment: object = {}) => [
  ...world.reports,
  {
    url: transaction.url,
    transaction: transaction.id,
    body: bodyOf(transaction, payment, world.reports.length + 1),
    times: 0,
  },
];

function bodyOf(
  { id, status, decision, amountMinor, settles }: Transaction,
  payment: object = {},
  second = 0,
): object {
  const code =
    status === "fail" || decision === "contradiction" ? "5051" : decision === "part" ? "1001" : "0";
  const isPending = status === "pending";
  return {
    payment: {
      ...(!isPending && { code }),
      action: isPending ? "redirect" : "charge",
      ...(isPending && { url: "https://bank.example.com/step" }),
      ...(!isPending && { mode: settles ? "settle" : isAuth(decision) ? "auth" : "sale" }),
      ...(settles && { parentTransactionId: settles }),
      status,
      amount: amountMinor / 100,
      currency: "EUR",
      orderId: `1${id.slice(1)}`,
      transactionId: id,
      ...payment,
    },
    consumer: { id: "300000001" },
    metadata: {},
    timestamp: {
      dateTime: `2030-01-01T00:00:0${second}Z`,
      timezone: "+00:00",
      unixTime: `189345600${second}`,
    },
  };
}

function transactionSteps({ budget }: World, transaction: Transaction, index: number): readonly Step[] {
  const becomes = (name: string, changes: Partial<Transaction>, budgetName?: keyof Budget): Step => ({
    name: `transaction ${index} ${name}`,
    run: async (world) => {
      const changed = { ...transaction, ...changes };
      return {
        ...world,
        budget: budgetName ? spend(world, budgetName) : world.budget,
        transactions: replace(world.transactions, index, changes),
        reports: reported(world, changed),
      };
    },
  });
  if (transaction.status === "pending") {
    return [becomes("succeeds", { status: "success" }), becomes("fails", { status: "fail" })];
  }
  if (isReserved(transaction) && budget.settle > 0) return [settle(transaction, index)];
  if (!isCharged(transaction)) return [];
  return [
    ...(budget.refund > 0
      ? [
          {
            name: `transaction ${index} is refunded`,
            run: async (world: World): Promise<World> => ({
              ...world,
              budget: spend(world, "refund"),
              transactions: replace(world.transactions, index, { isReturned: true }),
              reports: reported(world, transaction, {
                mode: "refund",
                action: "credit",
                code: "0",
                transactionId: `3${transaction.id.slice(1)}`,
                parentTransactionId: transaction.id,
              }),
            }),
          },
        ]
      : []),
    ...(budget.reverse > 0 ? [becomes("is reversed by the bank", { status: "fail" }, "reverse")] : []),
  ];
}

function settle(transaction: Transaction, index: number): Step {
  return {
    name: `transaction ${index} is settled`,
    run: async (world) => {
      const charge: Transaction = {
        ...transaction,
        id: `20000000${world.transactions.length}`,
        decision: "success",
        settles: transaction.id,
      };
      const transactions = [...replace(world.transactions, index, { isSettled: true }), charge];
      return { ...world, budget: spend(world, "settle"), transactions, reports: reported(world, charge) };
    },
  };
}

const isAuth = (decision: Decision) => decision === "auth" || decision === "redirect-auth";
/** Whether money is reserved. */
export const isReserved = ({ status, decision, isSettled }: Transaction): boolean =>
  status === "success" && isAuth(decision) && !isSettled;
/** Whether money has moved, and has not come back. */
export const isCharged = ({ status, decision, isReturned }: Transaction): boolean =>
  status === "success" && !isAuth(decision) && !isReturned;
/** Whether a charge is what the order asked for. */
export const isAsExpected = ({ decision }: Transaction): boolean =>
  ["success", "redirect", "refused-but-paid"].includes(decision);

function reportSteps({ budget }: World, report: Report, index: number): readonly Step[] {
  if (report.times > 0 && budget.again === 0) return [];
  return [
    {
      name: `report ${index} is delivered${report.times > 0 ? " again" : ""}`,
      run: async (world) => {
        const { url, body } = report;
        const called = await callCheckout(world.records, ["handle", url, body], async (live) => {
          const { status } = await live.checkout.handle(
            new Request(url, { method: "POST", body: JSON.stringify(body) }),
          );
          return { status, failure: live.failures[0] };
        });
        const { status, failure } = called.result;
        if (status !== 200) throw new Error(`answered ${status}`, { cause: failure });
        return after(world, called, {
          budget: report.times > 0 ? spend(world, "again") : world.budget,
          reports: replace(world.reports, index, { times: report.times + 1 }),
        });
      },
    },
  ];
}

function operatorSteps(world: World): readonly Step[] {
  const { budget, transactions, requests, tabs } = world;
  if (requests.length === 0) return [];
  const ended = (next: World): readonly string[] => [
    ...next.ended,
    ...next.requests.map(({ attempt }) => attempt).filter((attempt) => !next.ended.includes(attempt)),
  ];
  /** A refusal ends nothing. */
  const attempt = (name: string, spent: keyof Budget, how: Parameters<typeof end>[1]): Step => ({
    name,
    run: async (before) => {
      const called = await end(before.records, how);
      const next = { ...before, budget: spend(before, spent) };
      return after(next, called, called.result ? { ended: ended(next) } : {});
    },
  });
  // The operator waits until the calls have ended, looks at the gateway, and does not see a request that is still on its way.
  const seesMoney = transactions.some((it) => isCharged(it) || isReserved(it) || it.status === "pending");
  const isCalled = tabs.some(({ phase }) => phase === "waiting");
  return [
    ...(budget.supersede > 0 ? [attempt("the shopper leaves the challenge", "supersede", "supersede")] : []),
    ...(budget.resolve > 0 && !isCalled && !seesMoney
      ? [attempt("the operator says: not made", "resolve", "not_made")]
      : []),
    ...(budget.resolve > 0 && transactions.some(isCharged)
      ? [attempt("the operator says: paid", "resolve", "paid")]
      : []),
  ];
}
