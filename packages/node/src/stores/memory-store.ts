/** A store in the memory of one process, for tests and experiments. All records are lost when the process ends. */
import type { CheckoutStore } from "./store.ts";

/** Creates a store in the memory of this process. The `tx` of `onEvent` is `undefined`. */
export function createMemoryStore(): CheckoutStore<undefined> {
  // Stored as text, so that callers cannot mutate stored records.
  const orders = new Map<string, ReadonlyMap<number, string>>();
  const last = new Map<string, Promise<unknown>>();
  const recordsOf = (key: string): readonly unknown[] =>
    [...(orders.get(key) ?? [])].sort(([a], [b]) => a - b).map(([, record]) => JSON.parse(record));

  return Object.freeze<CheckoutStore<undefined>>({
    find: async (key) => recordsOf(key),
    once: (key, work) => {
      const run = async () => {
        const records = new Map(orders.get(key));
        const save = async (number: number, record: object) => {
          records.set(number, JSON.stringify(record));
        };
        const result = await work({ tx: undefined, records: recordsOf(key), save });
        orders.set(key, records);
        return result;
      };
      const mine = (last.get(key) ?? Promise.resolve()).then(run);
      const settled = mine.catch(() => undefined);
      last.set(key, settled);
      void settled.then(() => last.get(key) === settled && last.delete(key));
      return mine;
    },
  });
}
