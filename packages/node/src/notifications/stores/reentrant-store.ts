/**
 * Lets `onEvent` call the receiver for the reference of its own event. Without it, such a call would deadlock on its caller's
 * lock. Instead the call joins the open transaction.
 *
 *   transaction(key)    loads the record, and holds it until its work has ended
 *     onEvent           runs in the scope of that transaction
 *       transaction(key)   works on the held record, after other joined calls. If it fails before it saved, the record is
 *                          unchanged. If it fails later, its onEvent may have written data, so the whole transaction fails,
 *                          even if the caller catches the error
 *       read(key)          returns the last committed record, without another connection
 *   saves the record    at the end: if onEvent caught an error that broke the transaction, this write fails, so that the
 *                       transaction cannot end without a commit and without an error
 *
 * The transaction also waits for joined calls that onEvent does not await. A call after the transaction's end starts its own
 * transaction. Joined calls run in the order in which they were made, so the onEvent of one must not await a later one.
 */
import { createAsyncScope } from "./async-scope.ts";
import type { NotificationStore, OrderTransaction, StoredRecord } from "./store.ts";

/** A store with `read`. If the wrapped store has none, `read` uses a transaction. */
export type ReadableStore<Tx> = Required<NotificationStore<Tx>>;

interface HeldRecord<Tx> {
  readonly key: string;
  readonly committed: unknown;
  readonly parent: HeldRecord<Tx> | undefined;
  isHeld: boolean;
  /** The error of a joined call that cannot be rolled back alone. */
  failure: { readonly error: unknown } | undefined;
  join<T>(work: (order: OrderTransaction<Tx>) => Promise<T>): Promise<T>;
}

/** Wraps a store of this package or of the merchant. */
export function reentrantStore<Tx>(store: NotificationStore<Tx>): ReadableStore<Tx> {
  const scope = createAsyncScope<HeldRecord<Tx>>();

  function findHeld(key: string): HeldRecord<Tx> | undefined {
    for (let held = scope.current(); held; held = held.parent) {
      if (held.isHeld && held.key === key) return held;
    }
    return undefined;
  }

  async function hold<T>(
    key: string,
    stored: OrderTransaction<Tx>,
    work: (order: OrderTransaction<Tx>) => Promise<T>,
    outer?: HeldRecord<Tx>,
  ): Promise<T> {
    const loaded = await stored.load();
    let saved: StoredRecord | undefined;
    const order: OrderTransaction<Tx> = {
      tx: stored.tx,
      load: async () => saved ?? loaded,
      save: async (record) => {
        saved = record;
      },
      claim: (name) => stored.claim(name),
    };
    let last: Promise<unknown> = Promise.resolve();
    const held: HeldRecord<Tx> = {
      key,
      committed: outer ? outer.committed : loaded,
      parent: scope.current(),
      isHeld: true,
      failure: undefined,
      join: (joined) => {
        const mine = last.then(() => hold(key, order, joined, held));
        last = mine.catch(() => undefined);
        return mine;
      },
    };
    let result: T;
    try {
      result = await scope.run(held, () => work(order));
    } catch (error) {
      held.failure ??= { error };
      throw error;
    } finally {
      // A new call may join while this waits. No await between the last check and `isHeld = false`, or a call would be lost.
      for (let waitedFor: unknown; waitedFor !== last; ) {
        waitedFor = last;
        await waitedFor;
      }
      held.isHeld = false;
      if (outer && held.failure && saved) outer.failure ??= held.failure;
    }
    if (held.failure) throw held.failure.error;
    if (saved) await stored.save(saved);
    return result;
  }

  return Object.freeze({
    read: async (key: string) => {
      const held = findHeld(key);
      if (held) return held.committed;
      return store.read ? store.read(key) : store.transaction(key, (order) => order.load());
    },
    transaction: <T>(key: string, work: (order: OrderTransaction<Tx>) => Promise<T>) => {
      const held = findHeld(key);
      return held ? held.join(work) : store.transaction(key, (stored) => hold(key, stored, work));
    },
  });
}
