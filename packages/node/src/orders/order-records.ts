/** Changes the records of orders under their lock, and emits the events. Payments and the wallet share it. */

import { isRecord } from "@cardpane/contract/record";
import type { Money } from "../call/money.ts";
import { invalidRequest, isCardpaneError, NotSentError } from "../errors/errors.ts";
import { hashBody } from "../notifications/bytes.ts";
import { refuseInEvent, runEvent } from "../notifications/in-event.ts";
import type { Report } from "../notifications/payment-report.ts";
import type { ReceiverSettings } from "../notifications/settings.ts";
import { checkReference, createSignedUrl } from "../notifications/signed-url.ts";
import {
  applyReport,
  type EventDraft,
  type ReceivedReport,
  replaced,
  type Step,
  saidBy,
  stepTo,
} from "./apply-report.ts";
import {
  type Attempt,
  createAttempt,
  findSoftDecline,
  orderState,
  readAttempts,
  stateOf,
  waitingState,
} from "./attempt.ts";
import { remember } from "./history.ts";
import { readOrder } from "./order.ts";
import { listOrders, type OrderListOptions } from "./order-list.ts";
import { mayHavePaid } from "./outcome.ts";
import {
  applyRefundResolution,
  applyResolution,
  type ResolveOptions,
  supersedeAttempts,
} from "./resolution.ts";
import { type WaitOptions, waitForOrder } from "./wait.ts";

/** The fields that every event has. */
export interface EventOrigin {
  readonly reference: string;
  readonly attempt: string;
  readonly source: "notification" | "response" | "operator";
  readonly deliveryId?: string | undefined;
}

/** The attempt that a report is about, and how the report arrived. */
export interface ReportOrigin extends EventOrigin {
  readonly source: "notification" | "response";
}

/** Completes an event; `undefined` if there is none to emit. */
export type CompleteEvent<Event> = (draft: EventDraft, origin: EventOrigin) => Event | undefined;

/** A payment or a movement of a wallet that is about to begin. */
interface Beginning {
  readonly reference: string;
  readonly expected: Money;
  readonly later?: readonly Money[];
  readonly renews: boolean;
  readonly subject?: string;
  readonly slots?: NonNullable<Attempt["slots"]>;
}

/** The orders of a receiver. */
export type OrderRecords<Event, Tx> = ReturnType<typeof openOrderRecords<Event, Tx>>;

/** Opens the orders of a receiver. */
export function openOrderRecords<Event, Tx>(settings: ReceiverSettings<Event, Tx>) {
  const { audience, environment, store, onEvent, now } = settings;
  const prefix = audience === "payment" ? `${environment}/` : `${audience} ${environment}/`;
  const keyOf = (reference: string) => prefix + reference;

  /**
   * Attempts of this process whose begin failed. Perhaps only the answer to its commit was lost, so the store may have them, but
   * nothing was sent: the next begin of their order closes them.
   */
  const unsent = new Set<string>();

  /** Emits the events of what `makeSteps` returns, and saves it: `onEvent` that fails undoes it all. */
  async function changeOrder(
    origin: Omit<EventOrigin, "attempt">,
    makeSteps: (order: readonly Attempt[]) => readonly Step[],
    complete?: CompleteEvent<Event>,
  ): Promise<readonly Attempt[]> {
    refuseInEvent();
    return store.once(keyOf(origin.reference), async ({ tx, records, save }) => {
      const before = readAttempts(records);
      const { source, deliveryId } = origin;
      const steps = makeSteps(before)
        .filter(({ attempt }) => !before.includes(attempt))
        .map(({ attempt, events, said }) => {
          if (!said) return { attempt, events };
          const entry = { at: now(), source, deliveryId, ...said, events: events.map(({ type }) => type) };
          return { attempt: remember(attempt, entry), events };
        });
      for (const { attempt, events } of steps) {
        for (const draft of events) {
          const event = complete?.(draft, { ...origin, attempt: attempt.id });
          if (event) await runEvent(() => onEvent(event, tx));
        }
      }
      // After onEvent, so that a transaction that it has ended or broken is found here.
      for (const { attempt } of steps) {
        checkStored(attempt, await save(attempt.number, attempt, waitingState(attempt)));
      }
      return steps.reduce((order, { attempt }) => replaced(order, attempt), before);
    });
  }

  /** Records an attempt. @throws NotSentError `order_paid` or `attempt_open` */
  async function begin(
    { reference, renews, ...expectation }: Beginning,
    maxDeclined = Number.POSITIVE_INFINITY,
  ) {
    const id = globalThis.crypto.randomUUID();
    const url = await createSignedUrl(settings, { reference, attempt: id, renews });
    const closed: string[] = [];
    let retryOf: string | undefined;
    try {
      await changeOrder({ reference, source: "operator" }, (stored) => {
        const order = stored.map((each): Attempt => {
          if (!unsent.has(each.id)) return each;
          closed.push(each.id);
          return { ...each, call: "rejected" };
        });
        checkPayable(order);
        if (order.filter((each) => stateOf(each) === "declined").length >= maxDeclined) {
          const what = "Too many attempts of this order were declined, so it takes no more";
          throw new NotSentError({ code: "too_many_attempts", what });
        }
        retryOf = findSoftDecline(order);
        const earlier = order.filter((each) => each.closed === undefined);
        const attempt = createAttempt(order, { id, createdAt: now(), ...expectation });
        return [...earlier.map((each) => stepTo({ ...each, closed: "superseded" })), stepTo(attempt)];
      });
    } catch (error) {
      if (!(error instanceof NotSentError) && unsent.size < maxUnsent) unsent.add(id);
      throw error;
    }
    for (const each of closed) unsent.delete(each);
    return { id, reference, url, retryOf };
  }

  /** Applies the reports that were read from one body, and returns their attempt. */
  async function applyReports(
    origin: ReportOrigin,
    body: unknown,
    reports: readonly Report[],
    complete: CompleteEvent<Event>,
  ): Promise<Attempt> {
    const { attempt: id, source, deliveryId } = origin;
    const bodyHash = await hashBody(body);
    const received = reports.map((report, index) => {
      const hash = index === 0 ? bodyHash : `${bodyHash}${index}`;
      return { source, deliveryId, hash, report };
    });
    const order = await changeOrder(origin, (before) => [applyAll(before, id, now(), received)], complete);
    return order.find((attempt) => attempt.id === id) as Attempt;
  }

  /** Records the error of a call, and returns the attempt. @throws NotSentError (`invalid_request`) if an unknown attempt paid nothing */
  async function applyError(reference: string, id: string, error: unknown): Promise<Attempt> {
    const order = await changeOrder({ reference, source: "response" }, (attempts) => {
      // Once a call is in doubt, a later refusal proves nothing.
      const call = mayHavePaid(error) ? "unknown" : "rejected";
      const recorded = attempts.find((each) => each.id === id);
      if (!recorded && call === "rejected") throw invalidRequest({ attempt: "was not begun" });
      // A database may have lost the record meanwhile: the call is in doubt all the same.
      const attempt = recorded ?? createAttempt(attempts, { id, createdAt: now() });
      const said = { said: `call ${call}`, code: isCardpaneError(error) ? error.code : undefined };
      return attempt.call === undefined ? [{ ...stepTo({ ...attempt, call }), said }] : [];
    });
    return order.find((attempt) => attempt.id === id) as Attempt;
  }

  /** The attempts of an order, the oldest first, without its lock. */
  async function findAttempts(reference: string): Promise<readonly Attempt[]> {
    refuseInEvent();
    return readAttempts(await store.find(keyOf(reference)));
  }

  const find = async (reference: string) => readOrder(reference, await findAttempts(reference), now());

  return {
    change: changeOrder,
    begin,
    applyReports,
    applyError,
    findAttempts,
    find,
    list: (options: OrderListOptions = {}) => listOrders(store, prefix, now, options),
    supersede: async (reference: string) => {
      const origin = { reference: checkReference(reference), source: "operator" } as const;
      await changeOrder(origin, (order) =>
        supersedeAttempts(order, now()).map((each) => ({ ...stepTo(each), said: { said: "superseded" } })),
      );
    },
    wait: (reference: string, options?: WaitOptions) => waitForOrder(() => find(reference), options),
    resolve: async (
      reference: string,
      decision: "paid" | "not_made",
      options: ResolveOptions | undefined,
      complete: CompleteEvent<Event>,
    ) => {
      const origin = { reference: checkReference(reference), source: "operator" } as const;
      await changeOrder(origin, (order) => applyResolution(order, decision, options), complete);
    },
    resolveRefund: async (
      reference: string,
      key: string,
      decision: "made" | "not_made",
      options: ResolveOptions | undefined,
      complete: CompleteEvent<Event>,
    ) => {
      const origin = { reference: checkReference(reference), source: "operator" } as const;
      await changeOrder(origin, (order) => applyRefundResolution(order, key, decision, options), complete);
    },
  };
}

function applyAll(
  order: readonly Attempt[],
  id: string,
  createdAt: number,
  reports: readonly ReceivedReport[],
): Step {
  const known = order.find((attempt) => attempt.id === id);
  // A signed URL or a response names the attempt, so it was begun: its record is lost, and with it the amount to compare.
  let attempt = known ?? createAttempt(order, { id, createdAt });
  const all = known ? order : [...order, attempt];
  const events: EventDraft[] = [];
  for (const report of reports) {
    const step = applyReport(replaced(all, attempt), attempt, report);
    attempt = step.attempt;
    events.push(...step.events);
  }
  const [first] = reports;
  return { attempt, events, said: first && saidBy(first.report) };
}

/** Maximum number of attempts to remember, about a megabyte. */
const maxUnsent = 10_000;

/** @throws Error if the store does not read what it wrote. Its transaction is rolled back, so that nothing is sent. */
function checkStored(attempt: Attempt, stored: unknown): void {
  if (stored === undefined || canonical(stored) === canonical(attempt)) return;
  throw new Error(
    "The store reads another record than it wrote, so nothing was stored. Does the database driver encode JSON twice, parse it in its own way, or return rows in another shape?",
  );
}

/** JSON whose keys are sorted: databases sort them in their own way. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    isRecord(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item,
  );
}

/** @throws NotSentError `order_paid` or `attempt_open` */
function checkPayable(order: readonly Attempt[]): void {
  const state = orderState(order);
  if (state === "payable") return;
  if (state === "paid") throw new NotSentError({ code: "order_paid", what: "This order is paid" });
  const whys = {
    in_progress: "Another attempt to pay this order is not decided",
    authorized: "The amount of this order is reserved",
    mismatched: "Money of this order moved, but not as expected",
  };
  throw new NotSentError({ code: "attempt_open", what: whys[state] });
}
