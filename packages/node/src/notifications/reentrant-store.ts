/**
 * Lets `onEvent` call the receiver for the reference of its own event: such a call would wait for the lock that its caller
 * holds, for ever. It joins the transaction under way instead.
 *
 *   transaction(key)    loads the record, and holds it until its work has ended
 *     onEvent           runs in the scope of that transaction
 *       transaction(key)   works on the record that is held, after other such calls. One that fails before it saved leaves the
 *                          record as it was; one that fails afterwards has run an onEvent that may have written, so the whole
 *                          transaction fails, even where its caller catches the error
 *       read(key)          returns the record as it was committed last, without a connection of its own
 *   saves the record    last: where onEvent swallowed an error that broke the transaction, this fails instead of committing
 *                       nothing
 *
 * A call that onEvent does not await is waited for, too. One that is made later is a call like any other. Calls run in the order
 * in which they were made, so the onEvent of one must not await another that was made after it.
 */
import { createAsyncScope } from "./async-scope.ts";
import type { NotificationStore, OrderTransaction, StoredRecord } from "./store.ts";

/** A store of which a record can be read, in a transaction where it has no other way. */
export type ReadableStore<Tx> = Required<NotificationStore<Tx>>;

interface HeldRecord<Tx> {
  readonly key: string;
  readonly committed: unknown;
  readonly parent: HeldRecord<Tx> | undefined;
  isHeld: boolean;
  /** The error of a call that joined and cannot be undone alone. */
  failure: { readonly error: unknown } | undefined;
  join<T>(work: (order: OrderTransaction<Tx>) => Promise<T>): Promise<T>;
}

/** Wraps a store, also a merchant's own. */
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
      // Each may be followed by another one meanwhile. No await between the last look and the end, or a call would be lost there.
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
