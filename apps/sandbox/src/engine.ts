/** Puts together what moves by itself: the clock, the agenda of what is due, the postman; and what HTTP needs of them. */
import type { Database, Db } from "./db/open.ts";
import { inSnapshot, inTransaction } from "./db/transaction.ts";
import { describeFailure } from "./http/request-log.ts";
import { createPostman, type PostStep } from "./notifications/postman.ts";
import type { SignatureSettings } from "./notifications/signature.ts";
import { expiries } from "./payments/expiry.ts";
import { followUps } from "./payments/follow-up-job.ts";
import { renewals } from "./payments/renewal.ts";
import { cancellations } from "./subscriptions/cancellation-job.ts";
import { type Agenda, createAgenda } from "./time/agenda.ts";
import { openClock, type SandboxClock } from "./time/clock.ts";
import type { Happened } from "./time/happened.ts";
import type { LogFailure } from "./time/scheduled-job.ts";
import type { Vault } from "./vault/vault.ts";
import { moneyExpiries } from "./wallet/expiry.ts";
import { refillExpiries } from "./wallet/refill/steps.ts";
import type { DomainSettings, EarlyMail, Random } from "./work.ts";

/** Points at which a test may kill the process. */
export type Step = PostStep | "stored" | "committed";

export interface EngineDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly random: Random;
  readonly settings: Pick<DomainSettings, "publicUrl" | "compatibility">;
  /** The machine's time in Unix milliseconds. */
  readonly machine: () => number;
  readonly signature: SignatureSettings;
  /** Sends the notifications. */
  readonly fetch: typeof fetch;
  /** How long a receiver may take to answer, in milliseconds of the machine's time. */
  readonly answerWithinMs: number;
  /** Gets every failure of what runs by itself. */
  readonly logFailure: LogFailure;
  /** Told of every step; a test kills the process at one. */
  readonly onStep?: (step: Step) => void;
}

/** Work in a transaction, with the time and what takes its early notifications. */
type Timed<T> = (tx: Db, now: Date, early: EarlyMail) => Promise<T>;

export interface Engine {
  readonly clock: SandboxClock;
  readonly agenda: Agenda;
  /**
   * Does work in a transaction, and again where the database gave it up (a deadlock, say). Once it is committed its
   * notifications set out; those that a rule wants early are on their way, and answered, before this returns.
   */
  posting<T>(work: Timed<T>): Promise<T>;
  /** Does work that only reads, in one snapshot: nothing sets out after it. */
  reading<T>(work: Timed<T>): Promise<T>;
  /** Ends all that moves, and waits for it. */
  stop(): Promise<void>;
}

/** How soon another process's doing on the same PostgreSQL is noticed; in one process everything wakes at once. */
const pollMs = { postgresql: 500, pglite: 60_000 } as const;

/** Builds the engine of a database. It stands still until `agenda.start()`. */
export function createEngine(deps: EngineDeps): Engine {
  const { database, random, machine, logFailure, onStep = () => undefined } = deps;
  const clock = openClock(database, machine);
  const listeners = new Set<(event: Happened) => void>();
  const post = createPostman({
    db: database.db,
    clock,
    newToken: random.uuid,
    tell: (event) => {
      for (const hear of listeners) hear(event);
    },
    onLater: () => agenda.wake(),
    onStep,
    logFailure,
    fetch: deps.fetch,
    signature: deps.signature,
    machine,
    timeoutMs: deps.answerWithinMs,
  });
  const agenda = createAgenda({
    clock,
    due: [
      expiries(database.db, { random, settings: deps.settings }, logFailure),
      // The document knows nothing that follows a payment days later.
      ...(deps.settings.compatibility === "field"
        ? [followUps(database.db, { random, settings: deps.settings }, logFailure)]
        : []),
      cancellations(database.db, { random, settings: deps.settings }, logFailure),
      renewals(database.db, { random, settings: deps.settings, vault: deps.vault }, logFailure),
      refillExpiries(database.db, { random, settings: deps.settings, vault: deps.vault }, logFailure),
      moneyExpiries(database.db, { random, settings: deps.settings, vault: deps.vault }, logFailure),
    ],
    deliveries: post,
    listen: (hear) => {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    logFailure,
    pollMs: pollMs[database.kind],
  });

  const newMail = (): EarlyMail => ({ token: random.uuid(), machineNow: machine(), deliveryIds: [] });

  return {
    clock,
    agenda,
    reading: async (work) => {
      const now = await clock.now();
      return inSnapshot(database.db, (tx) => work(tx, now, newMail()));
    },
    posting: async (work) => {
      const now = await clock.now();
      const run = async (tx: Db) => {
        const early = newMail();
        const result = await work(tx, now, early);
        onStep("stored");
        return { result, early };
      };
      const { result, early } = await inTransaction(database.db, run, (error, tries) =>
        logFailure({ work: "transaction", tries, failure: describeFailure(error) }),
      );
      onStep("committed");
      await post.deliverEarly(early.deliveryIds, early.token);
      agenda.posted();
      return result;
    },
    stop: async () => {
      await agenda.stop();
      await post.stop();
    },
  };
}
