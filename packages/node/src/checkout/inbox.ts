/** Changes orders under their lock, and emits the events. Payments and the wallet share it. */
import { invalidRequest, isCardpaneError, NotSentError } from "../errors/errors.ts";
import { refuseInEvent, runEvent } from "../notifications/in-event.ts";
import type { ReceiverSettings } from "../notifications/settings.ts";
import { checkReference, createSignedUrl } from "../notifications/signed-url.ts";
import type { Money } from "../payments/money.ts";
import { applyReport, type EventDraft, type ReceivedReport, replaced, type Step } from "./apply-report.ts";
import { type Attempt, createAttempt, orderState, readAttempts } from "./attempt.ts";
import { type Order, readOrder } from "./order.ts";
import { applyResolution, supersedeAttempts } from "./resolution.ts";

/** The fields that every event has. */
export interface EventOrigin {
  readonly reference: string;
  readonly attempt: string;
  readonly source: "notification" | "response" | "operator";
  readonly deliveryId?: string | undefined;
}

/** Completes an event; `undefined` if there is none to emit. */
export type Complete<Event> = (draft: EventDraft, origin: EventOrigin) => Event | undefined;

/** The orders of one receiver. */
export interface Inbox<Event> {
  /** @throws NotSentError `order_paid` or `attempt_open` */
  begin(order: {
    readonly reference: string;
    readonly expected: Money;
    readonly later?: readonly Money[];
    readonly subject?: string;
  }): Promise<{ readonly id: string; readonly reference: string; readonly url: string }>;
  /** Applies reports of one attempt, and returns the attempt. */
  apply(
    reference: string,
    id: string,
    reports: readonly ReceivedReport[],
    complete: Complete<Event>,
  ): Promise<Attempt>;
  /** Records the error of a call, and returns the attempt. @throws NotSentError (`invalid_request`) for an unknown attempt */
  fail(reference: string, id: string, error: unknown): Promise<Attempt>;
  find(reference: string): Promise<Order | undefined>;
  /** The records of the attempts, the oldest first. */
  read(reference: string): Promise<readonly Attempt[]>;
  supersede(reference: string): Promise<void>;
  resolve(reference: string, decision: "paid" | "not_made", complete: Complete<Event>): Promise<void>;
}

/** Creates the orders of a receiver. */
export function createInbox<Event, Tx>(settings: ReceiverSettings<Event, Tx>): Inbox<Event> {
  const { audience, environment, store, onEvent, now } = settings;
  const keyOf = (reference: string) =>
    audience === "payment" ? `${environment}/${reference}` : `${audience} ${environment}/${reference}`;

  /** Saves what `makeSteps` returns, then emits its events: `onEvent` that fails undoes it all. */
  async function change(
    origin: Omit<EventOrigin, "attempt">,
    makeSteps: (order: readonly Attempt[]) => readonly Step[],
    complete?: Complete<Event>,
  ): Promise<readonly Attempt[]> {
    refuseInEvent();
    return store.once(keyOf(origin.reference), async ({ tx, records, save }) => {
      const before = readAttempts(records);
      const steps = makeSteps(before).filter(({ attempt }) => !before.includes(attempt));
      for (const { attempt } of steps) await save(attempt.number, attempt);
      for (const { attempt, events } of steps) {
        for (const draft of events) {
          const event = complete?.(draft, { ...origin, attempt: attempt.id });
          if (event) await runEvent(() => onEvent(event, tx));
        }
      }
      return steps.reduce((order, { attempt }) => replaced(order, attempt), before);
    });
  }

  async function read(reference: string): Promise<readonly Attempt[]> {
    refuseInEvent();
    return readAttempts(await store.find(keyOf(reference)));
  }

  return {
    begin: async ({ reference, ...expectation }) => {
      const id = globalThis.crypto.randomUUID();
      const url = await createSignedUrl(settings, { reference, attempt: id });
      await change({ reference, source: "operator" }, (order) => {
        checkPayable(order);
        const earlier = order.filter(({ closed }) => closed === undefined);
        const attempt = createAttempt(order, { id, createdAt: now(), ...expectation });
        return [...earlier.map((each) => quiet({ ...each, closed: "superseded" })), quiet(attempt)];
      });
      return { id, reference, url };
    },
    apply: async (reference, id, reports, complete) => {
      const [first] = reports;
      const origin = { reference, source: first?.source ?? "notification", deliveryId: first?.deliveryId };
      const order = await change(origin, (attempts) => [applyAll(attempts, id, now(), reports)], complete);
      return order.find((attempt) => attempt.id === id) as Attempt;
    },
    fail: async (reference, id, error) => {
      const order = await change({ reference, source: "response" }, (attempts) => {
        const attempt = attempts.find((each) => each.id === id);
        if (!attempt) throw invalidRequest({ attempt: "was not begun" });
        // Once a call is in doubt, a later refusal proves nothing.
        return attempt.call === undefined ? [quiet({ ...attempt, call: callAfter(error) })] : [];
      });
      return order.find((attempt) => attempt.id === id) as Attempt;
    },
    find: async (reference) => readOrder(reference, await read(reference)),
    read,
    supersede: async (reference) => {
      const origin = { reference: checkReference(reference), source: "operator" } as const;
      await change(origin, (order) => supersedeAttempts(order).map(quiet));
    },
    resolve: async (reference, decision, complete) => {
      const origin = { reference: checkReference(reference), source: "operator" } as const;
      await change(origin, (order) => applyResolution(order, decision), complete);
    },
  };
}

const quiet = (attempt: Attempt): Step => ({ attempt, events: [] });

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
  return { attempt, events };
}

function callAfter(error: unknown): "rejected" | "unknown" {
  const isRefused = isCardpaneError(error) && (error.outcome === "not_sent" || error.outcome === "rejected");
  return isRefused ? "rejected" : "unknown";
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
