/** Builds the parts that run without a request: clock, scheduler and delivery worker; HTTP works through them. */
import type { Database } from "./db/open.ts";
import { inSnapshot, inTransaction } from "./db/transaction.ts";
import { describeFailure } from "./describe-failure.ts";
import {
  type DeliveryStep,
  DeliveryWorker,
  type DeliveryWorkerDeps,
} from "./notifications/delivery-worker.ts";
import type { DomainSettings, WorkContext } from "./operation-context.ts";
import { followUpJob } from "./payments/follow-up-job.ts";
import { renewalJob } from "./payments/renewal.ts";
import { pendingTimeoutJob } from "./payments/second-step.ts";
import { SandboxClock } from "./scheduling/clock.ts";
import { Scheduler } from "./scheduling/scheduler.ts";
import { cancellationJob } from "./subscriptions/manage.ts";
import type { Vault } from "./vault/vault.ts";
import { promoExpiryJob } from "./wallet/promo-expiry-job.ts";
import { refillTimeoutJob } from "./wallet/refill/steps.ts";

/** Points at which a test may kill the process. */
export type Step = DeliveryStep | "stored" | "committed";

export interface RuntimeDeps extends Omit<DeliveryWorkerDeps, "clock" | "onLater" | "onStep"> {
  readonly database: Database;
  readonly vault: Vault;
  readonly settings: DomainSettings;
  /** Called at every step, so that a test can kill the process there. */
  readonly onStep?: ((step: Step) => void) | undefined;
}

/** Work that runs in a transaction. */
type Work<T> = (context: WorkContext) => Promise<T>;

export interface Runtime {
  readonly clock: SandboxClock;
  readonly scheduler: Scheduler;
  /**
   * Runs work in a transaction. After the commit its notifications are sent; those that a rule sends early are sent, and
   * answered, before this returns.
   */
  write<T>(work: Work<T>): Promise<T>;
  /** Runs work that only reads, in one snapshot: nothing is sent after it. */
  read<T>(work: Work<T>): Promise<T>;
  /** Stops the scheduler and the delivery worker, and waits for work in progress. */
  stop(): Promise<void>;
}

/** Builds the runtime of a database. It does nothing on its own before `scheduler.start()`. */
export function createRuntime(deps: RuntimeDeps): Runtime {
  const { database, vault, settings, systemNow, logFailure, onStep = () => undefined } = deps;
  const clock = new SandboxClock(database.db, systemNow);
  const deliveries: DeliveryWorker = new DeliveryWorker({ ...deps, clock, onLater: () => scheduler.wake() });
  const scheduler = new Scheduler({
    clock,
    due: [
      pendingTimeoutJob,
      // The document defines nothing that happens to a payment days later.
      ...(settings.compatibility === "field" ? [followUpJob] : []),
      cancellationJob,
      renewalJob,
      refillTimeoutJob,
      promoExpiryJob,
    ].map((job) => job({ db: database.db, vault, settings, logFailure })),
    deliveries,
    logFailure,
  });

  return {
    clock,
    scheduler,
    read: async (work) => {
      const now = await clock.now();
      return inSnapshot(database.db, (tx) => work({ tx, now, vault, settings }));
    },
    write: async (work) => {
      const now = await clock.now();
      const early: number[] = [];
      const result = await inTransaction(database.db, async (tx) => {
        const done = await work({ tx, now, early, vault, settings });
        deliveries.reserve(early);
        onStep("stored");
        return done;
      });
      onStep("committed");
      // The work is committed, whatever the outcome of this: an unsent notification is sent later.
      await deliveries
        .deliverEarly(early)
        .catch((error: unknown) => logFailure({ work: "delivery", failure: describeFailure(error) }));
      scheduler.handleCommit();
      return result;
    },
    stop: async () => {
      await scheduler.stop();
      await deliveries.stop();
    },
  };
}
