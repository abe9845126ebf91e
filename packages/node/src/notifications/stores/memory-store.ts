/** A store in the memory of one process, for tests and experiments. All records are lost when the process ends. */
import type { NotificationStore, OrderTransaction } from "./store.ts";

type Work<T> = (order: OrderTransaction<undefined>) => Promise<T>;

/** Creates a store in the memory of this process. The `tx` of `onEvent` is `undefined`. */
export function createMemoryStore(): NotificationStore<undefined> {
  // Stored as text, so that callers cannot mutate stored records.
  const orders = new Map<string, string>();
  const owners = new Map<string, string>();
  const queues = new Map<string, Promise<unknown>>();

  async function run<T>(key: string, work: Work<T>): Promise<T> {
    let saved = orders.get(key);
    const claimed: string[] = [];
    try {
      const result = await work({
        tx: undefined,
        load: async () => (saved === undefined ? undefined : JSON.parse(saved)),
        save: async (order) => {
          saved = JSON.stringify(order);
        },
        claim: async (name) => {
          const owner = owners.get(name);
          if (owner !== undefined) return owner === key;
          owners.set(name, key);
          claimed.push(name);
          return true;
        },
      });
      if (saved !== undefined) orders.set(key, saved);
      return result;
    } catch (error) {
      for (const name of claimed) owners.delete(name);
      throw error;
    }
  }

  return Object.freeze({
    read: async (key: string): Promise<unknown> => {
      const saved = orders.get(key);
      return saved === undefined ? undefined : JSON.parse(saved);
    },
    transaction<T>(key: string, work: Work<T>): Promise<T> {
      const mine = (queues.get(key) ?? Promise.resolve()).then(() => run(key, work));
      const settled = mine.then(
        () => undefined,
        () => undefined,
      );
      queues.set(key, settled);
      void settled.then(() => queues.get(key) === settled && queues.delete(key));
      return mine;
    },
  });
}
